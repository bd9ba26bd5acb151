import { describe, expect, test } from "vitest";
import type { TokenRef } from "@/lib/chain/token.rules";
import { type CheckoutStatus, checkoutStatuses } from "@/lib/checkouts/checkout.rules";
import { isCountable, type StrayFacts, strayBlocker } from "./stray.rules";

const usdc: TokenRef = { chainId: 8453, tokenAddress: "0x00000000000000000000000000000000000000c1" };

const usdt: TokenRef = { chainId: 8453, tokenAddress: "0x00000000000000000000000000000000000000d1" };

const usdcElsewhere: TokenRef = { ...usdc, chainId: 137 };

type Terms = Partial<StrayFacts["checkout"]>;

/** A checkout that asks for USDC, and what came in another token. */
function hindrance(terms: Terms, more: Partial<StrayFacts> = {}) {
  const checkout = { status: "PENDING" as const, ...usdc, tokenFixed: false, totalPaidUnits: 1n, ...terms };
  return strayBlocker({
    checkout,
    quotes: [],
    token: usdt,
    selectable: true,
    beingSettled: false,
    ...more,
  });
}

const quoted = (token: TokenRef) => ({
  quotes: [
    { ...token, amountUnits: 1n, exchangeRate: null, exchangeRateAt: null, exchangeRateProvider: null },
  ],
});

describe("a decision on a stray payment", () => {
  test("is open when the customer can no longer pay in the token", () => {
    expect(hindrance({})).toBeNull();
    expect(hindrance({ totalPaidUnits: 0n, tokenFixed: true })).toBeNull();
    expect(hindrance({ totalPaidUnits: 0n }, { selectable: false })).toBeNull();
    expect(hindrance({}, quoted(usdc))).toBeNull();
  });

  test("waits while a payment in the token could still be completed", () => {
    expect(hindrance({ totalPaidUnits: 0n })).toBe("offered");
    expect(hindrance({}, quoted(usdt))).toBe("offered");
    for (const status of checkoutStatuses.filter((status) => status !== "PENDING"))
      expect(hindrance({ status, totalPaidUnits: 0n }, quoted(usdt))).toBeNull();
  });

  test("is impossible for the checkout's own token on its network", () => {
    expect(hindrance({ status: "EXPIRED" }, { token: usdc })).toBe("not_stray");
    expect(hindrance({ status: "EXPIRED" }, { token: usdcElsewhere })).toBeNull();
    expect(hindrance({ status: "EXPIRED", chainId: null }, { token: usdc })).toBeNull();
    expect(hindrance({ status: "EXPIRED", tokenAddress: null }, { token: usdc })).toBeNull();
  });

  test("waits while a settlement takes it", () => {
    expect(hindrance({ status: "PAID" }, { beingSettled: true })).toBe("being_swept");
  });
});

test("a stray payment can become the payment of a checkout that has none", () => {
  const countable: readonly CheckoutStatus[] = ["PENDING", "EXPIRED", "CANCELLED"];
  expect(checkoutStatuses.filter(isCountable)).toEqual(countable);
});
