import { describe, expect, test } from "vitest";
import { Slots } from "./slots";

describe("Slots", () => {
  test("lets work in, in order, as places become free", () => {
    const slots = new Slots();
    const entered: number[] = [];
    const leaves: (() => void)[] = [];
    for (const id of [1, 2, 3]) {
      slots.request([{ name: "g", limit: 1 }], (leave) => {
        entered.push(id);
        leaves.push(leave);
      });
    }
    expect([entered, slots.waiting]).toEqual([[1], 2]);
    leaves[0]?.();
    leaves[0]?.();
    expect([entered, slots.waiting]).toEqual([[1, 2], 1]);
    leaves[1]?.();
    expect([entered, slots.waiting]).toEqual([[1, 2, 3], 0]);
  });

  test("work that waits at its own gate takes no place at the shared one", () => {
    const slots = new Slots();
    const shared = { name: "all", limit: 2 };
    const entered: string[] = [];
    const own = [{ name: "own", limit: 1 }, shared];
    for (const name of ["a", "b", "c"]) slots.request(own, () => entered.push(name));
    slots.request([shared], () => entered.push("other"));
    expect(entered).toEqual(["a", "other"]);
  });

  test("a gate keeps its limit for work that moves on to it from another gate", () => {
    const slots = new Slots();
    const shared = { name: "all", limit: 2 };
    const inside = new Set<string>();
    const leaves = new Map<string, () => void>();
    const request = (name: string, gate: string) =>
      slots.request([{ name: gate, limit: 1 }, shared], (leave) => {
        inside.add(name);
        leaves.set(name, () => {
          inside.delete(name);
          leave();
        });
      });
    for (const [name, gate] of [
      ["a1", "a"],
      ["a2", "a"],
      ["b1", "b"],
      ["c1", "c"],
    ] as const)
      request(name, gate);
    expect([...inside]).toEqual(["a1", "b1"]);
    leaves.get("a1")?.();
    expect(inside.size).toBe(2);
    leaves.get("b1")?.();
    expect([...inside].sort()).toEqual(["a2", "c1"]);
  });

  test("a long queue of work that leaves as it enters drains without nesting", () => {
    const slots = new Slots();
    let drained = 0;
    let open = (): void => {};
    const specs = [
      { name: "g", limit: 1 },
      { name: "all", limit: 1 },
    ];
    slots.request(specs, (leave) => {
      open = leave;
    });
    for (let i = 0; i < 50_000; i++) {
      slots.request(specs, (leave) => {
        drained += 1;
        leave();
      });
    }
    open();
    expect([drained, slots.waiting]).toEqual([50_000, 0]);
  }, 60_000);
});
