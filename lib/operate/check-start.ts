import "server-only";
import type { PeopleParts } from "@/lib/accounts/accounts.parts";
import { issueSetupToken, setupTokenHours } from "@/lib/accounts/new-account";
import { prepareClientAddress } from "@/lib/api/client-address";
import type { AccountDeps } from "@/lib/api/wiring/accounts";
import type { ChainGuard } from "@/lib/chain/check/chain-guard";
import { claimDatabase } from "@/lib/platform/process/service-mark.store";
import { hourMs } from "@/lib/platform/values/time.rules";
import { env } from "@/lib/settings/env";
import { SettingsError } from "@/lib/settings/variables";

/**
 * At startup, settings are checked against your Node version, nodes and database.
 *
 * @throws SettingsError
 * @throws ChainsMisconfigured when settings and chains do not match
 * @throws DatabaseUnusable
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
  await claimDatabase(DATABASE_URL, APP_MODE);
}

const leaseName = "setup-token";

type AnnounceDeps = PeopleParts & Pick<AccountDeps, "workLeases" | "instanceId" | "dashboardUrl" | "log">;

/**
 * Prints how to create the first account while there is none. A new token invalidates the previous one, so one instance
 * prints it, and another one only after that instance stopped.
 */
export async function announceSetup(deps: AnnounceDeps): Promise<void> {
  try {
    if (await deps.people.exist()) return;
    const lease = await deps.workLeases.acquire(leaseName, deps.instanceId, setupTokenHours * hourMs);
    if (lease === null) {
      console.log("No account exists yet. Another instance printed the setup token.");
      console.log("To replace it: npm run admin -- setup-token");
      return;
    }
    const token = await issueSetupToken(deps);
    if (token === null) return;
    // Not in the log, which programs collect and keep: only the operator watches the start.
    console.log(`No account exists yet. Create the first one at ${deps.dashboardUrl}/dashboard/setup`);
    console.log(`Setup token: ${token}`);
  } catch (error) {
    deps.log.error({ error }, "could not create a setup token; run npm run admin -- setup-token");
  }
}
