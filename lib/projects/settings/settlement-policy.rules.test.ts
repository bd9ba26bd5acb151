import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { batchSize, chooseBatches, nextBatchAt, type Waiting } from "./settlement-policy.rules";

const now = new Date("2026-01-01T12:00:00Z");
const ago = (ms: number) => new Date(now.getTime() - ms);
const minutes = 60_000;

type Deposit = { id: string };
const project = (
  name: string,
  policy: "IMMEDIATE" | "BATCHED",
  ages: readonly number[],
  openSettlements = 0,
): Waiting<Deposit> => ({
  policy,
  openSettlements,
  deposits: ages.map((age, index) => ({ id: `${name}${index}`, waitingSince: ago(age) })),
});
const chosen = (projects: readonly Waiting<Deposit>[], limit = 200) =>
  chooseBatches(projects, now, limit).map((batch) => batch.map(({ id }) => id));

describe("nextBatchAt", () => {
  it("is ten minutes after the oldest of the first waiting batch", () => {
    const next = nextBatchAt(
      [
        project("later", "BATCHED", [2 * minutes]),
        project("next", "BATCHED", [1, 4 * minutes]),
        project("due", "BATCHED", [10 * minutes]),
        project("full", "BATCHED", Array(batchSize).fill(1)),
        project("immediate", "IMMEDIATE", [9 * minutes]),
      ],
      now,
    );
    expect(next).toEqual(ago(-6 * minutes));
  });

  it("is unknown when no batch waits", () => {
    expect(nextBatchAt([project("none", "BATCHED", []), project("a", "IMMEDIATE", [1])], now)).toBeNull();
  });
});

describe("chooseBatches", () => {
  it("takes waiting deposits immediately, the longest waiting first, for a project that settles immediately", () => {
    expect(chosen([project("a", "IMMEDIATE", [1, 3, 2])])).toEqual([["a1", "a2", "a0"]]);
    expect(chosen([project("a", "IMMEDIATE", [])])).toEqual([]);
  });

  it("delays a batch until it has fifty or the oldest is ten minutes old", () => {
    expect(chosen([project("a", "BATCHED", Array(batchSize - 1).fill(1))])).toEqual([]);
    expect(chosen([project("a", "BATCHED", Array(batchSize).fill(1))])[0]).toHaveLength(batchSize);
    expect(chosen([project("a", "BATCHED", [10 * minutes - 1, 1])])).toEqual([]);
    expect(chosen([project("a", "BATCHED", [1, 10 * minutes])])).toEqual([["a1", "a0"]]);
  });

  it("makes one batch of at most fifty for each project", () => {
    const [first, ...others] = chosen([project("a", "IMMEDIATE", Array(120).fill(1))]);
    expect(first).toHaveLength(batchSize);
    expect(others).toEqual([]);
  });

  it("prefers projects with less in progress, then those that wait longest", () => {
    const projects = [
      project("busy", "IMMEDIATE", [900], 2),
      project("young", "IMMEDIATE", [1]),
      project("old", "IMMEDIATE", [5]),
    ];
    expect(chosen(projects)).toEqual([["old0"], ["young0"], ["busy0"]]);
    expect(chosen(projects, 2)).toEqual([["old0"], ["young0"]]);
  });

  it("gives every project its turn, however much another has", () => {
    fc.assert(
      fc.property(fc.integer({ min: 50, max: 500 }), fc.integer({ min: 1, max: 9 }), (backlog, others) => {
        const open = new Map<string, number>();
        const waiting = new Map([
          ["big", backlog],
          ...Array.from({ length: others }, (_, n) => [`p${n}`, 1] as const),
        ]);
        // Nothing ends: what was opened stays open. The small ones are all served before the big one has a second batch.
        const served: string[] = [];
        for (let look = 0; look < others + 2; look++) {
          const projects = [...waiting].map(([name, count]) =>
            project(
              name,
              "IMMEDIATE",
              Array(Math.min(count, 100)).fill(name === "big" ? 999 : 1),
              open.get(name),
            ),
          );
          for (const [first] of chooseBatches(projects, now, batchSize)) {
            const name = first?.id.replace(/\d+$/, "") === "big" ? "big" : (first?.id.slice(0, 2) ?? "");
            served.push(name);
            open.set(name, (open.get(name) ?? 0) + 1);
            waiting.set(name, Math.max((waiting.get(name) ?? 0) - batchSize, 0));
          }
        }
        expect(new Set(served).size).toBe(others + 1);
      }),
      { numRuns: 50 },
    );
  });
});
