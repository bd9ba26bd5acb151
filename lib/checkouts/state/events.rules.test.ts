import { describe, expect, test } from "vitest";
import { defaultEventKinds, deliveryStatuses, eventKinds, sentHeaders } from "@/lib/webhooks/events.rules";

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
    const optIn = eventKinds.filter((kind) => !defaultEventKinds.includes(kind));
    expect([...optIn].sort()).toEqual([
      "checkout.cancelled",
      "checkout.created",
      "checkout.detected",
      "checkout.partially_paid",
      "checkout.refunded",
      "checkout.settled",
      "refund.completed",
      "refund.failed",
    ]);
  });
});
