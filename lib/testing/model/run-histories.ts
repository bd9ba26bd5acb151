import fc from "fast-check";
import type { Command } from "./command";
import { commandArbitraries } from "./commands";
import { History } from "./history";
import type { ModelRuns } from "./model-settings";
import { comeToRest } from "./quiescence";
import { create } from "./service-commands";
import type { ModelWorld } from "./world";

export type Ran = {
  histories: number;
  commands: number;
  seconds: number;
  /** How often each event was written. */
  told: Record<string, number>;
};

/**
 * Runs random histories, each held against the oracle after every command and at rest.
 * @throws with seed, path and the shortest history that fails
 */
export async function runHistories(
  world: ModelWorld,
  { histories, seed, path, replayPath }: ModelRuns,
  { withFaults }: { withFaults: boolean },
): Promise<Ran> {
  const began = performance.now();
  const ran: Ran = { histories: 0, commands: 0, seconds: 0, told: {} };
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      fc.array(create, { minLength: 1, maxLength: 2 }),
      fc.commands<Record<string, never>, History, false>(commandArbitraries(withFaults), {
        maxCommands: 24,
        size: "max",
        ...(replayPath === undefined ? {} : { replayPath }),
      }),
      async (chainSeed, first, commands: Iterable<Command>) => {
        const history = await History.begin(world, chainSeed);
        for (const creation of first) await creation.run({}, history);
        await fc.asyncModelRun(() => ({ model: {}, real: history }), commands);
        await comeToRest(history);
        ran.histories += 1;
        ran.commands += history.commands;
        for (const kind of [...history.expected.values()].flatMap(({ events }) => events))
          ran.told[kind] = (ran.told[kind] ?? 0) + 1;
      },
    ),
    {
      numRuns: histories,
      ...(seed === undefined ? {} : { seed }),
      ...(path === undefined ? {} : { path }),
    },
  );
  ran.seconds = Math.round((performance.now() - began) / 1_000);
  return ran;
}

/** Histories without these events would prove nothing. */
export const eventsToSee: readonly string[] = [
  "checkout.created",
  "checkout.detected",
  "checkout.partially_paid",
  "checkout.paid",
  "checkout.expired",
  "checkout.late_paid",
  "checkout.reverted",
  "checkout.cancelled",
  "checkout.settled",
  "checkout.refunded",
  "refund.completed",
];
