import { expect, test } from "vitest";
import { later, noon } from "@/lib/testing/builders";
import { isOnItsWay } from "./reported-payment.rules";

test.each([
  [0, true],
  [59_999, true],
  [60_000, false],
  [600_000, false],
])("a payment seen %s ms ago is on its way: %s", (ms, onItsWay) => {
  expect(isOnItsWay({ seenAt: noon }, later(ms))).toBe(onItsWay);
});
