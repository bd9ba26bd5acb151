import { beforeEach, expect, it } from "vitest";
import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import { UnusableAnswer } from "@/lib/chain/rpc/answers";
import { createScanMemory } from "@/lib/payments/scan/scan-memory";
import { later, noon } from "@/lib/testing/builders";
import { noteUnusable, noteUsable } from "./unusable-answers";

const work = { id: "settle-checkouts", waiting: "settlements wait" };
const noOracle = new ChainUnavailable("no usable answer", {
  cause: new UnusableAnswer("the chain has no GasPriceOracle"),
});
const silent = new ChainUnavailable("no usable answer", { cause: new Error("HTTP 502") });

let now = noon;
let open: Map<string, object>;
let logged: string[];
let deps: Parameters<typeof noteUnusable>[0];

beforeEach(() => {
  now = noon;
  logged = [];
  open = new Map();
  deps = {
    clock: { now: () => now },
    memory: createScanMemory(),
    log: { info: () => undefined, error: () => undefined, warn: () => logged.push("warning") },
    incidents: {
      raise: async ({ subject, details }) => {
        open.set(subject, details);
        return true;
      },
      resolve: async (_, subject) => {
        open.delete(subject);
      },
    },
  };
});

/** So many seconds of passes, one every two seconds. */
async function fail(seconds: number, error: ChainUnavailable): Promise<void> {
  for (let second = 0; second <= seconds; second += 2) {
    await noteUnusable(deps, 10, work, error);
    now = later(2_000, now);
  }
}

it("opens an incident that names the setting after a minute of answers that price nothing", async () => {
  await fail(58, noOracle);
  expect(open.size).toBe(0);
  await fail(2, noOracle);
  expect([...open]).toEqual([
    [
      "10/settle-checkouts",
      {
        work: "settle-checkouts",
        answer: "the chain has no GasPriceOracle",
        fix: expect.stringContaining("sending.l1Fee"),
      },
    ],
  ]);
  await noteUsable(deps, 10, work.id);
  expect(open.size).toBe(0);
  await fail(58, noOracle);
  expect(open.size).toBe(0);
});

it("opens none for nodes that don't answer, and logs once a minute", async () => {
  await fail(118, silent);
  expect(open.size).toBe(0);
  expect(logged).toHaveLength(2);
});

it("resolves an incident that another process opened", async () => {
  open.set("10/settle-checkouts", {});
  await noteUsable(deps, 10, work.id);
  expect(open.size).toBe(0);
});
