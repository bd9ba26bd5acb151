import { getDeps } from "@/lib/api/deps";
import { sweepBalances } from "@/lib/books/sweep-balances";
import { minuteMs } from "@/lib/platform/durations.rules";
import { inngest } from "./client";
import { notedOf } from "./noted";
import { tell, tellSettlement } from "./tell";

/** A pass asks the nodes about every address. Each instance's engine starts one: the first does it, alone. */
const passLeaseMs = 30 * minuteMs;

/** Each hour as much as fits of the daily look at the balances of all addresses, chain by chain. */
export const sweepAllBalances = inngest.createFunction(
  {
    id: "sweep-balances",
    name: "Check balances",
    triggers: [{ cron: "17 * * * *" }],
    retries: 1,
    concurrency: 1,
  },
  async ({ step }) => {
    for (const { chainId } of getDeps().chains) await step.run(`sweep-${chainId}`, () => sweepChain(chainId));
  },
);

async function sweepChain(chainId: number): Promise<{ checked: number; finished: boolean }> {
  const { workLeases, instanceId } = getDeps();
  const isAcquired = await workLeases.acquire(`sweep-balances ${chainId}`, instanceId, passLeaseMs);
  if (isAcquired === null) return { checked: 0, finished: false };
  const { events, checked, finished } = await notedOf(chainId, "sweep-balances", () =>
    sweepBalances(getDeps(), chainId),
  );
  tell(events);
  if (events > 0) tellSettlement(chainId);
  return { checked, finished };
}
