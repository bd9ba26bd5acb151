import { describe, expect, it } from "vitest";
import { type CheckoutStatus, checkoutStatuses } from "@/lib/checkouts/checkout.rules";
import {
  canChangeToken,
  checkoutFingerprint,
  checkoutScreen,
  checkoutScreens,
  isLastScreen,
  type ScreenFacts,
} from "./checkout-screen.rules";

const usdc = { chainId: 8453, tokenAddress: "0xusdc", amount: "4500000" };
const usdt = { chainId: 137, tokenAddress: "0xusdt", amount: "4502000" };

function facts(changes: Partial<ScreenFacts> = {}): ScreenFacts {
  return {
    status: "PENDING",
    isPaid: false,
    chainId: 8453,
    tokenAddress: "0xusdc",
    amount: "4500000",
    totalPaid: "0",
    remainingAmount: "4500000",
    paymentTxHash: null,
    confirmations: { seen: 0, required: 10 },
    expiresAt: "2026-01-01T12:30:00.000Z",
    serverTime: "2026-01-01T12:00:00.000Z",
    successUrl: null,
    signing: { kind: "EIP3009" },
    gaslessPayment: null,
    reportedPayment: null,
    strayPayments: [],
    requote: null,
    replacedBy: null,
    receivedEarlier: null,
    refunds: [],
    moneyGoingBack: [],
    overpayment: null,
    moneyBack: null,
    acceptsRestUntil: null,
    options: [],
    ...changes,
  };
}

const agreed = { amount: "1", step: "agreed", customerChooses: true, txHash: null };
const moneyGoingBack = [agreed];

const unselected = {
  chainId: null,
  tokenAddress: null,
  amount: null,
  remainingAmount: null,
  confirmations: null,
  options: [usdc, usdt],
};

describe("a payment that completed the amount too late", () => {
  const complete = { totalPaid: "4500000", remainingAmount: "0" };
  it.each<Partial<ScreenFacts>>([
    { status: "EXPIRED" },
    { status: "CANCELLED" },
    { serverTime: "2026-01-01T12:30:00.000Z" },
  ])("is shown while it is being confirmed: %o", (changes) => {
    expect(checkoutScreen(facts({ ...complete, ...changes }))).toBe("late_confirming");
    expect(
      checkoutScreen(facts({ ...complete, totalPaid: "1", remainingAmount: "4499999", ...changes })),
    ).not.toBe("late_confirming");
  });
});

describe("the screen of a pending checkout", () => {
  it("offers the choice of a token until one is selected, even when there is only one", () => {
    expect(checkoutScreen(facts(unselected))).toBe("choose");
    expect(checkoutScreen(facts({ ...unselected, options: [usdc] }))).toBe("choose");
  });

  it("requests the payment once a token is selected", () => {
    expect(checkoutScreen(facts())).toBe("pay");
  });

  it("requests the rest after a part arrived", () => {
    expect(checkoutScreen(facts({ totalPaid: "1", remainingAmount: "4499999" }))).toBe("partial");
  });

  it("requests nothing more once everything arrived", () => {
    expect(checkoutScreen(facts({ totalPaid: "4500000", remainingAmount: "0" }))).toBe("confirming");
  });

  it("offers the choice again on request", () => {
    expect(checkoutScreen(facts({ options: [usdc, usdt] }), true)).toBe("choose");
  });

  it("does not offer the choice again when creation left only one, or after a part arrived", () => {
    expect(checkoutScreen(facts({ options: [usdc] }), true)).toBe("pay");
    const partly = facts({ options: [usdc, usdt], totalPaid: "1", remainingAmount: "4499999" });
    expect(checkoutScreen(partly, true)).toBe("partial");
    expect(canChangeToken(partly)).toBe(false);
  });

  it("keeps to the selected token while a reported payment is on its way", () => {
    const reported = facts({ options: [usdc, usdt], reportedPayment: { txHash: "0x1" } });
    expect(canChangeToken(reported)).toBe(false);
    expect(checkoutScreen(reported, true)).toBe("pay");
    expect(checkoutScreen({ ...reported, reportedPayment: null }, true)).toBe("choose");
    expect(checkoutFingerprint(reported)).not.toBe(
      checkoutFingerprint({ ...reported, reportedPayment: null }),
    );
  });

  it("requests no payment after the expiry, even before the status changes", () => {
    const at = (serverTime: string) => checkoutScreen(facts({ serverTime }));
    expect(at("2026-01-01T12:29:59.999Z")).toBe("pay");
    expect(at("2026-01-01T12:30:00.000Z")).toBe("time_up");
    expect(checkoutScreen(facts({ ...unselected, serverTime: "2026-01-01T12:30:01.000Z" }))).toBe("time_up");
  });
});

