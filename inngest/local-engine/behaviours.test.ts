import { setImmediate } from "node:timers/promises";
import { afterEach, test } from "vitest";
import { behaviours } from "./behaviours";
import { type Harness, startHarness } from "./harness";

const stepMs = 500;
let harness: Harness | undefined;
afterEach(() => harness?.close());

test.each(behaviours)("$name", async ({ functions, check }) => {
  const seen: string[] = [];
  const started = startHarness((client) => functions(client, seen));
  harness = started;
  const { client, clock, advance, settled } = started;
  await check(
    {
      client,
      send: async (event, atOnce = false) => {
        await client.send(event);
        if (!atOnce) await settled();
      },
      pass: advance,
      stop: () => started.engine.stop(),
      until: async (isSo, withinMs) => {
        // A step that has begun and not ended is seen before the clock moves.
        for (let looks = 0; looks < 100 && !isSo(); looks++) await setImmediate();
        for (const endMs = clock.now() + withinMs; !isSo(); await advance(stepMs)) {
          if (clock.now() > endMs) throw new Error(`not within ${withinMs} ms; seen: ${seen.join(", ")}`);
          await setImmediate();
        }
      },
    },
    seen,
  );
});
