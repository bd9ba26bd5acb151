import { getDeps } from "@/lib/server/deps";
import { reviewBalances, sweepBalances } from "@/lib/services/balances/sweep-balances";
import { inngest } from "./client";
import { isOurs } from "./is-ours";
import { notedOf } from "./noted";
import { tell, tellSettlement } from "./tell";

/** A pass asks the nodes about every address, so no second instance follows at the same time. */
const sweepLeaseMs = 30 * 60_000;

/** Each hour as much as fits of the daily look at the balances of all addresses, chain by chain. */
export const sweepAllBalances = inngest.createFunction(
  { id: "sweep-balances", triggers: [{ cron: "17 * * * *" }], retries: 1, concurrency: 1 },
  async ({ step }) => {
    for (const { chainId } of getDeps().chains) {
      await step.run(`sweep-${chainId}`, async () => {
        if (!(await isOurs(`sweep-balances ${chainId}`, sweepLeaseMs)))
          return { checked: 0, finished: false };
        const { events, checked, finished } = await notedOf(chainId, "sweep-balances", () =>
          sweepBalances(getDeps(), chainId),
        );
        tellOf(chainId, events);
        return { checked, finished };
      });
    }
  },
);

/** Looks each minute into what was unexplained; without incidents that is one small question to Postgres. */
export const reviewAllBalances = inngest.createFunction(
  { id: "review-balances", triggers: [{ cron: "* * * * *" }], retries: 0, concurrency: 1 },
  async ({ step }) => {
    for (const { chainId } of getDeps().chains) {
      await step.run(`review-${chainId}`, async () => {
        const { events } = await notedOf(chainId, "review-balances", () =>
          reviewBalances(getDeps(), chainId),
        );
        tellOf(chainId, events);
      });
    }
  },
);

function tellOf(chainId: number, events: number): void {
  tell(events);
  if (events > 0) tellSettlement(chainId);
}
