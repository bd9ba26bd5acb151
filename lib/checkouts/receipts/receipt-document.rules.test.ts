import { expect, test } from "vitest";
import { allowsReceipt, receiptLimits } from "./receipt-document.rules";

test.each([
  [999_999n, 6, false],
  [1_000_000n, 6, true],
  [1_000_000n, 18, false],
  [10n ** 18n, 18, true],
  [0n, 0, false],
])("a payment of %s units with %s decimals has a receipt: %s", (units, decimals, allowed) => {
  expect(allowsReceipt(units, decimals)).toBe(allowed);
});

test("a receipt counts for a day against checkout and address, address, client and project", () => {
  const windowMs = 86_400_000;
  expect(receiptLimits("chk_1", "prj_1", "abc", "192.0.2.1")).toEqual([
    { bucket: "receipt:chk_1:abc", most: 1, windowMs },
    { bucket: "receipt-address:abc", most: 3, windowMs },
    { bucket: "receipts:prj_1:192.0.2.1", most: 20, windowMs },
    { bucket: "receipts:prj_1", most: 1_000, windowMs, shared: { client: "192.0.2.1", free: 3 } },
  ]);
});