describe("the screen of the other states", () => {
  const expected: Record<Exclude<CheckoutStatus, "PENDING">, string> = {
    DETECTED: "confirming",
    PAID: "paid",
    SETTLED: "paid",
    EXPIRED: "expired",
    LATE_PAID: "late",
    CANCELLED: "cancelled",
    REFUNDED: "refunded",
  };

  it.each(checkoutStatuses.filter((status) => status !== "PENDING"))("%s has its own", (status) => {
    expect(checkoutScreen(facts({ status, isPaid: status === "PAID" || status === "SETTLED" }))).toBe(
      expected[status],
    );
  });

  it("shows a late payment as paid only once the merchant accepted it", () => {
    expect(checkoutScreen(facts({ status: "LATE_PAID", isPaid: false }))).toBe("late");
    expect(checkoutScreen(facts({ status: "LATE_PAID", isPaid: true }))).toBe("paid");
  });
});

describe("the fingerprint", () => {
  it("does not change as time passes within one screen", () => {
    expect(checkoutFingerprint(facts({ serverTime: "2026-01-01T12:10:00.000Z" }))).toBe(
      checkoutFingerprint(facts()),
    );
  });

  it("changes when time is up", () => {
    expect(checkoutFingerprint(facts({ serverTime: "2026-01-01T12:30:00.000Z" }))).not.toBe(
      checkoutFingerprint(facts()),
    );
  });

  it("changes with a confirmation, a part payment and a re-priced option", () => {
    const before = checkoutFingerprint(facts());
    expect(checkoutFingerprint(facts({ confirmations: { seen: 1, required: 10 } }))).not.toBe(before);
    expect(checkoutFingerprint(facts({ totalPaid: "1", remainingAmount: "4499999" }))).not.toBe(before);
    expect(checkoutFingerprint(facts({ ...unselected, options: [{ ...usdc, amount: "1" }] }))).not.toBe(
      checkoutFingerprint(facts({ ...unselected, options: [usdc] })),
    );
  });

  const gaslessPayment = { status: "SENT", failureReason: null, txHash: null, mayStillPay: true };
  const overpayment = { refundable: "5", requestedAt: null, signed: false, isFinal: true };
  it.each<[Partial<ScreenFacts>, Partial<ScreenFacts>]>([
    [{}, { chainId: 137 }],
    [{}, { tokenAddress: "0xusdt" }],
    [{}, { amount: "4500001" }],
    [{}, { remainingAmount: "4499999" }],
    [{}, { paymentTxHash: "0x1" }],
    [{}, { confirmations: null }],
    [{}, { confirmations: { seen: 0, required: 11 } }],
    [{}, { successUrl: "https://shop.example/thanks" }],
    [{}, { signing: null }],
    [{}, { signing: { kind: "PERMIT2" } }],
    [{}, { gaslessPayment }],
    [{ gaslessPayment }, { gaslessPayment: { ...gaslessPayment, status: "FAILED" } }],
    [{ gaslessPayment }, { gaslessPayment: { ...gaslessPayment, failureReason: "EXPIRED" } }],
    [{ gaslessPayment }, { gaslessPayment: { ...gaslessPayment, txHash: "0x1" } }],
    [{ gaslessPayment }, { gaslessPayment: { ...gaslessPayment, mayStillPay: false } }],
    [{}, { strayPayments: [{ isGoingBack: false }] }],
    [{ strayPayments: [{ isGoingBack: false }] }, { strayPayments: [{ isGoingBack: true }] }],
    [{ moneyGoingBack }, { moneyGoingBack: [{ ...agreed, step: "sent" }] }],
    [{ moneyGoingBack }, { moneyGoingBack: [{ ...agreed, customerChooses: false }] }],
    [{ moneyGoingBack }, { moneyGoingBack: [{ ...agreed, txHash: "0x1" }] }],
    [{ moneyGoingBack }, { moneyGoingBack: [{ ...agreed, amount: "2" }] }],
    [{ status: "EXPIRED" }, { status: "EXPIRED", requote: { amount: null } }],
    [{ status: "EXPIRED" }, { status: "EXPIRED", replacedBy: "chk_2" }],
    [{}, { receivedEarlier: "chk_1" }],
    [{ status: "PAID" }, { status: "PAID", refunds: [{}] }],
    [{}, { overpayment }],
    [{ overpayment }, { overpayment: { ...overpayment, signed: true } }],
    [unselected, { ...unselected, options: [usdc] }],
    [unselected, { ...unselected, options: [usdc, { ...usdt, chainId: 1 }] }],
    [unselected, { ...unselected, options: [usdc, { ...usdt, tokenAddress: "0xdai" }] }],
  ])("distinguishes %o from %o", (one, other) => {
    expect(checkoutFingerprint(facts(one))).not.toBe(checkoutFingerprint(facts(other)));
  });

  it("ignores options after a selection, when only the page requests them", () => {
    expect(checkoutFingerprint(facts({ options: [usdc, usdt] }))).toBe(checkoutFingerprint(facts()));
  });
});

it("follows a checkout until it is paid or refunded", () => {
  expect(checkoutScreens.filter(isLastScreen)).toEqual(["paid", "refunded"]);
});
