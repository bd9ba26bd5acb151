import { describe, expect, it, test } from "vitest";
import { type Checkout, checkoutStatuses } from "@/lib/checkouts/checkout.rules";
import type { FaultKey } from "@/lib/platform/faults/fault.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { buildCheckout, later, noon, usdc, usdt } from "@/lib/testing/builders";
import { accept, acceptanceOf, bpsOf, isAcceptedByRule, movedBps } from "./acceptance.rules";
import type { CheckoutFacts } from "./payment-matching.rules";

const price = 10_000_000n;
const expiresAt = later(60_000);
const rate = { exchangeRate: null, exchangeRateAt: null, exchangeRateProvider: null };
const selected = { chainId: 31337, tokenAddress: usdc, amountUnits: price, ...rate };
const earlier = { ...selected, tokenAddress: usdt, amountUnits: price + 1n };

type Received = { units: bigint; token?: Hex; late?: boolean; final?: boolean };

function facts(overrides: Partial<Checkout>, received: readonly Received[], quotes = [earlier, selected]) {
  const checkout = buildCheckout({ projectId: "prj_1", ...selected, expiresAt, ...overrides });
  const transfers = received.map(({ units, token = usdc, late = false, final = true }, index) => ({
    chainId: 31337,
    tokenAddress: token,
    id: `pay_${index}`,
    blockNumber: BigInt(index),
    blockTimestamp: late ? later(1_000, expiresAt) : noon,
    txHash: `0x${index}` as const,
    logIndex: 0,
    amountUnits: units,
    final,
  }));
  return { checkout, quotes, transfers };
}

const part: Received[] = [{ units: 9_000_000n }];

describe("an acceptable payment", () => {
  test.each(checkoutStatuses)("a part of the price of a checkout that is %s", (status) => {
    const acceptance = acceptanceOf(facts({ status }, part));
    expect(acceptance.kind).toBe(
      ["PENDING", "EXPIRED", "LATE_PAID"].includes(status) ? "acceptable" : "refused",
    );
  });

  test.each<[string, Partial<Checkout>, Received[], FaultKey]>([
    ["nothing was received", {}, [], "checkouts.nothingReceived"],
    [
      "the money is in a token that was never selected",
      {},
      [{ units: 1n, token: "0xee" }],
      "checkouts.nothingReceived",
    ],
    ["it was accepted before", { acceptedUnits: 1n }, part, "checkouts.accepted"],
    [
      "a late payment was accepted before",
      { status: "LATE_PAID", lateAcceptedAt: noon },
      part,
      "checkouts.accepted",
    ],
    [
      "all of it is being refunded",
      { status: "EXPIRED", refundingUnits: 9_000_000n },
      part,
      "checkouts.goesBack",
    ],
    [
      "a part came late, and it has not expired",
      {},
      [...part, { units: 1n, late: true }],
      "checkouts.partLate",
    ],
    [
      "a part is not final after expiry",
      { status: "EXPIRED" },
      [...part, { units: 1n, final: false }],
      "checkouts.partNotFinal",
    ],
  ])("returns nothing when %s", (_, checkout, received, key) => {
    const acceptance = acceptanceOf(facts(checkout, received));
    expect(acceptance).toMatchObject({ kind: "refused", reason: { key } });
  });

  test("prefers money in the selected token to an earlier selection's", () => {
    const both = [...part, { units: 5n, token: usdt }];
    expect(acceptanceOf(facts({}, both))).toMatchObject({ quote: selected, units: 9_000_000n });
    expect(acceptanceOf(facts({}, [{ units: 5n, token: usdt }]))).toMatchObject({
      quote: earlier,
      units: 5n,
    });
    // What was refunded was in the selected token.
    expect(acceptanceOf(facts({ refundedUnits: 9n }, [{ units: 5n, token: usdt }])).kind).toBe("acceptable");
  });

  test("becomes the price, on the terms of its selection", () => {
    const before = facts({}, [{ units: 5n, token: usdt }]);
    expect(accept(before, earlier, 5n).checkout).toEqual({
      ...before.checkout,
      tokenAddress: usdt,
      amountUnits: price + 1n,
      acceptedUnits: 5n,
    });
  });
});

