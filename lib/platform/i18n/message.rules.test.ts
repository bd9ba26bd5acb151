import { describe, expect, it } from "vitest";
import type { Language } from "@/lib/platform/i18n/language.rules";
import { fill, fillCount } from "./message.rules";

describe("fill", () => {
  it("puts each value in its place, as often as it is named", () => {
    expect(fill("{a} of {b}, {a}", { a: 1, b: "two" })).toBe("1 of two, 1");
  });

  it("leaves values alone that look like placeholders themselves", () => {
    expect(fill("Pay {merchant}", { merchant: "{token} & $1" })).toBe("Pay {token} & $1");
  });

  it("isolates values, so that none reverses the text after it", () => {
    expect(fill("{merchant} has 10.00 USDC", { merchant: "\u202eeffoC" })).toBe("effoC has 10.00 USDC");
    expect(fill("{merchant}: 7", { merchant: "קפה" })).toBe("\u2068קפה\u2069: 7");
    expect(fill("دفع {amount} {token} إلى {shop}", { amount: 5, token: "USDC", shop: "Café" })).toBe(
      "دفع \u20685 USDC\u2069 إلى \u2068Café\u2069",
    );
  });
});

describe("fillCount", () => {
  const minutes = { one: "{count} minute", many: "{count} de minutes", other: "{count} minutes" };

  it.each<[Language, number, string]>([
    ["en", 1, "1 minute"],
    ["en", 0, "0 minutes"],
    ["fr", 0, "0 minute"],
    ["fr", 1_000_000, "1000000 de minutes"],
  ])("takes the form of %s for %i", (language, count, expected) => {
    expect(fillCount(minutes, count, language, { count })).toBe(expected);
  });

  it("takes the only form of a language without others", () => {
    expect(fillCount({ other: "{count}분" }, 1, "ko", { count: 1 })).toBe("1분");
  });
});
