import { expect, test } from "vitest";
import { deliveryStatuses, sentHeaders } from "./delivery.rules";

test("shows an attempt's headers without signatures, at the signed second", () => {
  expect(sentHeaders({ eventId: "evt_1", requestId: "req-1" }, new Date("2026-05-01T12:00:00.999Z"))).toEqual(
    [
      ["content-type", "application/json"],
      ["user-agent", "stablecoin-checkout-webhooks"],
      ["x-svc-request-id", "req-1"],
      ["x-svc-signature", "t=1777636800,v1=…"],
      ["webhook-id", "evt_1"],
      ["webhook-timestamp", "1777636800"],
      ["webhook-signature", "v1,…"],
    ],
  );
});

test("a delivery waits, has arrived or has failed", () => {
  expect(deliveryStatuses).toEqual(["PENDING", "DELIVERED", "FAILED"]);
});
