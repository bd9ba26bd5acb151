import { describe, expect, test } from "vitest";
import { defaultEventKinds, deliveryStatuses, eventKinds, events, sentHeaders } from "./events.rules";

describe("delivery", () => {
  test("shows an attempt's headers without signatures, at the signed second", () => {
    expect(
      sentHeaders({ eventId: "evt_1", requestId: "req-1" }, new Date("2026-05-01T12:00:00.999Z")),
    ).toEqual([
      ["content-type", "application/json"],
      ["user-agent", "stablecoin-checkout-webhooks"],
      ["x-svc-request-id", "req-1"],
      ["x-svc-signature", "t=1777636800,v1=…"],
      ["webhook-id", "evt_1"],
      ["webhook-timestamp", "1777636800"],
      ["webhook-signature", "v1,…"],
    ]);
  });

  test("a delivery waits, has arrived or has failed", () => {
    expect(deliveryStatuses).toEqual(["PENDING", "DELIVERED", "FAILED"]);
  });
});

describe("events", () => {
  test("subscribes a new endpoint to essential events; all others are opt-in", () => {
    expect([...defaultEventKinds].sort()).toEqual([
      "checkout.expired",
      "checkout.late_paid",
      "checkout.paid",
      "checkout.reverted",
    ]);
  });

  test.each(eventKinds)("%s has its texts in English and in Korean, with the same placeholders", (kind) => {
    const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();
    for (const { en, ko } of [events[kind].help, events[kind].timeline]) {
      expect(en).not.toMatch(/\p{Script=Hangul}/u);
      expect(ko).toMatch(/\p{Script=Hangul}/u);
      expect(placeholders(ko)).toEqual(placeholders(en));
    }
  });
});
