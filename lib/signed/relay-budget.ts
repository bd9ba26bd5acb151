import type { GaslessLimits, RelayBudget } from "@/lib/checkouts/views/gasless-signing";
import { briefMemory } from "@/lib/platform/brief-memory";
import type { Clock } from "@/lib/platform/clock";
import { dayMs, secondMs } from "@/lib/platform/values/time.rules";
import { fitsRelayBudget, type RelayUse } from "@/lib/signed/authorization.rules";
import type { AuthorizationStore } from "./authorization.store";

/** Every view of a checkout asks; the acceptance reads it anew under the project's lock. */
const keptMs = 10 * secondMs;

export function createRelayBudget({
  clock,
  authorizations,
  gasless,
}: {
  clock: Clock;
  authorizations: AuthorizationStore;
  gasless: GaslessLimits;
}): RelayBudget {
  const remember = briefMemory<RelayUse>(clock, keptMs);
  return async ({ projectId, createdVia }) => {
    const since = new Date(clock.now().getTime() - dayMs);
    const use = await remember(projectId, () => authorizations.relayUse(projectId, since));
    return fitsRelayBudget(use, gasless, createdVia);
  };
}
