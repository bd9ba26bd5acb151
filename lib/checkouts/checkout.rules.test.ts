import { describe, expect, test } from "vitest";
import { sameToken, type TokenRef } from "@/lib/chain/token.rules";
import { isPaid } from "./checkout.rules";

describe("isPaid", () => {
  test.each([
    ["PENDING", false, false],
    ["DETECTED", false, false],
    ["PAID", true, true],
    ["SETTLED", true, true],
    ["EXPIRED", false, false],
    ["LATE_PAID", false, true],
    ["CANCELLED", false, false],
    ["REFUNDED", false, false],
  ] as const)("%s: %s, and %s once a late payment was accepted", (status, plain, accepted) => {
    expect(isPaid(status, false)).toBe(plain);
    expect(isPaid(status, true)).toBe(accepted);
  });
});

test("tokens are the same by chain and address", () => {
  const token: TokenRef = { chainId: 1, tokenAddress: "0xa1" };
  expect(sameToken(token, { ...token })).toBe(true);
  expect(sameToken(token, { ...token, chainId: 2 })).toBe(false);
  expect(sameToken(token, { ...token, tokenAddress: "0xa2" })).toBe(false);
});