describe("a project's rule for late payments", () => {
  const completedAt = later(1_000, expiresAt);
  const rule = { bps: 200, since: completedAt };
  const hour = 3_600_000;
  const lateInFull: Received[] = [{ units: price, late: true }];

  const byRule = (
    overrides: Partial<Checkout> = {},
    {
      moved = 200,
      counted,
      received = lateInFull,
      since = completedAt,
      now = completedAt,
      ...others
    }: RuleCase = {},
  ) => {
    const { checkout, transfers } = facts({ status: "LATE_PAID", ...overrides }, received);
    const quotes = [
      { ...earlier, counted: true },
      { ...selected, counted },
    ];
    const given = { ...nothingElse, checkout, quotes, transfers, ...others };
    return isAcceptedByRule(given, { ...rule, since }, moved, now);
  };

  test.each<[string, Partial<Checkout>, RuleCase?]>([
    ["the price rose by just the bound, in the block of the rule's time", {}],
    ["it was completed just two hours ago", {}, { now: later(2 * hour, completedAt) }],
    [
      "a first part came before the rule",
      {},
      { received: [{ units: 1n }, ...lateInFull], since: completedAt },
    ],
    ["the customer's request was dismissed", { excessRequestedAt: noon, excessDismissedAt: noon }],
    ["the token was counted by hand, and no longer is", {}, { counted: false }],
  ])("accepts one when %s", (_, overrides, ruleCase) => {
    expect(byRule(overrides, ruleCase)).toBe(true);
  });

  test.each<[string, Partial<Checkout>, RuleCase?]>([
    ["the move of the price isn't known", {}, { moved: null }],
    ["the price rose by more than the bound", {}, { moved: 201 }],
    ["it was completed before the rule was set", {}, { since: later(1, completedAt) }],
    ["it was completed more than two hours ago", {}, { now: later(2 * hour + 1, completedAt) }],
    [
      "only dust came after the rule",
      {},
      { received: [{ units: price }, { units: 1n, late: true }], since: completedAt },
    ],
    ["a part is missing", {}, { received: [{ units: price - 1n, late: true }] }],
    ["the payment isn't late", { status: "EXPIRED" }],
    ["it was accepted before", { lateAcceptedAt: noon }],
    ["the checkout was cancelled", { cancelledAt: noon }],
    ["another checkout replaced it", { replacedBy: "chk_2" }],
    ["a reorg froze it", { settlementFrozen: true }],
    ["it replaced another checkout, to which money came", {}, { receivedEarlier: "chk_0" }],
    ["a part was refunded", {}, { refunded: [{ ...selected, amountUnits: 1n }] }],
    ["a part is being refunded, in another coin", {}, { refunding: [{ ...earlier, amountUnits: 1n }] }],
    ["a stray is being returned", {}, { returned: [{ ...earlier, amountUnits: 1n }] }],
    ["the customer requested money back", { excessRequestedAt: noon }],
    ["its token was counted by hand", {}, { counted: true }],
  ])("leaves one to a person when %s", (_, overrides, ruleCase) => {
    expect(byRule(overrides, ruleCase)).toBe(false);
  });
});

const nothingElse = {
  sweptFinal: [],
  refunded: [],
  refunding: [],
  returned: [],
  receivedEarlier: null,
  latePaymentPolicy: "HOLD",
} as const;

type RuleCase = Partial<Pick<CheckoutFacts, "refunded" | "refunding" | "returned" | "receivedEarlier">> & {
  moved?: number | null;
  counted?: boolean;
  received?: readonly Received[];
  since?: Date;
  now?: Date;
};

it("rounds a share away from zero", () => {
  expect([bpsOf(1n, 3n), bpsOf(-1n, 3n), bpsOf(2n, 100n), bpsOf(0n, 3n), bpsOf(1n, 0n)]).toEqual([
    3334, -3334, 200, 0, 0,
  ]);
});

it.each([
  ["5.10", "1.25", 200],
  ["5.00", "1.25", 0],
  ["4.90", "1.25", -200],
  ["5.00", null, null],
  [null, null, 0],
] as const)("compares a price of %s with the rate %s", (fiatAmount, rate, bps) => {
  expect(movedBps({ fiatAmount, amountUnits: 4_000_000n }, { decimals: 6 }, rate)).toBe(bps);
});

it("knows nothing of a token that isn't listed, or before a selection", () => {
  expect(movedBps({ fiatAmount: "5.00", amountUnits: 4_000_000n }, null, "1.25")).toBeNull();
  expect(movedBps({ fiatAmount: "5.00", amountUnits: null }, { decimals: 6 }, "1.25")).toBeNull();
});
