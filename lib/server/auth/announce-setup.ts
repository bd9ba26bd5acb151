import "server-only";
import type { Deps } from "@/lib/server/deps";
import { issueSetupToken } from "@/lib/services/accounts/setup/issue-setup-token";

/** Prints how the first account is made, as long as there is none. Each start makes the token before worthless. */
export async function announceSetup(deps: Deps): Promise<void> {
  try {
    const token = await issueSetupToken(deps);
    if (token === null) return;
    // Not by the log, which programs collect and keep: whoever sees the service start is its operator.
    console.log(`No account exists yet. Make the first one at ${deps.dashboardUrl}/dashboard/setup`);
    console.log(`Setup token: ${token}`);
  } catch (error) {
    deps.log.error({ error }, "no setup token could be made; npm run admin -- setup-token makes one");
  }
}
