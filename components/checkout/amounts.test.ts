import { describe, expect, it } from "vitest";
import { clockTime, fiatPrice, shortHash, shownAmount, tokenAmount } from "./amounts";

describe("tokenAmount", () => {
  it("shows at least two decimals and every one that counts", () => {
    expect(tokenAmount("4500000", { decimals: 6 })).toBe("4.50");
    expect(tokenAmount("4500001", { decimals: 6 })).toBe("4.500001");
  });

  it("is empty before there is an amount", () => {
    expect(tokenAmount(null, { decimals: 6 })).toBe("");
  });
});

describe("shownAmount", () => {
  it("sets thousands apart before the point only", () => {
    expect(shownAmount("4500000", { decimals: 6 })).toBe("4.50");
    expect(shownAmount("1234567123456", { decimals: 6 })).toBe("1,234,567.123456");
    expect(shownAmount("1000", { decimals: 0 })).toBe("1,000");
    expect(shownAmount(null, { decimals: 6 })).toBe("");
  });
});

describe("fiatPrice", () => {
  it("writes each currency with its own decimals", () => {
    expect(fiatPrice("4.5", "USD")).toBe("$4.50");
    expect(fiatPrice("6300", "KRW")).toBe("₩6,300");
    expect(fiatPrice("1234.05", "EUR")).toBe("€1,234.05");
  });

  it("keeps every digit of an amount that no double holds", () => {
    expect(fiatPrice("999999999999.99", "USD")).toBe("$999,999,999,999.99");
  });
});

it("shortens a hash to both its ends", () => {
  expect(shortHash(`0x12345678${"0".repeat(48)}abcdef12`)).toBe("0x12345678…abcdef12");
});

it("reads the clock time in UTC", () => {
  expect(clockTime("2026-01-01T14:02:59.000Z")).toBe("14:02");
});
