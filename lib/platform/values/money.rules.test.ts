import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isFull } from "@/lib/testing/full-size";
import {
  fiatToTokenUnits,
  formatUnits,
  isFiatAmount,
  limitIn,
  maxTokenUnits,
  normalizeRate,
  parseDecimal,
  parseTokenUnits,
  sameValueUnits,
  unitsBetween,
} from "./money.rules";

describe("parseTokenUnits", () => {
  test.each([
    ["0", 0n],
    ["1", 1n],
    ["4500000", 4_500_000n],
    [(2n ** 256n - 1n).toString(), 2n ** 256n - 1n],
  ])("reads %s", (text, units) => {
    expect(parseTokenUnits(text)).toBe(units);
  });

  test.each([
    ["2^256", (2n ** 256n).toString()],
    ["the largest text of 78 digits", "9".repeat(78)],
    ["79 digits", "1".repeat(79)],
    ["nothing", ""],
    ["NaN", "NaN"],
    ["infinity", "Infinity"],
    ["an exponent", "1e3"],
    ["spaces around", " 5 "],
    ["a newline after", "5\n"],
    ["a sign", "-1"],
    ["a plus", "+1"],
    ["minus zero", "-0"],
    ["a fraction", "1.9"],
    ["a whole fraction", "1.0"],
    ["hexadecimal", "0x10"],
    ["leading zeros", "007"],
    ["double zero", "00"],
    ["a separator", "1_000"],
    ["a thousands comma", "1,000"],
    ["a bigint literal", "5n"],
    ["Arabic-Indic digits", "\u0665"],
    ["full-width digits", "\uFF15"],
    ["NUL", "5\u0000"],
  ])("refuses %s", (_, text) => {
    expect(parseTokenUnits(text)).toBeNull();
  });

  test("reads back every amount that it wrote", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, maxTokenUnits), (units) => {
        expect(parseTokenUnits(units.toString())).toBe(units);
      }),
    );
  });
});

describe("isFiatAmount", () => {
  test.each([
    ["10", 2],
    ["4.5", 2],
    ["4.50", 2],
    ["0.01", 2],
    ["999999999999.99", 2],
    ["14000", 0],
    ["1", 0],
  ])("accepts %s with %i decimals", (text, decimalPlaces) => {
    expect(isFiatAmount(text, decimalPlaces)).toBe(true);
  });

  test.each([
    ["0", 2],
    ["0.00", 2],
    ["0", 0],
    ["4.501", 2],
    ["4.500", 2],
    ["14000.5", 0],
    ["14000.0", 0],
    ["1000000000000", 2],
    ["04.50", 2],
    [".5", 2],
    ["5.", 2],
    ["-1", 2],
    ["+1", 2],
    ["1e3", 2],
    ["1,50", 2],
    ["1,000.00", 2],
    [" 1", 2],
    ["1\n", 2],
    ["NaN", 2],
    ["Infinity", 2],
    ["0x10", 2],
    ["$5", 2],
    ["", 2],
  ])("refuses %j with %i decimals", (text, decimalPlaces) => {
    expect(isFiatAmount(text, decimalPlaces)).toBe(false);
  });
});

describe("parseDecimal", () => {
  test("keeps every digit", () => {
    expect(parseDecimal("0.999812")).toEqual({ digits: 999_812n, scale: 6 });
    expect(parseDecimal("1400")).toEqual({ digits: 1400n, scale: 0 });
    expect(parseDecimal("1.50")).toEqual({ digits: 150n, scale: 2 });
  });

  test.each(["", "-1", "1e3", ".5", "5.", "01", "NaN", " 1"])("refuses %j", (text) => {
    expect(parseDecimal(text)).toBeNull();
  });
});

describe("normalizeRate", () => {
  test.each([
    ["1400", "1400"],
    ["1400.00", "1400"],
    ["0.99981200", "0.999812"],
    ["1.0000000000000000019", "1.000000000000000001"],
    ["0.000000000000000001", "0.000000000000000001"],
    ["1380.123456789012345678999", "1380.123456789012345678"],
    ["100", "100"],
  ])("brings %s to %s", (text, rate) => {
    expect(normalizeRate(text)).toBe(rate);
  });

  test.each(["0", "0.0", "0.0000000000000000009", "-1", "1e-7", "NaN", "Infinity", "", "01", " 1", "1."])(
    "refuses %j",
    (text) => {
      expect(normalizeRate(text)).toBeNull();
    },
  );

  test("is stable when normalized twice", () => {
    fc.assert(
      fc.property(decimalText(30, 30), (text) => {
        const rate = normalizeRate(text);
        if (rate !== null) expect(normalizeRate(rate)).toBe(rate);
      }),
    );
  });
});

