import { beforeEach, describe, expect, it } from "vitest";
import { openPromise } from "@/lib/testing/builders";
import { testNetwork, testWorld } from "@/lib/testing/world";
import { attemptDelaysMs } from "@/lib/webhooks/webhook-schedule.rules";
import type { WebhookResponse } from "@/lib/webhooks/webhook-store.port";
import { createWebhookDelivery } from "./create-webhook-delivery";

const network = await testNetwork();
let now = new Date();
const world = testWorld([network], { deps: { clock: { now: () => now } } });
beforeEach(async () => {
  now = new Date();
  await listen("https://shop.example/hooks");
});

const listen = (url: string) =>
  world.stores.createWebhookEndpoint({
    projectId: world.project.id,
    url,
    kinds: ["checkout.created"],
    secret: "whsec_c2VjcmV0",
    at: now,
  });
const deliver = () => createWebhookDelivery(world.deps).deliver();
const answered = (statusCode: number): WebhookResponse => ({
  kind: "answered",
  statusCode,
  retryAfterMs: null,
  body: "",
});
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const deliveries = () =>
  world.query<{ status: string; attempt_count: number }>(
    "SELECT status, attempt_count FROM webhook_deliveries ORDER BY id",
  );

/** Lets posts hang from `hold` until `release`. */
function holdPosts() {
  /** Event ids, in the order of the posts that were begun. */
  const posts: string[] = [];
  let gate = openPromise();
  gate.resolve();
  const { post } = world.deps.webhookSender;
  world.deps.webhookSender = {
    post: async (input) => {
      posts.push(input.eventId);
      await gate.promise;
      return post(input);
    },
  };
  const hold = () => {
    gate = openPromise();
  };
  return { posts, hold, release: () => gate.resolve() };
}

describe("deliver", () => {
  it("sends the same bytes by the whole schedule, and gives up after it", async () => {
    await world.create();
    world.answer = () => answered(500);
    for (const [attempt, delayMs] of attemptDelaysMs.entries()) {
      if (delayMs > 0) {
        pass(delayMs - 1);
        expect(await deliver()).toMatchObject({ attempted: 0 });
        pass(1);
      }
      const next = attemptDelaysMs[attempt + 1];
      expect(await deliver()).toEqual({
        kind: "idle",
        attempted: 1,
        nextDueAt: next === undefined ? null : new Date(now.getTime() + next),
      });
    }
    expect(new Set(world.posts.map(({ body }) => body)).size).toBe(1);
    expect(world.posts).toHaveLength(10);
    expect(await deliveries()).toEqual([{ status: "FAILED", attempt_count: 10 }]);
    pass(365 * 86_400_000);
    expect(await deliver()).toEqual({ kind: "idle", attempted: 0, nextDueAt: null });
  });

  it("stops at the first success", async () => {
    await world.create();
    world.answer = () => ({ kind: "failed", error: "connection refused" });
    await deliver();
    world.answer = () => answered(204);
    pass(5_000);
    expect(await deliver()).toEqual({ kind: "idle", attempted: 1, nextDueAt: null });
    expect(await deliveries()).toEqual([{ status: "DELIVERED", attempt_count: 2 }]);
    expect(
      await world.query("SELECT number, status_code, error FROM delivery_attempts ORDER BY number"),
    ).toEqual([
      { number: 1, status_code: null, error: "connection refused" },
      { number: 2, status_code: 204, error: null },
    ]);
  });

  it("delays no receiver for another one", async () => {
    await listen("https://slow.example/hooks");
    await world.create();
    const slow = openPromise();
    const { post } = world.deps.webhookSender;
    world.deps.webhookSender = {
      post: async (input) => {
        if (input.url.includes("slow")) await slow.promise;
        return post(input);
      },
    };
    const both = deliver();
    await expect.poll(() => world.posts.length, { timeout: 20_000 }).toBe(1);
    expect(world.posts.map(({ url }) => url)).toEqual(["https://shop.example/hooks"]);
    slow.resolve();
    expect(await both).toMatchObject({ attempted: 2 });
  });

  it("posts a fresh event while a retry and a first attempt of its failing endpoint hang", async () => {
    const receiver = holdPosts();
    const worker = createWebhookDelivery(world.deps);
    await world.create();
    world.answer = () => answered(500);
    await worker.deliver();
    world.answer = () => answered(204);
    receiver.hold();
    pass(5_000);
    await world.create();
    const work = worker.deliver();
    await expect.poll(() => receiver.posts.length, { timeout: 20_000 }).toBe(3);
    await world.create();
    await worker.deliver();
    await expect.poll(() => receiver.posts.length, { timeout: 20_000 }).toBe(4);
    expect(new Set(receiver.posts).size).toBe(3);
    receiver.release();
    expect(await work).toMatchObject({ attempted: 3 });
  });

  it("limits an endpoint's first attempts in flight to fifty over all workers", async () => {
    const receiver = holdPosts();
    receiver.hold();
    for (let count = 0; count < 51; count++) await world.create();
    const work = deliver();
    await expect.poll(() => receiver.posts.length, { timeout: 20_000 }).toBe(50);
    expect(await deliver()).toMatchObject({ kind: "idle", attempted: 0 });
    expect(receiver.posts).toHaveLength(50);
    receiver.release();
    expect(await work).toMatchObject({ attempted: 51 });
    expect(new Set(receiver.posts).size).toBe(51);
  });

  it("gives each delivery to one of several workers", async () => {
    for (let count = 0; count < 30; count++) await world.create();
    await Promise.all(Array.from({ length: 4 }, deliver));
    await deliver();
    expect(world.posts).toHaveLength(30);
    expect(new Set(world.posts.map(({ eventId }) => eventId)).size).toBe(30);
    expect((await deliveries()).every(({ status }) => status === "DELIVERED")).toBe(true);
  });

  it("sends a dead worker's deliveries again, and ignores its later results", async () => {
    await world.create();
    const late = openPromise<WebhookResponse>();
    const webhookSender = { post: () => late.promise };
    const dead = createWebhookDelivery({ ...world.deps, webhookSender }).deliver();
    const claimed = () => world.query("SELECT fencing_token FROM webhook_deliveries");
    await expect.poll(claimed, { timeout: 20_000 }).toEqual([{ fencing_token: 1 }]);
    pass(29_000);
    expect(await deliver()).toMatchObject({ attempted: 0 });
    pass(1_000);
    expect(await deliver()).toMatchObject({ attempted: 1 });
    expect(await deliveries()).toEqual([{ status: "DELIVERED", attempt_count: 1 }]);

    late.resolve(answered(500));
    await dead;
    expect(await deliveries()).toEqual([{ status: "DELIVERED", attempt_count: 1 }]);
    expect(await world.query("SELECT status_code FROM delivery_attempts")).toEqual([{ status_code: 200 }]);
    expect(world.warnings).toHaveLength(1);
  });

  it("ends an endpoint that is gone, with all that waits for it", async () => {
    await world.create();
    await world.create();
    world.answer = () => answered(410);
    await deliver();
    await world.create();
    expect(await deliver()).toEqual({ kind: "idle", attempted: 0, nextDueAt: null });
    expect(new Set((await deliveries()).map(({ status }) => status))).toEqual(new Set(["FAILED"]));
  });
});
