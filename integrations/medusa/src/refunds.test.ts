import { expect, test } from "vitest";
import { medusaRefundOf, reasonOf, refundNote, refundUnits } from "./refunds";

const paid = { fiatAmount: "12.50", amount: "12499999", acceptedAmount: null };

test.each([
  ["all of it", paid, "12.5", "12499999"],
  ["two fifths, rounded down", paid, "5", "4999999"],
  ["one cent", paid, "0.01", "9999"],
  ["a share of what the merchant accepted", { ...paid, acceptedAmount: "10000000" }, "6.25", "5000000"],
  [
    "18 decimals",
    { fiatAmount: "3", amount: "3000000000000000001", acceptedAmount: null },
    "1",
    "1000000000000000000",
  ],
  [
    "a price without cents",
    { fiatAmount: "1500", amount: "10000000", acceptedAmount: null },
    "750.00",
    "5000000",
  ],
])("refunds %s in token units", (_, checkout, refund, units) => {
  expect(refundUnits(checkout, refund)).toBe(units);
});

test("a checkout without a fiat price has no share to refund", () => {
  expect(() => refundUnits({ ...paid, fiatAmount: null }, "1")).toThrow("fiat price");
});

const refund = { id: "rfd_1", status: "AWAITING_SIGNATURE", claimUrl: null, txHash: null } as const;
const noteOf = (changes: object, before?: string) =>
  refundNote({ ...refund, ...changes }, "https://pay.example.com", before);

test("a refund's note tells its state, and keeps what a person wrote", () => {
  const asked = noteOf({}, "Broken cup");
  expect(asked).toBe(
    "Broken cup\nStablecoin refund rfd_1 is not sent yet, your wallet has to sign it: https://pay.example.com/dashboard/refunds/rfd_1.",
  );
  const sent = noteOf({ status: "COMPLETED", txHash: "0xab" }, asked);
  expect(sent).toBe("Broken cup\nStablecoin refund rfd_1 is sent and final, transaction 0xab.");
  expect(noteOf({ status: "CANCELLED" }, sent)).toContain("CANCELLED: no money was sent");
  expect(noteOf({ claimUrl: "https://pay.example.com/r/x" })).toMatch(
    /^Stablecoin.*this page: https:\S+\/r\/x$/,
  );
});

test("a refund's reason names Medusa's own refund", () => {
  expect(medusaRefundOf({ reason: reasonOf("ref_01") })).toBe("ref_01");
  for (const reason of [null, "Broken cup", reasonOf("pay_01")])
    expect(medusaRefundOf({ reason })).toBeNull();
});
