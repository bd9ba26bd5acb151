import { expect, test } from "vitest";
import { medusaRefundOf, reasonOf, refundNote } from "./refund-note";
import { payable, refusalOf, withMoney } from "./session-money";

const usdc = { symbol: "USDC", name: "USD Coin", decimals: 6, iconUrl: "" };
const half = {
  id: "chk_1",
  totalPaid: "6250000",
  refundedAmount: "0",
  token: usdc,
  checkoutUrl: "https://pay.example.com/c/chk_1",
};
const empty = { ...half, id: "chk_2", totalPaid: "0" };

test.each([
  ["no money", [empty], undefined],
  ["a part of the price", [half], "chk_1"],
  ["money at the checkout that a newer one continues", [half, empty], "chk_1"],
  ["money that was refunded", [{ ...half, refundedAmount: "6250000" }, empty], undefined],
  ["a part that was refunded", [{ ...half, refundedAmount: "1" }], "chk_1"],
])("a session with %s", (_, checkouts, found) => {
  expect(withMoney(checkouts)?.id).toBe(found);
});

test("a refusal names the amount, the checkout and its page", () => {
  expect(refusalOf({ ...half, refundedAmount: "250000" })).toMatch(
    /^6\.00 USDC already arrived for this cart, at checkout chk_1\. Complete that payment at https:\S+\/c\/chk_1 /,
  );
  expect(refusalOf({ ...half, totalPaid: "1" })).toMatch(/^0\.000001 USDC /);
});

test("the paid checkout pays its session, although a newer one continues it", () => {
  const [paid, newer] = [
    { id: 1, isPaid: true },
    { id: 2, isPaid: false },
  ];
  expect(payable([paid, newer])).toBe(paid);
  expect(payable([{ ...paid, isPaid: false }, newer])).toBe(newer);
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
