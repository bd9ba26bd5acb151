import { hourMs } from "@/lib/platform/values/time.rules";
import "server-only";
import { issueSetupToken, setupTokenHours } from "@/lib/accounts/new-account";
import type { Deps } from "@/lib/api/deps";

const leaseName = "setup-token";

/**
 * Prints how to create the first account while there is none. A new token invalidates the previous one, so one instance
 * prints it, and another one only after that instance stopped.
 */
export async function announceSetup(deps: Deps): Promise<void> {
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
    // Not in the log, which programs collect and keep: whoever watches the service start is its operator.
    console.log(`No account exists yet. Create the first one at ${deps.dashboardUrl}/dashboard/setup`);
    console.log(`Setup token: ${token}`);
  } catch (error) {
    deps.log.error({ error }, "could not create a setup token; run npm run admin -- setup-token");
  }
}
