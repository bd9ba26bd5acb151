import { expect, it } from "vitest";
import { later, noon } from "@/lib/testing/builders";
import type { ClaimedDelivery, WebhookResponse } from "@/lib/webhooks/webhook-store.port";
import { attemptDelivery } from "./attempt-delivery";

const delivery: ClaimedDelivery = {
  id: "whd_1",
  endpointId: "whe_1",
  eventId: "evt_1",
  kind: "checkout.paid",
  url: "https://shop.example/hook",
  secrets: ["whsec_c2VjcmV0"],
  body: "{}",
  attemptsMade: 0,
  scheduleStart: 0,
  fencingToken: 1,
  leasedUntil: later(30_000),
};

const attempt = (overrides: Partial<ClaimedDelivery>, post: () => Promise<WebhookResponse>) =>
  attemptDelivery(
    { clock: { now: () => noon }, random: () => 0.5, webhookSender: { post } },
    { ...delivery, ...overrides },
  );
const refuse = (): Promise<WebhookResponse> => Promise.reject(new Error("nothing may be sent"));
const answer500 = async (): Promise<WebhookResponse> => ({
  kind: "answered",
  statusCode: 500,
  retryAfterMs: null,
  body: "",
});

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

it("begins the schedule anew after a replay, and goes on with the numbers", async () => {
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
