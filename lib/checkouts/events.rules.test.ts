import { expect, test } from "vitest";
import { defaultEventKinds, eventKinds } from "./events.rules";

test("a new endpoint gets what a shop must not miss; everything else is opt-in", () => {
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
