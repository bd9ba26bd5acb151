import { describe, expect, it } from "vitest";
import { later, noon } from "@/lib/testing/builders";
import { attemptDelaysMs } from "@/lib/webhooks/webhook-schedule.rules";
import type { WebhookResponse } from "@/lib/webhooks/webhook-store.port";
import { judgeAnswer } from "./attempt-delivery";

const answered = (statusCode: number, retryAfterMs: number | null = null): WebhookResponse => ({
  kind: "answered",
  statusCode,
  retryAfterMs,
  body: "",
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
    ["an hour at most", answered(429, 5 * hour), hour],
    ["no sooner than the schedule", answered(429, 1), 5 * second],
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

  it.each([
    [1, 5 * second],
    [2, 5 * minute],
    [3, 30 * minute],
    [4, 2 * hour],
    [5, 5 * hour],
    [6, 10 * hour],
    [7, 14 * hour],
    [8, 20 * hour],
    [9, 24 * hour],
  ])("waits after attempt %i by the schedule, a fifth more or less", (attempt, delayMs) => {
    expect(judge(failed, attempt, noon, 0.5)).toEqual({ kind: "retry", at: later(delayMs) });
    expect(judge(failed, attempt, noon, 0)).toEqual({ kind: "retry", at: later(0.8 * delayMs) });
    const latest = judge(failed, attempt, noon, 0.999_999);
    expect(latest.kind === "retry" && latest.at.getTime() - noon.getTime()).toBeCloseTo(1.2 * delayMs, -3);
  });

  it("gives up after the last attempt, and not before", () => {
    expect(judge(failed, attemptDelaysMs.length - 1, noon, 0.5).kind).toBe("retry");
    expect(judge(failed, attemptDelaysMs.length, noon, 0.5)).toEqual({ kind: "exhausted" });
    expect(judge(answered(429, hour), attemptDelaysMs.length, noon, 0.5)).toEqual({ kind: "exhausted" });
    expect(judge(answered(204), attemptDelaysMs.length, noon, 0.5)).toEqual({ kind: "delivered" });
  });
});
