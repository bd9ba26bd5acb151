import type { WorkData } from "@/inngest/work";
import { works } from "@/inngest/works";
import type { Context } from "./context";
import { chainIds } from "./world";

const perChain = new Set(["watch-chain", "settle-checkouts", "send-refunds", "relay-payments"]);

/** Of one instance, in the order in which they follow one another. */
export async function runWork(
  { world, instance }: Pick<Context, "world" | "instance">,
  id: string,
  chainId: number,
  isLate = false,
) {
  const work = works.find((each) => each.id === id);
  if (work === undefined) throw new Error(`there is no work ${id}`);
  const data: WorkData = perChain.has(id) ? { chainId } : {};
  world.count(`work: ${id}`);
  const { passed } = instance.cuts;
  await instance.work(work, data, isLate);
  if (!instance.cuts.isDead) world.lengths.set(id, Math.max(4, instance.cuts.passed - passed));
}

export async function round(
  context: Pick<Context, "world" | "instance">,
  ids: readonly string[],
  isLate = false,
) {
  for (const id of ids)
    for (const chainId of perChain.has(id) ? chainIds : [0]) await runWork(context, id, chainId, isLate);
}

export const often = [
  "watch-chain",
  "expire-checkouts",
  "settle-checkouts",
  "send-refunds",
  "deliver-webhooks",
];
export const everyWork = [
  ...often,
  "relay-payments",
  "upkeep",
  "sweep-balances",
  "send-mail",
  "write-digests",
];
