import "server-only";
import { env } from "@/lib/api/settings/env";
import { SettingsError } from "@/lib/api/settings/variables";
import { prepareClientAddress } from "@/lib/api/start/client-address";
import type { ChainGuard } from "@/lib/chain/check/chain-guard";
import { claimDatabase, WrongDatabase } from "@/lib/platform/process/service-mark.store";

/**
 * At startup, settings are checked against your Node version, nodes and database.
 *
 * @throws SettingsError
 * @throws ChainsMisconfigured when settings and chains do not match
 */
export async function checkStart({
  chainGuard,
}: {
  chainGuard: Pick<ChainGuard, "checkAll">;
}): Promise<void> {
  const { APP_MODE, DATABASE_URL, TRUST_PROXY_HOPS } = env();
  if (!prepareClientAddress(TRUST_PROXY_HOPS) && APP_MODE === "production")
    throw new SettingsError(
      "`next start` cannot see from which address a request comes. Start with npm start, or put a proxy in front that appends the address to X-Forwarded-For and set TRUST_PROXY_HOPS to the number of such proxies.",
    );
  await chainGuard.checkAll();
  try {
    await claimDatabase(DATABASE_URL, APP_MODE);
  } catch (error) {
    throw error instanceof WrongDatabase ? new SettingsError(error.message) : error;
  }
}
