import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createCheckoutBody } from "./checkout-input.schema";

const fiat = { fiatAmount: "4.50", fiatCurrency: "USD" };
const checksummed = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

/** The names of the fields found at fault; empty when the body is accepted. */
function faults(body: unknown): string[] {
  const result = createCheckoutBody.safeParse(body);
  return result.success ? [] : [...new Set(result.error.issues.map(({ path }) => path.join(".")))];
}

describe("accepts", () => {
  test("a fiat price without an amount", () => {
    expect(createCheckoutBody.parse(fiat)).toEqual(fiat);
  });

  test("an amount without a fiat price, read as bigint", () => {
    expect(createCheckoutBody.parse({ amount: "4500000" })).toEqual({ amount: 4_500_000n });
    expect(createCheckoutBody.parse({ amount: (2n ** 256n - 1n).toString() }).amount).toBe(2n ** 256n - 1n);
  });

  test("everything at once, at its limits", () => {
    const body = {
      ...fiat,
      chainId: 8453,
      tokenAddress: checksummed,
      merchantAddress: checksummed.toLowerCase(),
      itemName: "Ω".repeat(200),
      itemDescription: "d".repeat(2000),
      referenceId: "r".repeat(200),
      metadata: Object.fromEntries(
        Array.from({ length: 20 }, (_, index) => [`key${index}`, "v".repeat(500)]),
      ),
      expiryMinutes: 60,
      successUrl: `https://shop.example/${"p".repeat(2048 - 21)}`,
      cancelUrl: "https://shop.example/back?order=1#top",
    };
    expect(createCheckoutBody.parse(body)).toEqual({ ...body, tokenAddress: checksummed.toLowerCase() });
  });

  test("chainId without a token, which narrows the customer's choice", () => {
    expect(faults({ ...fiat, chainId: 137 })).toEqual([]);
  });

  test("an amount of 0, which has its own error", () => {
    expect(createCheckoutBody.parse({ amount: "0" }).amount).toBe(0n);
  });

  test("an unknown currency, which has its own error", () => {
    expect(faults({ fiatAmount: "4.50", fiatCurrency: "XYZ" })).toEqual([]);
    expect(faults({ fiatAmount: "4.50", fiatCurrency: "usd" })).toEqual([]);
  });

  test("more minutes than are granted", () => {
    expect(createCheckoutBody.parse({ ...fiat, expiryMinutes: 100_000 }).expiryMinutes).toBe(100_000);
  });

  test("fields that it does not know, and drops them", () => {
    expect(createCheckoutBody.parse({ ...fiat, status: "PAID", projectId: "prj_x" })).toEqual(fiat);
  });
});

describe("taxes", () => {
  const tax = (amount: string) => ({ "VAT 19%": amount });

  test.each([
    [{ ...fiat, taxes: {} }],
    [{ ...fiat, taxes: { "VAT 19%": "0.72", "VAT 7,5%": "0", "부가세 (10.5%)": "0.1" } }],
    [{ ...fiat, taxes: tax(fiat.fiatAmount) }],
    [{ fiatAmount: "6300", fiatCurrency: "KRW", taxes: tax("573") }],
  ])("takes %j", (body) => {
    expect(createCheckoutBody.parse(body)).toMatchObject(body);
  });

  test.each<[string, object]>([
    ["for a price in tokens", { amount: "1", taxes: tax("0.72") }],
    ["above the price", { ...fiat, taxes: tax("4.51") }],
    ["above the price together", { ...fiat, taxes: { A: "4.50", B: "0.01" } }],
    ["finer than the currency", { ...fiat, taxes: tax("0.725") }],
    ["below 0", { ...fiat, taxes: tax("-0.72") }],
    ["as an exponent", { ...fiat, taxes: tax("1e-1") }],
    ["as numbers", { ...fiat, taxes: { VAT: 0.72 } }],
    ["as a list", { ...fiat, taxes: ["0.72"] }],
    ["of an endless amount", { ...fiat, taxes: tax("1".repeat(65)) }],
    ["more than ten", { ...fiat, taxes: Object.fromEntries([..."abcdefghijk"].map((name) => [name, "0"])) }],
  ])("refuses them %s", (_, body) => {
    expect(new Set(faults(body).map((param) => param.split(".")[0]))).toEqual(new Set(["taxes"]));
  });

  test.each([
    "",
    " VAT",
    "VAT  7",
    "VAT\n7",
    "V\u200bAT",
    "\u202eVAT",
    "e\u0301",
    "evil.example",
    "a:b",
    "x".repeat(41),
  ])("refuses the name %j", (name) => {
    expect(faults({ ...fiat, taxes: { [name]: "0.72" } })).not.toEqual([]);
  });
});

