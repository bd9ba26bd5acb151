import fc from "fast-check";
import { expect, test } from "vitest";
import { buildCheckout, buildEvent, later, noon } from "@/lib/testing/builders";
import { isFull } from "@/lib/testing/full-size";
import { createMemoryIdempotencyStore } from "@/lib/testing/memory-idempotency-store";
import { fileWorld } from "@/lib/testing/world";
import { type IdempotencyClaim, LeaseLostError } from "./idempotency.port";

const minute = 60_000;
const day = 1_440 * minute;
const fingerprint = "f".repeat(64);
const other = "0".repeat(64);

const { stores, project } = await fileWorld([], { tidy: "the model knows every key" });
const projectId = project.id;

/** What anyone may do next; `which` names one of the claims that were had before, the newest first. */
type Step =
  | { do: "claim"; key: string; print: string }
  | { do: "insert" | "complete" | "release"; which: number }
  | { do: "pass"; ms: number }
  | { do: "prune"; limit: number };

const steps = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant("claim" as const),
        key: fc.constantFrom("order-1", "order-2"),
        print: fc.constantFrom(fingerprint, fingerprint, other),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constantFrom("insert" as const, "complete" as const, "release" as const),
        which: fc.nat({ max: 3 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant("pass" as const),
        ms: fc.constantFrom(1, 30_000, minute - 1, minute, minute, day - 1, day),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("prune" as const), limit: fc.nat({ max: 2 }) }) },
  ),
  { minLength: 5, maxLength: 30 },
);

test("matches the simple model in every concurrent order", { timeout: 120_000 }, async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(steps, async (history: Step[]) => {
      const model = createMemoryIdempotencyStore();
      const held: IdempotencyClaim[] = [];
      let now = noon;
      let answers = 0;
      // What a history that failed left behind must not fail the shorter ones that are tried after it.
      await stores.database.pool.query("DELETE FROM idempotency_keys");
      let inserted = await stores.database.prisma.checkout.count();
      for (const step of history) {
        if (step.do === "pass") now = later(step.ms, now);
        else if (step.do === "claim") {
          const key = { projectId, key: step.key };
          const [real, expected] = await Promise.all([
            stores.idempotency.claim(key, step.print, now),
            model.claim(key, step.print, now),
          ]);
          expect(real).toEqual(expected);
          seen.add(real.kind);
          if (real.kind === "claimed") held.unshift(real.claim);
        } else if (step.do === "prune") {
          expect(await stores.idempotency.prune(now, step.limit)).toBe(await model.prune(now, step.limit));
        } else {
          const mine = held[step.which];
          if (mine === undefined) continue;
          answers += 1;
          const completion = { claim: mine, answer: { status: 201, body: `{"answer":${answers}}` } };
          if (step.do === "insert") {
            const expected = outcome(async () => model.keep(completion));
            const checkout = buildCheckout({ projectId });
            const real = await outcome(() =>
              stores.checkouts.insert(checkout, null, [], buildEvent(checkout), completion),
            );
            expect(real).toBe(await expected);
            seen.add(real);
            if (real === "written") inserted += 1;
          } else if (step.do === "complete") {
            await Promise.all([stores.idempotency.complete(completion), model.complete(completion)]);
          } else await Promise.all([stores.idempotency.release(mine), model.release(mine)]);
        }
      }
      expect(await stores.database.prisma.checkout.count()).toBe(inserted);
    }),
    { numRuns: isFull ? 2_000 : 25 },
  );
  // The histories went everywhere.
  expect([...seen].sort()).toEqual(["answered", "claimed", "in_flight", "lost", "other_request", "written"]);
});

async function outcome(work: () => Promise<unknown>): Promise<"written" | "lost"> {
  try {
    await work();
    return "written";
  } catch (error) {
    if (error instanceof LeaseLostError) return "lost";
    throw error;
  }
}