describe("fiatToTokenUnits", () => {
  test.each([
    ["10", "1", 6, 10_000_000n],
    ["10", "1400", 6, 7_142n],
    ["14000", "1400", 6, 10_000_000n],
    ["4.50", "0.999812", 6, 4_500_846n],
    ["0.01", "1000000", 6, 0n],
    ["1", "3", 6, 333_333n],
    ["2", "3", 6, 666_666n],
    ["0.99", "0.99", 6, 1_000_000n],
    ["10", "1400", 18, 7_142_857_142_857_142n],
    ["4.50", "0.999812", 18, 4_500_846_159_077_906_646n],
    ["0.01", "1000000", 18, 10_000_000_000n],
    ["2", "3", 18, 666_666_666_666_666_666n],
    ["0.99", "0.99", 18, 10n ** 18n],
    ["2.99", "1", 0, 2n],
  ])("%s at %s is, with %i decimals, %i units", (price, rate, decimals, units) => {
    expect(fiatToTokenUnits(price, rate, decimals)).toBe(units);
  });

  test.each([
    ["10", "0"],
    ["10", "0.000"],
    ["10", ""],
    ["", "1"],
    ["-1", "1"],
    ["1", "-1"],
    ["1e3", "1"],
    ["NaN", "1"],
  ])("throws on %j at %j", (price, rate) => {
    expect(() => fiatToTokenUnits(price, rate, 6)).toThrow(RangeError);
  });

  test("is the largest amount within the price, for random pairs and extremes", () => {
    fc.assert(fc.property(priceText, rateText, decimalsOfToken, isLargestWithinPrice), {
      numRuns: isFull ? 100_000 : 5_000,
    });
  }, 60_000);

  test("can be recomputed from a normalized rate of any original length", () => {
    fc.assert(
      fc.property(priceText, decimalText(6, 40), (price, providerRate) => {
        const rate = normalizeRate(providerRate);
        fc.pre(rate !== null);
        return isLargestWithinPrice(price, rate, 6);
      }),
    );
  });
});

describe("formatUnits", () => {
  test.each([
    [4_500_000n, 6, "4.50"],
    [0n, 6, "0.00"],
    [1n, 6, "0.000001"],
    [1_234_567n, 6, "1.234567"],
    [1_234_500n, 6, "1.2345"],
    [10_000_000n, 6, "10.00"],
    [7n, 0, "7"],
    [15n, 1, "1.5"],
    [10n, 1, "1.0"],
    [1_500_000_000_000_000_000n, 18, "1.50"],
  ])("%i with %i decimals is %s", (units, decimals, text) => {
    expect(formatUnits(units, decimals)).toBe(text);
  });

  test("drops the fraction when zero decimals are requested", () => {
    expect(formatUnits(4_000_000n, 6, 0)).toBe("4");
    expect(formatUnits(4_100_000n, 6, 0)).toBe("4.1");
  });

  test("keeps the exact value of the units", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, maxTokenUnits), fc.integer({ min: 0, max: 36 }), (units, decimals) => {
        expect(fiatToTokenUnits(formatUnits(units, decimals), "1", decimals)).toBe(units);
      }),
    );
  });
});

/** Decimal text with up to the given numbers of digits before and after the point. */
function decimalText(maxWhole: number, maxFraction: number): fc.Arbitrary<string> {
  const digits = (maxLength: number) =>
    fc
      .array(fc.constantFrom(..."0123456789"), { minLength: 0, maxLength, size: "max" })
      .map((list) => list.join(""));
  return fc.tuple(digits(maxWhole), digits(maxFraction)).map(([whole, fraction]) => {
    const integer = whole.replace(/^0+/, "") || "0";
    return fraction === "" ? integer : `${integer}.${fraction}`;
  });
}

const decimalsOfToken = fc.oneof(
  { weight: 4, arbitrary: fc.constant(6) },
  { weight: 1, arbitrary: fc.constantFrom(0, 2, 8, 18, 36) },
);
const priceText = fc.oneof(
  { weight: 10, arbitrary: decimalText(12, 4) },
  { weight: 1, arbitrary: fc.constantFrom("999999999999.99", "999999999999", "0.01", "0.0001", "1", "0") },
);
const rateText = fc.oneof(
  { weight: 10, arbitrary: decimalText(9, 18).filter((text) => /[1-9]/.test(text)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "1",
      "0.000000000000000001",
      "0.999999999999999999",
      "1.000000000000000001",
      "999999999.999999999999999999",
      "3",
      "1400",
    ),
  },
);

/** Everything as whole multiples of 10^-40, compared by multiplication alone. */
function isLargestWithinPrice(price: string, rate: string, decimals: number): boolean {
  const units = fiatToTokenUnits(price, rate, decimals);
  const limit = scaled(price) * 10n ** BigInt(decimals);
  return units * scaled(rate) <= limit && limit < (units + 1n) * scaled(rate);
}

function scaled(text: string): bigint {
  const [whole = "", fraction = ""] = text.split(".");
  return BigInt(`${whole}${fraction.padEnd(40, "0")}`);
}

test("a price in another stablecoin has its decimals, rounded up", () => {
  expect(sameValueUnits(4_500_000n, 6, 6)).toBe(4_500_000n);
  expect(sameValueUnits(4_500_000n, 6, 18)).toBe(4_500_000_000_000_000_000n);
  expect(sameValueUnits(4_500_000_000_000_000_000n, 18, 6)).toBe(4_500_000n);
  expect(sameValueUnits(4_500_000_000_000_000_001n, 18, 6)).toBe(4_500_001n);
  expect(sameValueUnits(1n, 18, 6)).toBe(1n);
});

test("a project's limit is as many tokens of any decimals", () => {
  expect(limitIn(1_500_000n, { decimals: 6 })).toBe(1_500_000n);
  expect(limitIn(1_500_000n, { decimals: 18 })).toBe(1_500_000_000_000_000_000n);
  expect(limitIn(1_500_000n, { decimals: 2 })).toBe(150n);
});

test.each([
  ["4.5", "4.5", 6, 4_500_000n, 4_500_000n],
  ["4.5", "4.5", 18, 4_500_000_000_000_000_000n, 4_500_000_000_000_000_000n],
  ["4.5", "4.5", 0, 5n, 4n],
  ["0.0000001", "1.0000009", 6, 1n, 1_000_000n],
  ["3", null, 2, 300n, null],
  [null, "3", 2, null, 300n],
])("from %s to %s tokens of %i decimals are %s to %s units", (from, to, decimals, least, most) => {
  expect(unitsBetween(from, to, decimals)).toEqual({ least, most });
});
