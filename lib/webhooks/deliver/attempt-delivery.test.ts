import { describe, expect, it, test } from "vitest";
import { later, noon } from "@/lib/testing/builders";
import { partsOf } from "@/lib/testing/parts";
import { attemptDelaysMs } from "@/lib/webhooks/webhook-schedule.rules";
import type { ClaimedDelivery, WebhookResponse } from "@/lib/webhooks/webhook-store.port";
import {
  attemptDelivery,
  createPostPlaces,
  type DeliveryParts,
  judgeAnswer,
  type PostPlaces,
} from "./attempt-delivery";

const delivery: ClaimedDelivery = {
  id: "whd_1",
  endpointId: "whe_1",
  eventId: "evt_1",
  kind: "checkout.paid",
  url: "https://shop.example/hook",
  secrets: ["whsec_c2VjcmV0"],
  body: "{}",
  requestId: null,
  attemptsMade: 0,
  scheduleStart: 0,
  fencingToken: 1,
  leasedUntil: later(30_000),
};

const attempt = (overrides: Partial<ClaimedDelivery>, post: () => Promise<WebhookResponse>) =>
  attemptDelivery(
    partsOf<DeliveryParts>({ clock: { now: () => noon }, random: () => 0.5, webhookSender: { post } }),
    {
      ...delivery,
      ...overrides,
    },
  );
const refuse = (): Promise<WebhookResponse> => Promise.reject(new Error("nothing may be sent"));
const answered = (statusCode: number, retryAfterMs: number | null = null): WebhookResponse => ({
  kind: "answered",
  statusCode,
  retryAfterMs,
  body: "",
});
const answer500 = async () => answered(500);

it("sends nothing without a readable secret, and the attempt says why", async () => {
  expect(await attempt({ secrets: [] }, refuse)).toMatchObject({
    attempt: { number: 1, statusCode: null, error: expect.stringContaining("DATA_KEY") },
    result: { kind: "retry" },
    isOwnFault: true,
  });
});

it("takes a sender that throws for an attempt that failed", async () => {
  expect(await attempt({}, refuse)).toMatchObject({
    attempt: { statusCode: null, error: "the request could not be made" },
    result: { kind: "retry", at: later(5_000) },
  });
});

it("starts the schedule again after a replay, and continues the numbers", async () => {
  const replayed = { attemptsMade: 10, scheduleStart: 10 };
  expect(await attempt(replayed, answer500)).toMatchObject({
    attempt: { number: 11 },
    result: { kind: "retry", at: later(5_000) },
  });
  const last = { attemptsMade: 19, scheduleStart: 10 };
  expect(await attempt(last, answer500)).toMatchObject({
    attempt: { number: 20 },
    result: { kind: "exhausted" },
  });
});

const failed: WebhookResponse = { kind: "failed", error: "connection refused" };
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

const judge = (response: WebhookResponse, attemptsMade: number, at: Date, random: number) =>
  judgeAnswer(response, attemptsMade, { startedAt: at, endedAt: at }, random);

