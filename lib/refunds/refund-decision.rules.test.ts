import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CheckoutStatus, checkoutStatuses } from "@/lib/checkouts/checkout.rules";
import {
  availableToRefund,
  dailyUnits,
  decideRefund,
  type RefundFacts,
  type RequestedRefund,
  unsweptUnits,
  waitsFor,
} from "./refund-decision.rules";

/** 100 received, nothing refunded, all of it at the deposit address of a project in convenient mode. */
const whole: RefundFacts = {
  status: "PAID",
  settlementFrozen: false,
  strict: false,
  receivedUnits: 100n,
  refundedUnits: 0n,
  refundingUnits: 0n,
  unsweptUnits: 100n,
  dailyLimit: 1_000n,
  acceptedToday: 0n,
};

const decide = (facts: Partial<RefundFacts>, asked: Partial<RequestedRefund> = {}) => {
  const amountUnits = asked.amountUnits ?? 100n;
  return decideRefund(
    { ...whole, ...facts },
    { amountUnits, amountDaily: amountUnits, hasDestination: true, ...asked },
  );
};
const status = (facts: Partial<RefundFacts>, asked: Partial<RequestedRefund> = {}) => {
  const decision = decide(facts, asked);
  return decision.kind === "accepted" ? decision.status : decision.code;
};

describe("a refundable checkout", () => {
  const expected: Record<CheckoutStatus, boolean> = {
    PENDING: false,
    DETECTED: false,
    PAID: true,
    SETTLED: true,
    EXPIRED: true,
    LATE_PAID: true,
    CANCELLED: true,
    REFUNDED: false,
  };
  test.each(checkoutStatuses)("%s", (from) => {
    const refundedUnits = from === "REFUNDED" ? whole.receivedUnits : 0n;
    expect(status({ status: from, refundedUnits })).toBe(
      expected[from] ? "PENDING" : "CHECKOUT_NOT_REFUNDABLE",
    );
  });
  test("REFUNDED only as far as money came after the refund", () => {
    expect(status({ status: "REFUNDED", refundedUnits: 60n }, { amountUnits: 40n })).toBe("PENDING");
    expect(status({ status: "REFUNDED", refundedUnits: 60n }, { amountUnits: 41n })).toBe(
      "REFUND_AMOUNT_EXCEEDS_AVAILABLE",
    );
  });
  test.each(checkoutStatuses)("%s with nothing final received isn't refundable", (from) => {
    expect(status({ status: from, receivedUnits: 0n })).toBe("CHECKOUT_NOT_REFUNDABLE");
  });
});

describe("the refundable amount", () => {
  test("everything, and not one unit more", () => {
    expect(status({}, { amountUnits: 100n })).toBe("PENDING");
    expect(decide({}, { amountUnits: 101n })).toEqual({
      kind: "refused",
      code: "REFUND_AMOUNT_EXCEEDS_AVAILABLE",
      availableUnits: 100n,
    });
  });
  test("less completed and open refunds", () => {
    const partly = { refundedUnits: 30n, refundingUnits: 60n };
    expect(status(partly, { amountUnits: 10n })).toBe("PENDING");
    expect(decide(partly, { amountUnits: 11n })).toMatchObject({ availableUnits: 10n });
  });
  test.each([1n, 0n])(
    "nothing when everything is being refunded, for a request of %d units",
    (amountUnits) => {
      expect(decide({ refundingUnits: 100n }, { amountUnits })).toMatchObject({
        code: "REFUND_AMOUNT_EXCEEDS_AVAILABLE",
        availableUnits: 0n,
      });
    },
  );
  test("zero when a reorg removed refunded money", () => {
    expect(decide({ refundedUnits: 150n }, { amountUnits: 1n })).toMatchObject({ availableUnits: 0n });
  });
});

describe("a refund waits for", () => {
  test("nobody, within the limit, with an address and the money at the deposit address", () => {
    expect(status({})).toBe("PENDING");
  });
  test.each([
    ["up to the limit", 900n, "PENDING"],
    ["one unit above it", 901n, "AWAITING_APPROVAL"],
  ])("an owner's approval above the day's limit: %s", (_, acceptedToday, expected) => {
    expect(status({ acceptedToday })).toBe(expected);
  });
  test("an owner's approval for every refund where the limit is 0", () => {
    expect(status({ dailyLimit: 0n }, { amountUnits: 1n })).toBe("AWAITING_APPROVAL");
  });
  test("an owner's approval when a reorg removed final money", () => {
    expect(status({ settlementFrozen: true })).toBe("AWAITING_APPROVAL");
  });
  test("the customer's address", () => {
    expect(status({}, { hasDestination: false })).toBe("AWAITING_ADDRESS");
  });
  test("the merchant's signature in strict mode", () => {
    expect(status({ strict: true })).toBe("AWAITING_SIGNATURE");
  });
  test("the merchant's signature for money that left the deposit address", () => {
    expect(status({ status: "SETTLED", unsweptUnits: 0n })).toBe("AWAITING_SIGNATURE");
    expect(status({ unsweptUnits: 99n })).toBe("AWAITING_SIGNATURE");
  });
  test("approval before address before signature", () => {
    const everything = { strict: true, dailyLimit: 0n };
    expect(status(everything, { hasDestination: false })).toBe("AWAITING_APPROVAL");
    expect(status({ strict: true }, { hasDestination: false })).toBe("AWAITING_ADDRESS");
  });
});

