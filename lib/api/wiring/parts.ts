import "server-only";
import { readersTimeZone } from "@/lib/api/dashboard/page-language";
import { listQueries } from "@/lib/api/dashboard/saved-views";
import { perProcess } from "@/lib/platform/process/per-process";
import { env } from "@/lib/settings/env";
import { getAccounts } from "./accounts";
import { getMerchant } from "./merchant";
import { getWebhooks } from "./webhooks";

/** What HTTP and the dashboard give to acts. */
export type Parts = ReturnType<typeof getParts>;

export const getParts = perProcess("parts", () => ({
  ...getAccounts(),
  ...getWebhooks(),
  ...getMerchant(),
  listQueries,
  readersTimeZone,
  demoWalletOf,
}));

/** With play money on this machine: the wallet, if it is the demo merchant's own, which pages may then announce. */
function demoWalletOf(chainId: number, wallet: string): string | null {
  const { APP_MODE, CHAINS, DEMO_MERCHANT_ADDRESSES } = env();
  const isLocal = CHAINS.find((chain) => chain.chainId === chainId)?.local === true;
  if (APP_MODE === "production" || !isLocal) return null;
  return DEMO_MERCHANT_ADDRESSES.find((address) => address === wallet) ?? null;
}
