import { describe, expect, test } from "vitest";
import type { Settlement } from "../../../../packages/client/src/generated/types";
import { buildCheckout, buildRefund } from "../checkout.fixture";
import { boundsOf, figuresOf } from "./period";

const { tokenAddress } = buildRefund();
const settled: Settlement = {
  id: "stl_1",
  chainId: 8453,
  status: "COMPLETED",
  requested: false,
  txHash: "0x",
  gasWei: "21000000000001",
  depositCount: 1,
  sweptCount: 1,
  failedCount: 0,
  amounts: [{ tokenAddress: String(tokenAddress), amount: "9000001" }],
  createdAt: "",
  completedAt: "",
};

test("figures are exact sums by currency, token and chain", () => {
  const paid = { status: "PAID", paidAt: "2026-11-20T10:05:00.000Z" } as const;
  const figures = figuresOf({
    checkouts: [
      buildCheckout({ ...paid, fiatAmount: "0.10", paidAmount: "100000" }),
      buildCheckout({ ...paid, fiatAmount: "0.20", paidAmount: "200001", status: "REFUNDED" }),
      buildCheckout({ ...paid, fiatAmount: "9000", fiatCurrency: "KRW", paidAmount: "6100000" }),
      buildCheckout({ ...paid, fiatAmount: null, fiatCurrency: null, paidAmount: "1" }),
      // A part of it arrived: received, but not paid.
      buildCheckout({ status: "EXPIRED", paidAmount: "3" }),
      buildCheckout(),
    ],
    refunds: [buildRefund({ status: "COMPLETED" }), buildRefund({ status: "FAILED" })],
    settlements: [settled, { ...settled, status: "FAILED" }, { ...settled, gasWei: null }],
    balances: [],
  });
  const usdc = { chainId: 8453, tokenAddress, symbol: "USDC" };
  expect(figures).toEqual({
    checkouts: {
      created: 6,
      byStatus: { PAID: 3, REFUNDED: 1, EXPIRED: 1, PENDING: 1 },
      paid: 4,
      prices: [
        { currency: "USD", amount: "0.30" },
        { currency: "KRW", amount: "9000" },
      ],
    },
    received: [{ ...usdc, amount: "6.400005" }],
    refunds: { requested: 2, completed: 1, amounts: [{ ...usdc, amount: "4.00" }] },
    settlements: {
      completed: 2,
      amounts: [{ ...usdc, amount: "18.000002" }],
      gas: [{ chainId: 8453, amount: "0.000021000000000001" }],
    },
  });
});

test("a token that nothing describes is summed in smallest units", () => {
  const { refunds } = figuresOf({
    checkouts: [],
    refunds: [buildRefund({ status: "COMPLETED" })],
    settlements: [],
    balances: [{ chainId: 1, tokenAddress, symbol: "USDC", decimals: 6 }],
  });
  expect(refunds.amounts).toEqual([{ chainId: 8453, tokenAddress, symbol: null, amount: "4000000" }]);
});

describe("the bounds of a period", () => {
  test("are whole days in UTC, both included", () => {
    expect(boundsOf("2026-11-01", "2026-11-30")).toEqual({
      from: new Date("2026-11-01T00:00:00Z"),
      before: new Date("2026-12-01T00:00:00Z"),
    });
  });

  test.each([
    ["2026-11-02", "2026-11-01"],
    ["2024-01-01", "2025-01-02"],
  ])("are refused from %s to %s", (first, last) => {
    expect(() => boundsOf(first, last)).toThrow(/lastDay|at most/);
  });
});
