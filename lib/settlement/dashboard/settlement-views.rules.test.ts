import { expect, test } from "vitest";
import { usdc, usdt } from "@/lib/testing/builders";
import { sumWaiting } from "./settlement-views.rules";

const onChain = { chainId: 31337, policy: "MANUAL" } as const;

test("sumWaiting orders the greatest sum first, then by token and reason, and no reason last", () => {
  const deposits = [
    { checkoutId: "chk_1", tokenAddress: usdt, units: 5n, reason: null },
    { checkoutId: "chk_2", tokenAddress: usdc, units: 5n, reason: null },
    { checkoutId: "chk_3", tokenAddress: usdc, units: 5n, reason: "wallet_unknown" },
    { checkoutId: "chk_4", tokenAddress: usdc, units: 5n, reason: "frozen" },
    { checkoutId: "chk_5", tokenAddress: usdt, units: 3n, reason: "held" },
    { checkoutId: "chk_6", tokenAddress: usdt, units: 3n, reason: "held" },
  ] as const;
  expect(
    sumWaiting(deposits, onChain).map(({ tokenAddress, reason, units, checkoutIds }) => [
      tokenAddress,
      reason,
      units,
      checkoutIds,
    ]),
  ).toEqual([
    [usdt, "held", 6n, ["chk_5", "chk_6"]],
    [usdc, "frozen", 5n, ["chk_4"]],
    [usdc, "wallet_unknown", 5n, ["chk_3"]],
    [usdc, null, 5n, ["chk_2"]],
    [usdt, null, 5n, ["chk_1"]],
  ]);
});
