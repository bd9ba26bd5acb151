import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJsonNumbersAsText, toDecimalText } from "./providers";

describe("JSON with its numbers as text", () => {
  it("keeps every digit as it was written", () => {
    const text =
      '{"usd": 0.99984500000000001234, "krw":1400.0, "tiny":1E-7,"big":123456789012345678901234567890}';
    expect(parseJsonNumbersAsText(text)).toEqual({
      usd: "0.99984500000000001234",
      krw: "1400.0",
      tiny: "1E-7",
      big: "123456789012345678901234567890",
    });
  });

  it("lets no string pass for a number, and no string's digits be touched", () => {
    const text = '{"a\\"1:2": 3, "b": "4", "c": ["5", 6, -7.5e+8], "9": {"d" : null, "e": true}}';
    expect(parseJsonNumbersAsText(text)).toEqual({
      'a"1:2': "3",
      b: null,
      c: [null, "6", "-7.5e+8"],
      9: { d: null, e: true },
    });
  });

  it.each(["", "<html>", "{", "NaN", "01", "1.", ".5", "+1", "{'a':1}", "1 2"])("refuses %j", (text) => {
    expect(() => parseJsonNumbersAsText(text)).toThrow(SyntaxError);
  });

  it("has the shape of any JSON, with numbers and strings exchanged", () => {
    const exchange = (value: unknown): unknown => {
      if (typeof value === "number") return JSON.stringify(value);
      if (typeof value === "string") return null;
      if (Array.isArray(value)) return value.map(exchange);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, exchange(inner)]));
    };
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseJsonNumbersAsText(text)).toEqual(exchange(JSON.parse(text)));
      }),
      { numRuns: 500 },
    );
  });
});

describe("decimal text", () => {
  it.each([
    ["1", "1"],
    ["1400.25", "1400.25"],
    ["0.9998", "0.9998"],
    ["1e3", "1000"],
    ["1.5E+2", "150"],
    ["1.2345e2", "123.45"],
    ["1e-7", "0.0000001"],
    ["1.5e-7", "0.00000015"],
    ["12e-1", "1.2"],
    ["0.001e3", "1"],
    ["10e-3", "0.010"],
  ])("of %s is %s", (number, text) => {
    expect(toDecimalText(number)).toBe(text);
  });

  it.each(["0", "0.00", "0e5", "-1", "-0.5", "1e999", "1e-100", "", "null", "Infinity", "9".repeat(65)])(
    "of %j is none",
    (number) => {
      expect(toDecimalText(number)).toBeNull();
    },
  );

  it("has exactly the value of the number", () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 30n), fc.integer({ min: -30, max: 30 }), (digits, exponent) => {
        const text = toDecimalText(`${digits}e${exponent}`) ?? "";
        const [whole = "", fraction = ""] = text.split(".");
        const scaled = BigInt(`${whole}${fraction}`) * 10n ** BigInt(60 - fraction.length);
        expect(scaled).toBe(digits * 10n ** BigInt(60 + exponent));
        expect(text).toMatch(/^(0|[1-9]\d*)(\.\d+)?$/);
      }),
      { numRuns: 1_000 },
    );
  });
});
