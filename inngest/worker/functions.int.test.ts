import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { settlementDue } from "@/inngest/events";
import { allowTurns, stopTurns } from "@/inngest/turn";
import { chainWork } from "@/inngest/work";
import { createWorkLeases } from "@/lib/platform/jobs/work-leases.store";
import { testWorld } from "@/lib/testing/world";
import { APP_ID, createInngestClient } from "./client";
import { createFunctions } from "./functions";
import { createHandler, type InngestHandler, sign } from "./handler";

/** Where `getWork` keeps its dependencies. */
const workSlot = Symbol.for("stablecoin-checkout.work");
const signingKey = "00112233";
const quiet = () => undefined;

const world = testWorld();
let failures: object[];
let chains: number[];
let handle: InngestHandler;

beforeEach(async () => {
  [failures, chains] = [[], []];
  const log = { error: (fields: object) => void failures.push(fields) };
  const workLeases = createWorkLeases(world.stores.database);
  Reflect.set(globalThis, workSlot, { instanceId: "this one", log, workLeases });
  allowTurns();
  const server = { eventKey: "event-key", signingKey, signingKeyFallback: undefined, baseUrl: undefined };
  const client = createInngestClient(server, { debug: quiet, info: quiet, warn: quiet, error: quiet });
  const settle = chainWork({
    id: "settle",
    name: "Settle",
    trigger: settlementDue,
    lease: (chainId) => `settle ${chainId}`,
    run: async (_, chainId) => void chains.push(chainId),
  });
  handle = createHandler(client, createFunctions(client, [settle]), "https://pay.example.com");
});
afterEach(async () => {
  stopTurns();
  Reflect.deleteProperty(globalThis, workSlot);
});

/** Calls a function like an Inngest server that has these results of its steps. */
async function call(id: string, name: string, data: object, results: Record<string, unknown> = {}) {
  const event = { data, id: "e", name, ts: 1 };
  const steps = Object.fromEntries(
    Object.entries(results).map(([step, result]) => [step, { data: result, type: "data" }]),
  );
  const stack = { current: Object.keys(steps).length, stack: Object.keys(steps) };
  // The signature is over the canonical form: sorted keys.
  const ctx = { attempt: 0, disable_immediate_execution: false, run_id: "r", stack, use_api: false };
  const body = JSON.stringify({ ctx, event, events: [event], steps, version: 2 });
  const headers = { "x-inngest-signature": sign(signingKey, body, Date.now()), host: "localhost" };
  const url = `http://localhost/api/inngest?fnId=${APP_ID}-${id}&stepId=step`;
  const answer = await handle(new Request(url, { method: "POST", headers, body }));
  return { status: answer.status, body: await answer.json() };
}
const settle = (results?: Record<string, unknown>) =>
  call("settle", settlementDue.name, { chainId: 8453 }, results);

describe("a work's function", () => {
  it("runs one turn a step, and ends after a turn that needs no other", async () => {
    const first = await settle();
    expect(first).toMatchObject({
      status: 206,
      body: [{ op: "StepRun", displayName: "turn 1", data: { needsAnother: false } }],
    });
    expect(chains).toEqual([8453]);
    expect((await settle({ [first.body[0].id]: { needsAnother: false } })).status).toBe(200);
    expect(chains).toEqual([8453]);

    const second = await settle({ [first.body[0].id]: { needsAnother: true } });
    expect(second).toMatchObject({ status: 206, body: [{ op: "StepRun", displayName: "turn 2" }] });
    expect(chains).toEqual([8453, 8453]);
  });

  it("runs nothing while another instance has the lease", async () => {
    await createWorkLeases(world.stores.database).acquire("settle 8453", "another", 60_000);
    expect(await settle()).toMatchObject({ status: 206, body: [{ data: { needsAnother: false } }] });
    expect(chains).toEqual([]);
  });
});

it("logs this service's runs that failed for good", async () => {
  const error = { message: "broken", name: "Error" };
  for (const function_id of [`${APP_ID}-settle`, "another-service-settle"])
    await call("tell-failures", "inngest/function.failed", { error, function_id, run_id: "r" });
  expect(failures).toEqual([{ function: `${APP_ID}-settle`, runId: "r", error }]);
});
