import "server-only";
import { env } from "@/lib/api/settings/env";
import { prepareSweep } from "@/lib/settlement/desk/prepare-sweep";
import { prepareSweepBatch } from "@/lib/settlement/desk/prepare-sweep-batch";
import { sweepNow } from "@/lib/settlement/desk/sweep-now";
import type { settlementActions } from "@/lib/settlement/settlements.schema";
import type { ProjectHandlers } from "./handler";

export const settlementHandlers: ProjectHandlers<typeof settlementActions> = {
  sweepNow: async ({ deps, access, input, wake }) => {
    const answer = await sweepNow(deps, access, input);
    for (const { chainId } of answer.opened) wake.settlement(chainId);
    return answer;
  },
  prepareSweep: async ({ deps, access, input }) => {
    const { from, ...call } = await prepareSweep(deps, access, input);
    return { ...call, from: from === null ? null : [...from], demoWallet: demoWalletOf(call) };
  },
  prepareSweepBatch: async ({ deps, access, input }) => {
    const { from: _, ...call } = await prepareSweepBatch(deps, access, input);
    return { ...call, from: [call.merchantAddress], demoWallet: demoWalletOf(call) };
  },
};

/** Play money on this machine only: the merchant's own wallet may always sweep. */
function demoWalletOf({ chainId, merchantAddress }: { chainId: number; merchantAddress: string }) {
  const { APP_MODE, CHAINS, DEMO_MERCHANT_ADDRESSES } = env();
  const isLocal = CHAINS.find((chain) => chain.chainId === chainId)?.local === true;
  if (APP_MODE === "production" || !isLocal) return null;
  return DEMO_MERCHANT_ADDRESSES.find((address) => address === merchantAddress) ?? null;
}