describe("judgeAnswer", () => {
  it.each([200, 201, 202, 204, 226, 299])("takes %i for delivered", (statusCode) => {
    expect(judge(answered(statusCode), 1, noon, 0.5)).toEqual({ kind: "delivered" });
  });

  it("takes 410 for a receiver that is gone", () => {
    expect(judge(answered(410), 1, noon, 0.5)).toEqual({ kind: "gone" });
  });

  it.each([100, 199, 300, 301, 302, 307, 308, 400, 401, 404, 409, 411, 500, 502])(
    "tries again after %i",
    (statusCode) => {
      expect(judge(answered(statusCode), 1, noon, 0.5)).toEqual({ kind: "retry", at: later(5 * second) });
    },
  );

  it("tries again after no answer at all", () => {
    expect(judge(failed, 1, noon, 0.5)).toEqual({ kind: "retry", at: later(5 * second) });
  });

  it.each([
    ["429", answered(429, 90 * second), 90 * second],
    ["503", answered(503, 90 * second), 90 * second],
    ["not from another status", answered(500, 90 * second), 5 * second],
  ])("honours Retry-After: %s", (_, response, delayMs) => {
    expect(judge(response, 1, noon, 0.5)).toEqual({ kind: "retry", at: later(delayMs) });
  });

  it("counts Retry-After from the answer", () => {
    const slow = { startedAt: noon, endedAt: later(12 * second) };
    expect(judgeAnswer(answered(503, 90 * second), 1, slow, 0.5)).toEqual({
      kind: "retry",
      at: later(102 * second),
    });
    expect(judgeAnswer(answered(500), 1, slow, 0.5)).toEqual({ kind: "retry", at: later(5 * second) });
  });

  it("waits by the schedule, given the attempts made and the jitter", () => {
    expect(judge(failed, 2, noon, 0)).toEqual({ kind: "retry", at: later(0.8 * 5 * minute) });
    expect(judge(failed, 9, noon, 0.5)).toEqual({ kind: "retry", at: later(24 * hour) });
  });

  it("gives up after the last attempt, and not before", () => {
    expect(judge(failed, attemptDelaysMs.length - 1, noon, 0.5).kind).toBe("retry");
    expect(judge(failed, attemptDelaysMs.length, noon, 0.5)).toEqual({ kind: "exhausted" });
    expect(judge(answered(429, hour), attemptDelaysMs.length, noon, 0.5)).toEqual({ kind: "exhausted" });
    expect(judge(answered(204), attemptDelaysMs.length, noon, 0.5)).toEqual({ kind: "delivered" });
  });
});

const first = (endpointId: string) => ({ endpointId, attemptsMade: 0 });
const retry = (endpointId: string) => ({ endpointId, attemptsMade: 1 });
const ids = (count: number) => Array.from({ length: count }, (_, index) => `whe_${index}`);

/** Takes all that these endpoints may have, in turns until nothing is left to take; nothing answers. */
function fill(places: PostPlaces, endpointIds: string[]): void {
  for (let before = -1; before !== places.taken; ) {
    before = places.taken;
    const wanting = new Set(endpointIds);
    for (let shares = places.share(wanting); shares.length > 0; shares = places.share(wanting))
      for (const { id, firstAttempts, retries } of shares) {
        wanting.delete(id);
        for (let count = 0; count < firstAttempts; count++) places.take(first(id));
        for (let count = 0; count < retries; count++) places.take(retry(id));
      }
  }
}

describe("share", () => {
  test("gives an endpoint more than it may ever lease while the process is idle", () => {
    const [share] = createPostPlaces().share(["whe_0"]);
    expect(share?.firstAttempts).toBeGreaterThanOrEqual(50);
    expect(share?.retries).toBeGreaterThanOrEqual(10);
  });

  test.each([1, 20, 100, 500])("leaves a place to others beside %i endpoints that never answer", (count) => {
    const places = createPostPlaces();
    fill(places, ids(count));
    const [share] = places.share(["whe_other"]);
    expect(share?.firstAttempts).toBeGreaterThan(0);
    expect(places.share(ids(count))).toEqual([]);
  });

  test("gives a first attempt its place, for any number of hanging retries, its own endpoint's too", () => {
    const places = createPostPlaces();
    for (const id of ids(150)) for (let count = 0; count < 2; count++) places.take(retry(id));
    expect(places.share(["whe_0"])).toEqual([{ id: "whe_0", firstAttempts: 63, retries: 0 }]);
  });

  test("gives at most a thousand places, and reuses returned ones", () => {
    const places = createPostPlaces();
    fill(places, ids(1_000));
    expect(places.taken).toBe(1_000);
    expect(places.share(["whe_other"])).toEqual([]);
    places.giveBack(first("whe_0"));
    expect(places.share(["whe_other"])).toEqual([{ id: "whe_other", firstAttempts: 1, retries: 0 }]);
  });

  test("gives many endpoints their parts in one turn", () => {
    const shares = createPostPlaces().share(ids(200));
    expect(shares).toHaveLength(200);
    expect(shares.every(({ firstAttempts, retries }) => firstAttempts === 3 && retries === 1)).toBe(true);
  });
});
