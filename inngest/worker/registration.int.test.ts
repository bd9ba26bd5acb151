import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createReleaseStore, type ReleaseStore } from "@/lib/platform/jobs/work-leases.store";
import { testWorld } from "@/lib/testing/world";
import { createInngestClient } from "./client";
import { createRegistration, describeFunction, type KnownFunction } from "./registration";

/** Where `getWork` keeps what it made. */
const workSlot = Symbol.for("stablecoin-checkout.work");
const quiet = () => undefined;
const client = createInngestClient(
  { eventKey: "event-key", signingKey: "00", signingKeyFallback: undefined, baseUrl: "http://127.0.0.1:1" },
  { debug: quiet, info: quiet, warn: quiet, error: quiet },
);
const withCron = (cron: string) => [
  client.createFunction({ id: "work", triggers: [{ cron }], retries: 0 }, async () => undefined),
];
const [hourly, daily] = [withCron("7 * * * *"), withCron("7 0 * * *")];

const world = testWorld();
let releases: ReleaseStore;
let warnings: string[];
/** What the server runs; null while it tells nothing. */
let running: KnownFunction[] | null;
/** Which releases registered, in order. */
let registered: string[];
let isServerUp: boolean;

beforeEach(async () => {
  releases = createReleaseStore(world.stores.database);
  [warnings, running, registered, isServerUp] = [[], null, [], true];
  const log = {
    info: () => undefined,
    error: () => undefined,
    warn: (_: object, message: string) => void warnings.push(message),
  };
  Reflect.set(globalThis, workSlot, { log, releases });
});
afterEach(async () => {
  Reflect.deleteProperty(globalThis, workSlot);
});

const release = (buildId: string, functions: typeof hourly) =>
  createRegistration({
    buildId,
    functions,
    register: async () => {
      if (!isServerUp) return false;
      registered.push(buildId);
      if (running !== null) running = functions.map(describeFunction);
      return true;
    },
    readRunning: async () => running,
  });
const lastSeenAgo = (buildId: string, seconds: number) =>
  world.stores.database.pool.query(
    "UPDATE releases SET seen_at = now() - $2 * interval '1 second' WHERE id = $1",
    [buildId, seconds],
  );

describe("a release", () => {
  it("registers once at start, and again after a server refused it", async () => {
    const only = release("one", hourly);
    isServerUp = false;
    await only.keep();
    isServerUp = true;
    for (let looks = 0; looks < 3; looks++) await only.keep();
    expect(registered).toEqual(["one"]);
  });

  it("that is older than another logs it and doesn't overwrite it, at every start", async () => {
    await release("one", hourly).keep();
    await release("two", daily).keep();
    const restarted = release("one", hourly);
    for (let looks = 0; looks < 3; looks++) await restarted.keep();
    expect(registered).toEqual(["one", "two"]);
    expect(warnings).toEqual(["a newer release is running; not registering this one's functions"]);
  });

  it("registers again once no newer one runs, as after a rollback", async () => {
    const [one, two] = [release("one", hourly), release("two", daily)];
    for (const each of [one, two, one]) await each.keep();
    await lastSeenAgo("two", 151);
    await one.keep();
    expect(registered).toEqual(["one", "two", "one"]);
  });

  it("with the newest functions may register them", async () => {
    await release("two", hourly).keep();
    await release("one", hourly).keep();
    expect(registered).toEqual(["two", "one"]);
    expect(warnings).toEqual([]);
  });
});

describe("a server that lists its functions", () => {
  it("is registered again when it runs other functions, and the difference is reported meanwhile", async () => {
    running = [];
    const only = release("one", hourly);
    await only.keep();
    expect(await releases.mismatch()).toBeNull();
    running = daily.map(describeFunction);
    await only.keep();
    expect(registered).toEqual(["one", "one"]);
    expect(await releases.mismatch()).toBeNull();
    expect(warnings).toHaveLength(1);

    running = [...hourly.map(describeFunction), { id: "removed", triggers: ["a"], retries: 0 }];
    isServerUp = false;
    await only.keep();
    expect(await releases.mismatch()).toBe("removed");
  });
});
