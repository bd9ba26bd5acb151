import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { History } from "@/lib/testing/model/history";
import { compareWithChain, findBookFaults } from "@/lib/testing/model/invariants";
import { modelRuns } from "@/lib/testing/model/networks";
import {
  type Act,
  gatedNodes,
  gatedStores,
  interleave,
  type Scenario,
  scenarios,
} from "@/lib/testing/model/scenarios";
import { type ModelWorld, openModelWorld } from "@/lib/testing/model/world";

const { histories: schedules, seed, path } = modelRuns(2, 400);
const chainId = 31337;

let world: ModelWorld;

beforeAll(async () => {
  world = await openModelWorld();
});
afterAll(() => world?.close());

/** Does the acts of a scenario, one by one or interleaved, then the work goes on until nothing moves. */
async function play(
  { prepare }: Scenario,
  acts: readonly Act[],
  choices: readonly number[] | null,
): Promise<{ found: string; ended: readonly Act[] }> {
  const history = await History.begin(world, 1);
  await prepare(history);
  const clock = { now: () => history.now };
  const works = acts.map(({ run, second = false }) => async (gate: () => Promise<void>) => {
    const { reader, ...deps } = world.deps({
      clock,
      stores: gatedStores(world.stores, gate),
      preferSecondNode: second,
    });
    await run({ ...deps, reader: (chain) => gatedNodes(reader(chain), gate) }, history);
  });
  let ended = acts;
  if (choices === null) {
    for (const work of works) await work(() => Promise.resolve()).catch(throwUnlessRefused);
  } else {
    const played = await interleave(works, choices);
    for (const result of played.results) {
      if (result.status === "rejected") throwUnlessRefused(result.reason);
    }
    ended = played.ended.flatMap((index) => acts[index] ?? []);
  }
  await settle(history);
  const faults = [
    ...findBookFaults(history),
    ...compareWithChain(history, chainId, history.network(chainId).chain.head.number),
  ];
  expect(faults).toEqual([]);
  return { found: outcome(history), ended };
}

/** What is refused is an outcome like another. */
function throwUnlessRefused(error: unknown): void {
  if (!(error instanceof Error && "code" in error && "status" in error)) throw error;
}

async function settle(history: History): Promise<void> {
  const deps = world.deps({ clock: { now: () => history.now } });
  for (let round = 0; round < 2; round++) {
    history.mine(chainId, 3);
    for (const act of [scenarios[0]?.acts[0], scenarios[2]?.acts[0], scenarios[0]?.acts[3]])
      await act?.run(deps, history);
  }
  await history.refresh();
}

function outcome({ snapshot, checkoutIds }: History): string {
  return checkoutIds
    .map((id) => {
      const checkout = snapshot.checkouts.get(id);
      if (checkout === undefined) throw new Error(`there is no ${id}`);
      const { status, totalPaid, paidAmount, refunded, refunding, frozen, quotes, events } = checkout;
      const kinds = events.map(({ kind }) => kind.replace("checkout.", "")).join(" ");
      return `${status} ${totalPaid}/${paidAmount} refunded ${refunded} refunding ${refunding} frozen ${frozen} quotes ${quotes.length}: ${kinds}`;
    })
    .join("; ");
}

function orders<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, index) =>
    orders(items.filter((_, other) => other !== index)).map((rest) => [item, ...rest]),
  );
}

/** How many pairs of acts come in one order in the one and in the other order in the other. */
function inversions(one: readonly Act[], other: readonly Act[]): number {
  return one.flatMap((act, index) =>
    one.slice(index + 1).filter((later) => other.indexOf(later) < other.indexOf(act)),
  ).length;
}

describe("in any interleaving, workers and people end in a state that a sequential order reaches", () => {
  test.each(scenarios)(
    `$name (${schedules} schedules)`,
    async (scenario) => {
      const serial = new Set<string>();
      const left = orders(scenario.acts);
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.nat(119), { minLength: 40, maxLength: 40, size: "max" }),
          async (choices) => {
            const { found, ended } = await play(scenario, scenario.acts, choices);
            // The order in which they ended is the likeliest to lead there, then those that differ little from it.
            left.sort((one, other) => inversions(one, ended) - inversions(other, ended));
            while (!serial.has(found) && left.length > 0)
              serial.add((await play(scenario, left.shift() ?? [], null)).found);
            expect([...serial]).toContain(found);
          },
        ),
        {
          numRuns: schedules,
          ...(seed === undefined ? {} : { seed }),
          ...(path === undefined ? {} : { path }),
        },
      );
    },
    120_000 + schedules * 2_000,
  );
});
