import type { Act } from "./context";
import { Cut } from "./cuts";
import { anyAct, anyButton } from "./door-steps";
import { createRandom, type Random } from "./random";
import { customers, merchants } from "./shop-steps";
import { troubles } from "./trouble-steps";
import { everyWork, often, round, runWork } from "./work-steps";
import { chainIds, type World } from "./world";

/** One step of a history. All of its choices follow from its own seed, so that it stays the same when others are left out. */
export type Step = { kind: Kind; seed: number };

const service: Record<string, Act> = {
  watch: (context) => round(context, ["watch-chain"]),
  round: (context) => round(context, often),
  upkeep: (context) => round(context, ["upkeep", "deliver-webhooks", "send-mail"]),
  hourly: (context) => round(context, everyWork),
  work: ({ world, random, instance }) =>
    runWork({ world, instance }, random.pick(everyWork), random.pick(chainIds)),
  /** Both instances at once, on the same or on different work. */
  together: async (context) => {
    const { world, random } = context;
    const works = random.chance(0.7) ? [...often, "relay-payments"] : everyWork;
    const ids = [random.pick(works), random.pick(works)];
    if (random.chance(0.6)) ids[1] = ids[0] ?? "upkeep";
    if (ids.includes("send-refunds")) await merchants.refund?.(context);
    world.count(`two instances at once: ${[...new Set(ids)].join(", ")}`);
    const isLate = random.chance(0.5);
    return world.interleaving.run(
      random,
      world.instances.map(
        (instance, index) => () =>
          round({ world, instance }, [ids[index] ?? "upkeep"], isLate && index === 1),
      ),
    );
  },
  /** An act comes while the other instance moves the money that it is about. */
  race: ({ world, random, shop }) => {
    const [acting, working] = world.instances;
    const act = random.pick([
      merchants.refund,
      merchants.refund,
      merchants.cancel,
      merchants.accept,
      customers.select,
    ] as Act[]);
    const id = random.pick([
      "settle-checkouts",
      "settle-checkouts",
      "watch-chain",
      "expire-checkouts",
      "send-refunds",
    ]);
    world.count(`an act while ${id}`);
    return world.interleaving.run(random, [
      () => act({ world, random, instance: acting, shop }),
      () => round({ world, instance: working }, [id]),
    ]);
  },
  /** The same while the instance dies at a point of it. */
  cut: async ({ world, random, instance }) => {
    const id = random.pick([...often, ...often, ...everyWork]);
    instance.cuts.after = random.below(world.lengths.get(id) ?? 12);
    world.count(`cut armed: ${id}`);
    await round({ world, instance }, [id]);
  },
  "cut act": async (context) => {
    context.instance.cuts.after = context.random.below(12);
    await context.random.pick([
      merchants.refund,
      customers.create,
      merchants.accept,
      anyAct,
      anyButton,
    ] as Act[])(context);
  },
};

const acts = { ...customers, ...merchants, anyAct, anyButton, ...service, ...troubles } as const;
export type Kind = string;

/** How often each kind comes. */
const weights: Record<string, number> = {
  create: 10,
  select: 4,
  pay: 12,
  deadline: 2,
  authorize: 4,
  software: 2,
  verify: 2,
  cancel: 2,
  refund: 5,
  accept: 2,
  "sign refund": 3,
  endpoint: 1,
  anyAct: 6,
  anyButton: 8,
  watch: 8,
  round: 14,
  upkeep: 3,
  hourly: 1,
  work: 4,
  together: 5,
  race: 5,
  cut: 8,
  "cut act": 2,
  node: 6,
  heal: 2,
  lie: 1,
  lose: 2,
  reorg: 4,
  undo: 4,
  fees: 1,
  receiver: 4,
  rates: 1,
  mail: 1,
  outage: 3,
  pass: 22,
};
const drawn = Object.entries(weights).flatMap(([kind, weight]) => Array.from({ length: weight }, () => kind));

export const drawStep = (random: Random): Step => ({ kind: random.pick(drawn), seed: random.below(2 ** 31) });

/** @returns what the step found, beside `world.findings` */
export async function runStep(world: World, { kind, seed }: Step): Promise<void> {
  const random = createRandom(seed);
  world.random = createRandom(seed + 1);
  const act = (acts as Record<string, Act>)[kind];
  if (act === undefined) throw new Error(`there is no step ${kind}`);
  const instance = random.pick(world.instances);
  try {
    await act({ world, random, instance, shop: random.pick(world.shops) });
  } catch (error) {
    if (!(error instanceof Cut) && !world.instances.some(({ cuts }) => cuts.isDead))
      world.count(`thrown: ${(error as Error).message.slice(0, 80)}`);
  }
  for (const [index, { cuts }] of world.instances.entries()) {
    if (cuts.isDead) world.count("instance cut");
    if (cuts.isDead || cuts.after !== null) await world.restart(index);
  }
}
