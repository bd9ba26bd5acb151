import { expect, test } from "vitest";
import { type InvoiceCheckout, invoiceState } from "./invoice.rules";

const at = new Date(0);
const one = (
  id: string,
  status: InvoiceCheckout["status"],
  more: Partial<InvoiceCheckout> = {},
): InvoiceCheckout => ({
  id,
  status,
  lateAcceptedAt: null,
  paidAt: null,
  totalPaidUnits: 0n,
  amountUnits: 10n,
  replacedBy: null,
  ...more,
});

test.each<[string, InvoiceCheckout[], ReturnType<typeof invoiceState>]>([
  ["no checkout", [], { kind: "fresh", replaces: null }],
  ["an expired one", [one("b", "EXPIRED"), one("a", "EXPIRED")], { kind: "fresh", replaces: "b" }],
  ["a cancelled one", [one("a", "CANCELLED")], { kind: "fresh", replaces: "a" }],
  [
    "a part payment to one that was replaced",
    [one("a", "EXPIRED", { totalPaidUnits: 9n, replacedBy: "b" }), one("b", "EXPIRED")],
    { kind: "fresh", replaces: "b" },
  ],
  ["an open one", [one("b", "PENDING"), one("a", "EXPIRED")], { kind: "open", checkoutId: "b" }],
  ["a payment that is being confirmed", [one("a", "DETECTED")], { kind: "open", checkoutId: "a" }],
  [
    "a late payment that waits",
    [one("b", "EXPIRED"), one("a", "LATE_PAID")],
    { kind: "open", checkoutId: "a" },
  ],
  [
    "late money that is not final",
    [one("a", "EXPIRED", { totalPaidUnits: 10n })],
    { kind: "open", checkoutId: "a" },
  ],
  ["a part payment in time", [one("a", "EXPIRED", { totalPaidUnits: 9n })], { kind: "fresh", replaces: "a" }],
  ["a paid one", [one("b", "PENDING"), one("a", "PAID", { paidAt: at })], { kind: "paid", checkoutId: "a" }],
  ["a settled one", [one("a", "SETTLED", { paidAt: at })], { kind: "paid", checkoutId: "a" }],
  [
    "an accepted late payment",
    [one("a", "LATE_PAID", { lateAcceptedAt: at })],
    { kind: "paid", checkoutId: "a" },
  ],
  ["a payment that was refunded", [one("a", "REFUNDED", { paidAt: at })], { kind: "paid", checkoutId: "a" }],
  ["a part payment that was refunded", [one("a", "REFUNDED")], { kind: "fresh", replaces: "a" }],
])("with %s", (_, checkouts, state) => {
  expect(invoiceState(checkouts)).toEqual(state);
});
