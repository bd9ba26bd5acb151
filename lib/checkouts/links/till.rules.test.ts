import { expect, test } from "vitest";
import { hasMoney } from "@/lib/checkouts/links/payment-link.rules";

const untouched = { totalPaid: "0", reportedPayment: null, gaslessPayment: null, strayPayments: [] };
const reported = { txHash: "0x1" };
const signed = { status: "FAILED", failureReason: null, txHash: null } as const;

test.each([
  ["nothing", {}, false],
  ["a part", { totalPaid: "1" }, true],
  ["a reported payment", { reportedPayment: reported }, true],
  ["a signature that anyone may submit", { gaslessPayment: { ...signed, mayStillPay: true } }, true],
  ["a signature whose time is over", { gaslessPayment: { ...signed, mayStillPay: false } }, false],
  ["another coin", { strayPayments: [{}] }, true],
])("a sale with %s has money: %o is %s", (_, change, expected) => {
  expect(hasMoney({ ...untouched, ...change })).toBe(expected);
});