describe("waitsFor, once it needs no approval", () => {
  test.each([
    ["no address", { hasDestination: false }, "AWAITING_ADDRESS"],
    ["no address, and strict mode", { strict: true, hasDestination: false }, "AWAITING_ADDRESS"],
    ["everything", {}, "PENDING"],
    ["strict mode", { strict: true }, "AWAITING_SIGNATURE"],
    ["exactly enough at the deposit address", { unsweptUnits: 5n }, "PENDING"],
    ["one unit too little there", { unsweptUnits: 4n }, "AWAITING_SIGNATURE"],
  ])("%s", (_, given, expected) => {
    const facts = { strict: false, unsweptUnits: 100n, hasDestination: true, ...given };
    expect(waitsFor(facts, { amountUnits: 5n, hasDestination: facts.hasDestination })).toBe(expected);
  });
});

describe("for any facts", () => {
  const units = fc.bigInt({ min: 0n, max: 200n });
  const facts: fc.Arbitrary<RefundFacts> = fc.record({
    status: fc.constantFrom(...checkoutStatuses),
    settlementFrozen: fc.boolean(),
    strict: fc.boolean(),
    receivedUnits: units,
    refundedUnits: units,
    refundingUnits: units,
    unsweptUnits: units,
    dailyLimit: units,
    acceptedToday: units,
  });
  const asked: fc.Arbitrary<RequestedRefund> = fc.record({
    amountUnits: fc.bigInt({ min: 1n, max: 200n }),
    amountDaily: units,
    hasDestination: fc.boolean(),
  });

  test("an accepted refund leaves no more promised than was received", () => {
    fc.assert(
      fc.property(facts, asked, (given, ask) => {
        const decision = decideRefund(given, ask);
        if (decision.kind === "refused") return;
        expect(given.refundedUnits + given.refundingUnits + ask.amountUnits).toBeLessThanOrEqual(
          given.receivedUnits,
        );
      }),
      { numRuns: 2_000 },
    );
  });
  test("a request refused for its amount is accepted with exactly the available amount", () => {
    fc.assert(
      fc.property(facts, asked, (given, ask) => {
        const decision = decideRefund(given, ask);
        if (decision.kind === "accepted" || decision.code === "CHECKOUT_NOT_REFUNDABLE") return;
        expect(decision.availableUnits).toBe(availableToRefund(given));
        expect(ask.amountUnits).toBeGreaterThan(decision.availableUnits);
        if (decision.availableUnits > 0n)
          expect(decideRefund(given, { ...ask, amountUnits: decision.availableUnits }).kind).toBe("accepted");
      }),
      { numRuns: 2_000 },
    );
  });
  test("money leaves without approval only within the limit, to a known address, from unswept funds", () => {
    fc.assert(
      fc.property(facts, asked, (given, ask) => {
        const decision = decideRefund(given, ask);
        if (decision.kind === "refused" || decision.status !== "PENDING") return;
        expect(given.settlementFrozen || given.strict).toBe(false);
        expect(ask.hasDestination).toBe(true);
        expect(ask.amountUnits).toBeLessThanOrEqual(given.unsweptUnits);
        expect(given.acceptedToday + ask.amountDaily).toBeLessThanOrEqual(given.dailyLimit);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("unsweptUnits", () => {
  const deposit = { atDepositUnits: 100n, notFinalUnits: 0n, promisedUnits: 0n, beingSettled: false };
  test("is the balance less non-final money and open refunds", () => {
    expect(unsweptUnits(deposit)).toBe(100n);
    expect(unsweptUnits({ ...deposit, notFinalUnits: 30n, promisedUnits: 60n })).toBe(10n);
  });
  test("is zero while a settlement may sweep it", () => {
    expect(unsweptUnits({ ...deposit, beingSettled: true })).toBe(0n);
  });
  test("is never negative: a sweep includes non-final money", () => {
    expect(unsweptUnits({ ...deposit, atDepositUnits: 0n, notFinalUnits: 40n })).toBe(0n);
  });
});

describe("dailyUnits", () => {
  test.each([
    [1_500_000n, 6, 1_500_000n],
    [150n, 2, 1_500_000n],
    [2n, 0, 2_000_000n],
    [1_500_000_000_000_000_000n, 18, 1_500_000n],
    [1n, 18, 1n],
    [1_000_000_000_001n, 18, 2n],
    [0n, 18, 0n],
  ])("%s units of a token with %s decimals are %s millionths", (units, decimals, expected) => {
    expect(dailyUnits(units, decimals)).toBe(expected);
  });
});
