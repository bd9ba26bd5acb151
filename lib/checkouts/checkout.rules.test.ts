import { describe, expect, test } from "vitest";
import { sameToken, type TokenRef } from "@/lib/chain/token.rules";
import { later, noon } from "@/lib/testing/builders";
import {
  closeWatchMs,
  expiresAt,
  isOnItsWay,
  isPaid,
  isTimeOver,
  mayPay,
  stalledChainMs,
} from "./checkout.rules";

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

const createdAt = new Date("2026-05-01T12:00:00.000Z");
const minutes = (count: number) => new Date(createdAt.getTime() + count * 60_000);

describe("expiresAt", () => {
  test.each([
    ["fiat", undefined, 30],
    ["fiat", 1, 1],
    ["fiat", 29, 29],
    ["fiat", 30, 30],
    ["fiat", 31, 30],
    ["fiat", 60, 30],
    ["fiat", Number.MAX_SAFE_INTEGER, 30],
    ["amount", undefined, 60],
    ["amount", 1, 1],
    ["amount", 60, 60],
    ["amount", 1439, 1439],
    ["amount", 1440, 1440],
    ["amount", 1441, 1440],
    ["amount", Number.MAX_SAFE_INTEGER, 1440],
  ] as const)("%s with expiryMinutes %s: %i minutes", (pricing, asked, granted) => {
    expect(expiresAt(pricing, createdAt, asked)).toEqual(minutes(granted));
  });
});

describe("isTimeOver", () => {
  const expiry = minutes(30);
  const scanned = (block: number, advanced: number, checked: number) => ({
    blockTimestamp: minutes(block),
    advancedAt: minutes(advanced),
    checkedAt: minutes(checked),
    gapReadThrough: null,
  });

  test("is false before and at the moment itself", () => {
    expect(isTimeOver(expiry, minutes(29), null)).toBe(false);
    expect(isTimeOver(expiry, expiry, null)).toBe(false);
    expect(isTimeOver(expiry, expiry, scanned(31, 30, 30))).toBe(false);
  });

  test("uses the clock alone without a chain", () => {
    expect(isTimeOver(expiry, new Date(expiry.getTime() + 1), null)).toBe(true);
  });

  test("is true once a later block was scanned, and not for one at the moment itself", () => {
    expect(isTimeOver(expiry, minutes(31), scanned(30, 31, 31))).toBe(false);
    expect(isTimeOver(expiry, minutes(31), scanned(30 + 1 / 60, 31, 31))).toBe(true);
  });

  test("is false while the scan lags", () => {
    expect(isTimeOver(expiry, minutes(300), scanned(29, 299, 300))).toBe(false);
  });

  test("is false while unread blocks remain below the scanned one, from before its end", () => {
    const behind = (readThrough: number) => ({
      ...scanned(31, 31, 31),
      gapReadThrough: minutes(readThrough),
    });
    expect(isTimeOver(expiry, minutes(31), behind(29))).toBe(false);
    expect(isTimeOver(expiry, minutes(31), behind(30))).toBe(false);
    expect(isTimeOver(expiry, minutes(31), behind(30.5))).toBe(true);
    // Nor does a chain that stands still by now make up for it.
    expect(isTimeOver(expiry, minutes(60), { ...behind(29), checkedAt: minutes(60) })).toBe(false);
  });

  test("a chain that stood still for ten minutes after it holds nothing up", () => {
    expect(isTimeOver(expiry, minutes(40), scanned(25, 25, 40))).toBe(true);
    expect(isTimeOver(expiry, minutes(40), scanned(25, 25, 39.99))).toBe(false);
  });

  test("uses the last block when a halted chain was checked after the expiry", () => {
    expect(isTimeOver(expiry, minutes(45), scanned(29, 36, 45))).toBe(false);
    expect(isTimeOver(expiry, minutes(46), scanned(29, 36, 46))).toBe(true);
  });

  test("is false while no node answers, since nobody saw the chain halt", () => {
    expect(isTimeOver(expiry, minutes(300), scanned(25, 25, 26))).toBe(false);
  });
});

test("the times are ten minutes and a day", () => {
  expect(stalledChainMs).toBe(600_000);
  expect(closeWatchMs).toBe(86_400_000);
});

test.each([
  [0, true],
  [59_999, true],
  [60_000, false],
  [600_000, false],
])("a payment seen %s ms ago is on its way: %s", (ms, onItsWay) => {
  expect(isOnItsWay({ seenAt: noon }, later(ms))).toBe(onItsWay);
});

const deposit = `0x${"d1".repeat(20)}` as const;
const token = `0x${"aa".repeat(20)}` as const;
const transfer = `a9059cbb${"0".repeat(24)}${deposit.slice(2)}${"1".padStart(64, "0")}`;

test.each([
  ["a transfer to the address", token, `0x${transfer}`, true],
  [
    "a bundle with such a transfer inside",
    token,
    `0x1fad948c${"00".repeat(68)}${transfer}${"00".repeat(28)}`,
    true,
  ],
  ["a call of the address", deposit, "0x", true],
  ["a creation of a contract that pays the address", null, `0x6080${transfer}`, true],
  ["a transfer to another address", token, `0x${transfer.replaceAll("d1", "d2")}`, false],
  ["a payment of coin to another address", token, "0x", false],
] as const)("without a block, %s may pay: %4$s", (_, to, input, expected) => {
  expect(mayPay({ to, input }, deposit)).toBe(expected);
});
