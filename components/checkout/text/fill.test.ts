import { describe, expect, it } from "vitest";
import type { Language } from "@/lib/platform/i18n/language.rules";
import { pageLocale } from "@/lib/platform/i18n/translation.rules";
import { fill, fillCount } from "./fill";

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
  });
});

describe("fillCount", () => {
  const minutes = (language: Language) => ({ locale: pageLocale({ language, locale: language }) });

  it("takes the form that the number has in the language", () => {
    const message = { one: "{count} minute", many: "{count} de minutes", other: "{count} minutes" };
    expect(fillCount(message, 1, minutes("en"))).toBe("1 minute");
    expect(fillCount(message, 0, minutes("en"))).toBe("0 minutes");
    expect(fillCount(message, 0, minutes("fr"))).toBe("0 minute");
    expect(fillCount(message, 1_000_000, minutes("fr"))).toBe("1000000 de minutes");
    expect(fillCount({ other: "{count}분" }, 1, minutes("ko"))).toBe("1분");
  });
});