describe("the price", () => {
  test.each<[string, object, string[]]>([
    ["neither price", {}, ["amount"]],
    ["both prices", { ...fiat, amount: "1" }, ["amount"]],
    ["an amount with half a fiat pair", { fiatCurrency: "USD", amount: "1" }, ["amount"]],
    ["fiatAmount without its currency", { fiatAmount: "4.50" }, ["fiatCurrency"]],
    ["fiatCurrency without its amount", { fiatCurrency: "USD" }, ["fiatAmount"]],
    ["fiatAmount null", { ...fiat, fiatAmount: null }, ["fiatAmount"]],
    ["a numeric fiatAmount", { ...fiat, fiatAmount: 4.5 }, ["fiatAmount"]],
    ["a numeric amount", { amount: 4500000 }, ["amount"]],
    ["finer than the currency", { ...fiat, fiatAmount: "4.505" }, ["fiatAmount"]],
    ["decimals in KRW", { fiatAmount: "14000.5", fiatCurrency: "KRW" }, ["fiatAmount"]],
    ["a price of 0", { ...fiat, fiatAmount: "0.00" }, ["fiatAmount"]],
    ["an endless fiatAmount", { ...fiat, fiatAmount: "9".repeat(100_000) }, ["fiatAmount"]],
    ["an endless amount", { amount: "9".repeat(100_000) }, ["amount"]],
    ["an amount of 2^256", { amount: (2n ** 256n).toString() }, ["amount"]],
  ])("refuses %s", (_, body, expected) => {
    expect(faults(body)).toEqual(expected);
  });

  test.each([
    "",
    " ",
    "-4.50",
    "+4.50",
    "4,50",
    "1e3",
    "NaN",
    "Infinity",
    "0x10",
    "04.50",
    ".5",
    "5.",
    "4.50\n",
    "$4",
  ])("refuses fiatAmount %j", (fiatAmount) => {
    expect(faults({ ...fiat, fiatAmount })).toEqual(["fiatAmount"]);
  });

  test.each(["", "NaN", "1e3", " 5 ", "-1", "1.9", "0x10", "007", "5\u0000", "\uFF15"])(
    "refuses amount %j",
    (amount) => {
      expect(faults({ amount })).toEqual(["amount"]);
    },
  );
});

describe("token and chain", () => {
  test("refuses a token without its chain", () => {
    expect(faults({ ...fiat, tokenAddress: checksummed })).toEqual(["chainId"]);
  });

  test.each([0, -1, 1.5, "8453", null, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, true])(
    "refuses chainId %j",
    (chainId) => {
      expect(faults({ ...fiat, chainId })).toEqual(["chainId"]);
    },
  );

  test.each([0, -5, 1.5, "30", null, Number.NaN, Number.POSITIVE_INFINITY])(
    "refuses expiryMinutes %j",
    (expiryMinutes) => {
      expect(faults({ ...fiat, expiryMinutes })).toEqual(["expiryMinutes"]);
    },
  );

  test("refuses a merchant address with a wrong checksum", () => {
    expect(faults({ ...fiat, merchantAddress: checksummed.replace("aA", "Aa") })).toEqual([
      "merchantAddress",
    ]);
  });
});

describe("texts", () => {
  const limits = { itemName: 200, itemDescription: 2000, referenceId: 200 };

  test.each(Object.entries(limits))("%s holds %i characters and no more", (field, limit) => {
    expect(faults({ ...fiat, [field]: "x".repeat(limit) })).toEqual([]);
    expect(faults({ ...fiat, [field]: "x".repeat(limit + 1) })).toEqual([field]);
  });

  test.each(Object.keys(limits))("%s refuses values that Postgres can't hold, and other types", (field) => {
    for (const value of ["a\u0000b", "\uD800", "a\uDC00b", "\uDC00\uD800", 7, {}, [], null]) {
      expect(faults({ ...fiat, [field]: value })).toEqual([field]);
    }
    for (const value of ["", "Kaffee ☕", "\u{1F600}", "أهلا", "a\nb", "<script>", "'; DROP TABLE--"]) {
      expect(faults({ ...fiat, [field]: value })).toEqual([]);
    }
  });
});

describe("metadata", () => {
  test("refuses more than 20 pairs, long keys and values, and non-text values", () => {
    const pairs = Array.from({ length: 21 }, (_, index) => [`key${index}`, "v"]);
    expect(faults({ ...fiat, metadata: Object.fromEntries(pairs) })).toEqual(["metadata"]);
    expect(faults({ ...fiat, metadata: { ["k".repeat(41)]: "v" } })).toEqual([`metadata.${"k".repeat(41)}`]);
    expect(faults({ ...fiat, metadata: { key: "v".repeat(501) } })).toEqual(["metadata.key"]);
    expect(faults({ ...fiat, metadata: { key: 7 } })).toEqual(["metadata.key"]);
    expect(faults({ ...fiat, metadata: { key: "\u0000" } })).toEqual(["metadata.key"]);
    expect(faults({ ...fiat, metadata: { "\uD800": "v" } })).toEqual(["metadata.\uD800"]);
    for (const metadata of [[], "text", null, 7]) expect(faults({ ...fiat, metadata })).toEqual(["metadata"]);
  });
});

describe("names of the language", () => {
  test("__proto__ changes no prototype and sets no field", () => {
    const body = createCheckoutBody.parse(
      JSON.parse('{"fiatAmount":"4.50","fiatCurrency":"USD","__proto__":{"amount":"1","itemName":"forged"}}'),
    );
    expect(Object.keys(body)).toEqual(["fiatAmount", "fiatCurrency"]);
    expect(body.itemName).toBeUndefined();
    expect(faults(JSON.parse('{"__proto__":{"amount":"1"}}'))).toEqual(["amount"]);
  });

  test("accepts constructor as an ordinary key in metadata", () => {
    const { metadata } = createCheckoutBody.parse(
      JSON.parse('{"amount":"1","metadata":{"__proto__":"x","constructor":"y"}}'),
    );
    expect(metadata?.constructor).toBe("y");
    expect(Object.getPrototypeOf(metadata)).toBe(Object.prototype);
  });
});

describe("a body that is none", () => {
  test.each([null, undefined, [], "text", 7, true])("refuses %j", (body) => {
    expect(createCheckoutBody.safeParse(body).success).toBe(false);
  });

  test("returns an answer for any JSON without throwing", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        expect(typeof createCheckoutBody.safeParse(body).success).toBe("boolean");
      }),
    );
    const fields = Object.keys(createCheckoutBody.shape);
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...fields), fc.jsonValue()), (body) => {
        expect(typeof createCheckoutBody.safeParse(body).success).toBe("boolean");
      }),
      { numRuns: 1_000 },
    );
  });
});
