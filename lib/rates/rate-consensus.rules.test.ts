import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { formatUnits } from "@/lib/platform/values/money.rules";
import { agreeOnRate, type RateExpectation, rateProviderName } from "./rate-consensus.rules";

describe("rate providers", () => {
  test("named providers keep their own names, unknown ones their stored name, and fixed rates have none", () => {
    expect(["coinbase", "coingecko", "kraken", "median", "fixed"].map(rateProviderName)).toEqual([
      "Coinbase",
      "CoinGecko",
      "Kraken",
      "median",
      null,
    ]);
  });
});

describe("rate consensus", () => {
  const unknown: RateExpectation = { lastRate: null, roughRate: "1" };

  const told = (...rates: string[]) => rates.map((rate, index) => ({ provider: `p${index}`, rate }));

  const agree = (...rates: string[]) => agreeOnRate(told(...rates), unknown);

  describe("of three", () => {
    it.each([
      ["that are close, the middle one", ["1.001", "0.999", "1"], "1", 0],
      ["that are alike, that one", ["1400", "1400.0", "1400"], "1400", 0],
      ["with one × 100, the mean of the others", ["1", "101", "1.01"], "1.005", 1],
      ["with one ÷ 100, the mean of the others", ["1400", "14", "1401"], "1400.5", 1],
      ["with one 2 % above the middle, the middle one", ["1.02", "1", "0.99"], "1", 0],
      [
        "with one a little more than 2 % above, the mean of the others",
        ["1.0200000001", "1", "0.99"],
        "0.995",
        1,
      ],
      ["with one 2 % below the middle, the middle one", ["1.01", "1", "0.98"], "1", 0],
      [
        "with one a little more than 2 % below, the mean of the others",
        ["1.01", "1", "0.9799999999"],
        "1.005",
        1,
      ],
      ["that all differ, none", ["1", "1.05", "1.1"], null, 3],
    ])("%s", (_, rates, rate, dropped) => {
      const consensus = agree(...rates);
      expect(consensus.rate).toBe(rate);
      expect(consensus.dropped).toHaveLength(dropped);
      expect(consensus.kept).toHaveLength(3 - dropped);
    });
  });

  describe("of one, beside a central bank's of a day", () => {
    const beside = (reference: string, ...rates: string[]) =>
      agreeOnRate([...told(...rates), { provider: "ecb", rate: reference, isReference: true }], {
        lastRate: null,
        roughRate: null,
      });

    it("that bears it out, it alone is charged", () => {
      const consensus = beside("4.2", "4.284");
      expect(consensus.rate).toBe("4.284");
      expect(consensus.kept.map(({ provider }) => provider)).toEqual(["p0", "ecb"]);
      expect(consensus.dropped).toEqual([]);
    });

    it("that is a little more than 2 % away, none", () => {
      expect(beside("4.2", "4.2840000001")).toMatchObject({
        rate: null,
        kept: [],
        dropped: [{ provider: "p0" }],
      });
    });

    it("that differs from an expected one, it is believed as if no bank had spoken", () => {
      const ecb = { provider: "ecb", rate: "1.9", isReference: true };
      expect(agreeOnRate([...told("1"), ecb], unknown).rate).toBe("1");
    });

    it("a central bank's alone charges no one, and decides nothing between two that differ", () => {
      expect(beside("4.2")).toEqual({ rate: null, kept: [], dropped: [] });
      expect(beside("4.2", "4.2", "4.4").rate).toBeNull();
      expect(beside("5", "4.2", "4.21").rate).toBe("4.205");
    });
  });

  describe("of two", () => {
    it.each([
      ["that agree, the mean", ["1", "1.01"], "1.005"],
      ["that are 2 % apart, the mean", ["1", "1.02"], "1.01"],
      ["that are a little more than 2 % apart, none", ["1", "1.020000000000000001"], null],
      ["of which one is × 100, none", ["1", "100"], null],
      ["whose mean has 19 decimals, it is rounded down", ["1", "1.000000000000000001"], "1"],
    ])("%s", (_, rates, rate) => {
      expect(agree(...rates).rate).toBe(rate);
      expect(agree(...rates.toReversed()).rate).toBe(rate);
    });
  });

  it("of four in two camps is none", () => {
    expect(agree("1", "1", "2", "2").rate).toBeNull();
  });

  it("of no provider is none", () => {
    expect(agree()).toEqual({ rate: null, kept: [], dropped: [] });
  });

  describe("the only quote", () => {
    it.each([
      ["as before", "1400", true],
      ["10 % above the last", "1540", true],
      ["a little more than 10 % above", "1540.000001", false],
      ["10 % below the last", "1260", true],
      ["a little more than 10 % below", "1259.999999", false],
      ["× 100", "140000", false],
      ["÷ 100", "14", false],
    ])("%s (%s): accepts %s", (_, rate, believed) => {
      const consensus = agreeOnRate(told(rate), { lastRate: "1400", roughRate: "1" });
      expect(consensus.rate).toBe(believed ? rate : null);
      expect(consensus.dropped).toHaveLength(believed ? 0 : 1);
    });

    it.each([
      ["half", "700", true],
      ["a little less than half", "699.9", false],
      ["twice", "2800", true],
      ["a little more than twice", "2800.1", false],
      ["a hundred times", "140000", false],
    ])("without a last rate, %s the order of magnitude (%s): accepts %s", (_, rate, believed) => {
      expect(agreeOnRate(told(rate), { lastRate: null, roughRate: "1400" }).rate).toBe(
        believed ? rate : null,
      );
    });
  });

  it.each(["0", "0.00", "-1", "NaN", "", "1e3", "0.1234567890123456789"])("refuses the rate %j", (rate) => {
    expect(() => agree("1", rate)).toThrow(RangeError);
  });

  const text = (units: bigint) => formatUnits(units, 18, 0);

  const units = (rate: string) => {
    const [whole = "", fraction = ""] = rate.split(".");
    return BigInt(`${whole}${fraction.padEnd(18, "0")}`);
  };

  const anyUnits = fc.bigInt(1n, 10n ** 24n);

  /** Two to five rates of which any two are at most 2 % apart. */
  const agreeing = fc
    .tuple(fc.bigInt(10n ** 4n, 10n ** 24n), fc.array(fc.bigInt(0n, 200n), { minLength: 2, maxLength: 5 }))
    .map(([base, steps]) => steps.map((step) => base + (base * step) / 10_000n));

  describe("for any quotes", () => {
    it("doesn't depend on their order", () => {
      const shuffled = fc
        .array(anyUnits, { minLength: 1, maxLength: 5 })
        .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
      fc.assert(
        fc.property(shuffled, ([all, other]) => {
          expect(agree(...other.map(text)).rate).toBe(agree(...all.map(text)).rate);
        }),
      );
    });

    it("the rate is between the lowest and the highest accepted quote", () => {
      fc.assert(
        fc.property(fc.oneof(agreeing, fc.array(anyUnits, { minLength: 1, maxLength: 5 })), (all) => {
          const { rate, kept, dropped } = agree(...all.map(text));
          expect(kept.length + dropped.length).toBe(all.length);
          const counted = kept.map((one) => units(one.rate)).sort((a, b) => (a < b ? -1 : 1));
          expect(rate === null).toBe(kept.length === 0);
          if (rate === null) return;
          expect(units(rate)).toBeGreaterThanOrEqual(counted[0] ?? 0n);
          expect(units(rate)).toBeLessThanOrEqual(counted.at(-1) ?? 0n);
        }),
      );
    });

    it("agreeing providers determine the rate, and an outlier doesn't change it", () => {
      const outlier = fc.tuple(fc.boolean(), fc.bigInt(105n, 100_000n));
      fc.assert(
        fc.property(agreeing, outlier, fc.nat(), (all, [above, percent], at) => {
          const greatest = all.toSorted((a, b) => (a < b ? -1 : 1)).at(-1) ?? 0n;
          const far = above ? (greatest * percent) / 100n : (greatest * 95n) / percent;
          const among = all.toSpliced(at % (all.length + 1), 0, far);
          const { rate } = agree(...all.map(text));
          expect(rate).not.toBeNull();
          const consensus = agree(...among.map(text));
          expect(consensus.rate).toBe(rate);
          expect(consensus.dropped.map((one) => one.rate)).toEqual([text(far)]);
        }),
      );
    });

    it("one outlier of three never moves the rate beyond the other two", () => {
      const honest = agreeing.filter((all) => all.length === 2);
      fc.assert(
        fc.property(honest, anyUnits, ([a = 0n, b = 0n], lie) => {
          const { rate } = agree(text(a), text(lie), text(b));
          const [low, high] = a < b ? [a, b] : [b, a];
          expect(units(rate ?? "0")).toBeGreaterThanOrEqual(low);
          expect(units(rate ?? "0")).toBeLessThanOrEqual(high);
        }),
      );
    });
  });
});
