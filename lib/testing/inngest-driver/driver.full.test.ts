import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { chainWatch, outboxCreated } from "@/inngest/events";
import { APP_ID } from "@/inngest/worker/create-client";
import { canonicalJson, sign } from "@/inngest/worker/handler";
import { type InngestDriver, startInngestDriver } from "./driver";
import { type ServerClient, startTestApp, type TestApp } from "./test-app";

const signingKey = "signkey-test-00112233445566778899aabbccddeeff";
const newKey = "ffeeddccbbaa99887766554433221100";
const eventKey = "0a1b2c";
/** Runs sleep for a second at least, and the machine may be busy. */
const timeout = 60_000;

let driver: InngestDriver;
let apps: TestApp[];
let lines: { level: string; fields: Record<string, unknown>; message: string }[];
/** What the functions did, and in which instance. */
let done: string[];

const record = (level: string) => (fields: object, message: string) =>
  void lines.push({ level, fields: { ...fields }, message });

beforeEach(async () => {
  lines = [];
  done = [];
  apps = [];
  driver = await startInngestDriver({
    eventKey,
    signingKey,
    log: { info: record("info"), warn: record("warn"), error: record("error") },
    limits: { firstBackoffMs: 20 },
  });
});
afterEach(async () => {
  await driver.stop();
  await Promise.all(apps.map((app) => app.close()));
});

/** The instances whose steps fail. */
let failing: Set<string>;
const functions = (name: string) => (client: ServerClient) => [
  client.createFunction(
    {
      id: "two-steps",
      triggers: [chainWatch],
      retries: 2,
      concurrency: 1,
    },
    async ({ event, step }) => {
      for (const id of ["a", "b"]) {
        await step.run(id, () => {
          if (failing.has(name)) throw new Error(`${name} is broken`);
          done.push(`${event.data.chainId} ${id} by ${name}`);
        });
      }
      await step.sleep("pause", "1s");
      await step.sendEvent("tell", outboxCreated.create({}));
    },
  ),
  client.createFunction({ id: "told", triggers: [outboxCreated] }, () => void done.push("told")),
  client.createFunction(
    { id: "by-the-clock", triggers: [{ cron: "0 0 1 1 *" }] },
    () => void done.push("cron"),
  ),
];

async function startApps(count: number, keys: { signingKey?: string; signingKeyFallback?: string } = {}) {
  failing = new Set();
  for (let n = 1; n <= count; n++) {
    const given = { eventKey, signingKey, baseUrl: driver.url, ...keys };
    apps.push(await startTestApp(given, functions(`instance ${n}`)));
  }
  const [first] = apps;
  if (first === undefined) throw new Error("there is no app");
  return first;
}
const origins = () => apps.map(({ origin }) => origin);

describe("registration", { timeout }, () => {
  test.each(["out_of_band", "in_band"] as const)("%s, signed, tells every function", async (kind) => {
    const app = await startApps(1);
    expect(await driver.sync(app.origin, { kind })).toMatchObject({ status: 200 });
    expect(driver.registered()).toMatchObject({
      url: `${app.origin}/api/inngest`,
      definitions: [
        { id: "two-steps", fnId: `${APP_ID}-two-steps`, maxAttempts: 3, eventNames: ["chain.watch"] },
        { id: "told", maxAttempts: 4 },
        { id: "by-the-clock", crons: [{ expression: "0 0 1 1 *" }] },
      ],
    });
  });

  test.each([
    ["no signature", () => null],
    ["a signature of another body", () => sign(signingKey, "{}", Date.now())],
    ["a signature by another key", (body: string) => sign(newKey, body, Date.now())],
    ["a signature six minutes old", (body: string) => sign(signingKey, body, Date.now() - 360_000)],
  ])("with %s is refused and reaches no server", async (_, signature) => {
    const app = await startApps(1);
    const body = canonicalJson({ url: `${app.origin}/api/inngest` });
    for (const kind of ["out_of_band", "in_band"] as const)
      expect(await driver.sync(app.origin, { kind, signature: signature(body) })).toMatchObject({
        status: 401,
      });
    expect(driver.registered()).toBeUndefined();
  });

  test("of an app with another key is refused by the server", async () => {
    const app = await startApps(1, { signingKey: newKey });
    const body = canonicalJson({ url: `${app.origin}/api/inngest` });
    const answer = await driver.sync(app.origin, { signature: sign(newKey, body, Date.now()) });
    expect(answer).toEqual({ status: 401, body: { message: "Unauthorized", modified: false } });
    expect(driver.registered()).toBeUndefined();
  });
});

