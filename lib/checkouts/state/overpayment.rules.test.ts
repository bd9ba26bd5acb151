import { describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { buildCheckout, noon, usdc, usdt } from "@/lib/testing/builders";
import { excessUnits, goesBack, isMerchants, overpaidUnits, seenExcessUnits } from "./overpayment.rules";

const price = 10_000_000n;
function judge(overrides: Partial<Checkout>) {
  const paidTwelveMore = { status: "PAID", amountUnits: price, paidUnits: 22_000_000n } as const;
  const checkout = buildCheckout({ projectId: "prj_1", ...paidTwelveMore, ...overrides });
  return [overpaidUnits(checkout), excessUnits(checkout)];
}
const all = [12_000_000n, 12_000_000n];
const none = [0n, 0n];

describe("an overpayment", () => {
  it.each<Partial<Checkout>>([{}, { status: "SETTLED" }, { status: "LATE_PAID", lateAcceptedAt: noon }])(
    "is the excess over a paid checkout's price: %o",
    (facts) => {
      expect(judge(facts)).toEqual(all);
    },
  );

  it.each<Partial<Checkout>>([
    { status: "PENDING" },
    { status: "DETECTED" },
    { status: "EXPIRED" },
    { status: "CANCELLED" },
    { status: "LATE_PAID" },
    { status: "REFUNDED", refundedUnits: 22_000_000n },
    { amountUnits: null },
    { paidUnits: price },
    { paidUnits: price - 1n },
    { totalPaidUnits: 22_000_000n, paidUnits: price },
  ])("is absent in other states and before finality: %o", (facts) => {
    expect(judge(facts)).toEqual(none);
  });

  it("is the excess over an accepted part, without the open rest", () => {
    expect(judge({ acceptedUnits: 9_000_000n, paidUnits: 9_950_000n })).toEqual([950_000n, 950_000n]);
    expect(judge({ acceptedUnits: 9_000_000n, paidUnits: 9_000_000n })).toEqual(none);
    expect(judge({ acceptedUnits: 22_000_000n })).toEqual(all);
  });

  it.each<[Partial<Checkout>, bigint]>([
    [{ status: "DETECTED", paidUnits: 0n }, 12_000_000n],
    [{ paidUnits: price }, 12_000_000n],
    [{ paidUnits: price, refundingUnits: 2_000_000n }, 10_000_000n],
    [{ status: "PENDING", paidUnits: 0n }, 0n],
    [{ status: "EXPIRED", paidUnits: 0n }, 0n],
    [{ status: "LATE_PAID", paidUnits: 0n }, 0n],
    [{ status: "DETECTED", paidUnits: 0n, totalPaidUnits: price }, 0n],
  ])("can be requested as soon as it is seen: %o", (facts, units) => {
    const seen = { status: "PAID", amountUnits: price, totalPaidUnits: 22_000_000n } as const;
    expect(seenExcessUnits(buildCheckout({ projectId: "prj_1", ...seen, ...facts }))).toBe(units);
  });

  it("is what came after a refund in full, less refunds that are open", () => {
    const refunded = { status: "REFUNDED", refundedUnits: price } as const;
    expect(judge(refunded)).toEqual(all);
    expect(judge({ ...refunded, amountUnits: null })).toEqual(all);
    expect(judge({ ...refunded, refundingUnits: 2_000_000n })).toEqual([12_000_000n, 10_000_000n]);
    expect(judge({ ...refunded, refundedUnits: 12_000_000n })).toEqual([price, price]);
  });

  it("decreases by every refund, down to zero", () => {
    expect(judge({ refundingUnits: 5_000_000n, refundedUnits: 1_000_000n })).toEqual([
      12_000_000n,
      6_000_000n,
    ]);
    expect(judge({ refundedUnits: 12_000_000n })).toEqual([12_000_000n, 0n]);
    expect(judge({ refundedUnits: 20_000_000n })).toEqual([12_000_000n, 0n]);
  });
});

describe("the money at the deposit address", () => {
  const held = (facts: Partial<Checkout>) =>
    isMerchants(buildCheckout({ projectId: "prj_1", totalPaidUnits: price, ...facts }));

  it.each<Partial<Checkout>>([
    { status: "PAID" },
    { status: "SETTLED" },
    { status: "LATE_PAID", lateAcceptedAt: noon },
    { status: "REFUNDED", paidAt: noon, refundedUnits: 1n },
    { status: "REFUNDED", refundedUnits: price },
  ])("is the merchant's when it was paid, or when all of it was refunded from elsewhere: %o", (facts) => {
    expect(held(facts)).toBe(true);
  });

  it.each<Partial<Checkout>>([
    { status: "PENDING" },
    { status: "DETECTED" },
    { status: "EXPIRED" },
    { status: "CANCELLED" },
    { status: "LATE_PAID" },
    { status: "REFUNDED", refundedUnits: price - 1n },
  ])("is the customer's otherwise: %o", (facts) => {
    expect(held(facts)).toBe(false);
  });
});

it("goes back when any coin's refund is open or done", () => {
  const sum = (tokenAddress: Hex, amountUnits: bigint) => [{ chainId: 31337, tokenAddress, amountUnits }];
  expect(goesBack({ refunded: [], refunding: [] })).toBe(false);
  expect(goesBack({ refunded: sum(usdc, 0n), refunding: [] })).toBe(false);
  expect(goesBack({ refunded: sum(usdt, 1n), refunding: [] })).toBe(true);
  expect(goesBack({ refunded: [], refunding: sum(usdt, 1n) })).toBe(true);
});
