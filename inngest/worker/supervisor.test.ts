import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { leaseNames } from "@/inngest/events";
import { buildChain, noon } from "@/lib/testing/builders";
import { reportServer } from "./supervisor";

vi.mock("./client", () => ({ inngest: {}, functionsOrigin: () => "https://pay.example" }));

/** Where `getWork` keeps what it made. */
const workSlot = Symbol.for("stablecoin-checkout.work");
const duties = [leaseNames.watch(31337), leaseNames.expire, leaseNames.upkeep];
const happened: string[] = [];
let holders: ReadonlyMap<string, string>;

const heldBy = (suffix: string) => new Map(duties.map((name) => [name, `instance${suffix}`]));

beforeEach(() => {
  happened.length = 0;
  Reflect.set(globalThis, workSlot, {
    clock: { now: () => noon },
    chains: [buildChain()],
    workLeases: { holders: async () => holders },
    incidents: {
      raise: async ({ kind }: { kind: string }) => void happened.push(`raised ${kind}`),
      resolve: async (kind: string) => void happened.push(`resolved ${kind}`),
    },
  });
});
afterEach(() => void Reflect.deleteProperty(globalThis, workSlot));

test("a server that runs no work is an incident after 30 s, also when it starts together with this process", async () => {
  holders = heldBy(" (in process)");
  await reportServer(0);
  await reportServer(29_999);
  expect(happened).toEqual([]);
  await reportServer(30_000);
  expect(happened).toEqual(["raised INNGEST_DOWN"]);
});

test("the incident closes as soon as the server runs all work", async () => {
  holders = new Map([...heldBy("")].slice(1));
  await reportServer(1_000);
  expect(happened).toEqual([]);
  holders = heldBy("");
  await reportServer(1_000);
  expect(happened).toEqual(["resolved INNGEST_DOWN"]);
});