describe("calls", { timeout }, () => {
  test("run a function's steps on one instance after the other, once each, and its event the next function", async () => {
    const app = await startApps(3);
    await driver.sync(app.origin);
    driver.start(origins());
    await app.client.send([chainWatch.create({ chainId: 1 }), chainWatch.create({ chainId: 2 })]);
    await driver.engine().idle();
    expect(done.filter((line) => line === "told")).toHaveLength(2);
    expect(
      done
        .filter((line) => /^\d [ab]/.test(line))
        .map((line) => line.slice(0, 3))
        .sort(),
    ).toEqual(["1 a", "1 b", "2 a", "2 b"]);
    expect(new Set(driver.calls.map(({ origin }) => origin))).toEqual(new Set(origins()));
    expect(driver.stats()).toMatchObject({ completed: 4, failed: 0 });
  });

  test("of the clock run as the app registered them", async () => {
    await driver.stop();
    driver = await startInngestDriver({
      eventKey,
      signingKey,
      log: { info: record("info"), warn: record("warn"), error: record("error") },
      runCronsAtStart: true,
    });
    const app = await startApps(1);
    await driver.sync(app.origin);
    driver.start(origins());
    await driver.engine().idle();
    expect(done).toEqual(["cron"]);
  });

  test("that fail in one instance are repeated and succeed in another", async () => {
    const app = await startApps(2);
    failing.add("instance 1");
    await driver.sync(app.origin);
    driver.start(origins());
    await app.client.send(chainWatch.create({ chainId: 1 }));
    await driver.engine().idle();
    expect(done).toEqual(["1 a by instance 2", "1 b by instance 2", "told"]);
    expect(lines.some(({ message }) => message.startsWith("Attempt failed"))).toBe(true);
  });

  test("that fail everywhere are given up after the declared attempts", async () => {
    const app = await startApps(2);
    failing = new Set(["instance 1", "instance 2"]);
    await driver.sync(app.origin);
    driver.start(origins());
    await app.client.send(chainWatch.create({ chainId: 1 }));
    await driver.engine().idle();
    expect(driver.stats()).toMatchObject({ failed: 1, completed: 0 });
    const attempts = lines.filter(({ message }) => message.startsWith("Attempt failed"));
    expect(attempts.map(({ fields }) => fields.attempt)).toEqual([0, 1]);
    expect(lines.filter(({ level }) => level === "error")).toMatchObject([{ message: "Run failed" }]);
  });

  test("pass over an instance that is gone, and nobody notices", async () => {
    const app = await startApps(2);
    await driver.sync(app.origin);
    const [first = "", last = ""] = origins();
    // Where no one listens, and no one comes to listen either.
    driver.start([first, "http://127.0.0.1:2", last]);
    await app.client.send(chainWatch.create({ chainId: 1 }));
    await driver.engine().idle();
    expect(done).toHaveLength(3);
    expect(lines.filter(({ level }) => level !== "info")).toEqual([]);
  });
});

describe("a call that no server signed", { timeout }, () => {
  const call = () => {
    const event = { data: { chainId: 9 }, id: "e", name: "chain.watch", ts: Date.now() };
    const ctx = { attempt: 0, run_id: "r", fn_id: "f", stack: { stack: [], current: 0 } };
    return canonicalJson({ ctx, event, events: [event], steps: {}, version: 2 });
  };
  const post = (app: TestApp, body: string, signature: string | null) =>
    fetch(`${app.origin}/api/inngest?fnId=${APP_ID}-two-steps&stepId=step`, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", ...(signature && { "x-inngest-signature": signature }) },
    });

  test.each<[string, (body: string) => string | null]>([
    ["without signature", () => null],
    ["with an empty one", () => "t=&s="],
    ["with one by another key", (body) => sign(newKey, body, Date.now())],
    ["with one for another body", () => sign(signingKey, "{}", Date.now())],
    ["with one six minutes old", (body) => sign(signingKey, body, Date.now() - 360_000)],
    ["with one from six minutes ahead", (body) => sign(signingKey, body, Date.now() + 360_000)],
  ])("%s gets 401 and runs nothing", async (_, signature) => {
    const app = await startApps(1);
    const body = call();
    const answer = await post(app, body, signature(body));
    expect(answer.status).toBe(401);
    expect(answer.headers.get("x-inngest-signature")).toBeNull();
    await sleep(20);
    expect(done).toEqual([]);
    // The same call with a signature does run: what was refused was the signature.
    expect((await post(app, body, sign(signingKey, body, Date.now()))).status).toBe(206);
    expect(done).toHaveLength(1);
  });

  test("by an event key of one's own starts nothing", async () => {
    const app = await startApps(1);
    await driver.sync(app.origin);
    driver.start(origins());
    const answer = await fetch(`${driver.url}/e/another`, { method: "POST", body: "[]" });
    expect(answer.status).toBe(401);
  });
});

test("keys are exchanged while calls go on: the app takes either, and then the new one alone", {
  timeout,
}, async () => {
  // First the app learns of the new key beside its own, then the server signs with it.
  const app = await startApps(1, { signingKey, signingKeyFallback: newKey });
  await driver.sync(app.origin);
  driver.start(origins());
  await app.client.send(chainWatch.create({ chainId: 1 }));
  await driver.engine().idle();
  driver.signWith(newKey);
  expect((await driver.sync(app.origin)).status).toBe(200);
  await app.client.send(chainWatch.create({ chainId: 2 }));
  await driver.engine().idle();
  expect(driver.stats()).toMatchObject({ completed: 4, failed: 0 });
  expect(driver.calls.every(({ status }) => status === 200 || status === 206)).toBe(true);

  // At the end the app knows the new one only; what is signed with the old one is refused.
  await app.close();
  apps = [];
  const rotated = await startApps(1, { signingKey: newKey });
  const body = canonicalJson({ url: `${rotated.origin}/api/inngest` });
  expect((await driver.sync(rotated.origin)).status).toBe(200);
  expect((await driver.sync(rotated.origin, { signature: sign(signingKey, body, Date.now()) })).status).toBe(
    401,
  );
});
