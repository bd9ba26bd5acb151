import fc from "fast-check";
import { expect, test } from "vitest";
import { withoutTaxes } from "@/lib/checkouts/order-fields.rules";
import { formatUnits } from "@/lib/platform/values/money.rules";
import { exampleOrder, mapOrderTexts, toOrder, toSentOrder } from "./order-fields.rules";

test("mapOrderTexts changes each text, and no URL, pair or missing field", () => {
  const order = { ...exampleOrder, itemDescription: null };
  expect(mapOrderTexts({ ...order, paid: "paid" }, (text) => `<${text}>`)).toEqual({
    ...order,
    itemName: "<Flat white>",
    referenceId: "<order-1042>",
    paid: "paid",
  });
});

test("toSentOrder sends what toOrder stores", () => {
  expect(toOrder(toSentOrder(exampleOrder))).toEqual(exampleOrder);
  expect(toSentOrder(toOrder({ itemName: "Tea" }))).toMatchObject({ itemName: "Tea", metadata: undefined });
});

test.each([
  ["4.50", { "VAT 19%": "0.72" }, 2, 378n],
  ["4.5", { A: "0.7", B: "0.02" }, 2, 378n],
  ["6300", { VAT: "573" }, 0, 5_727n],
  ["4.50", {}, 2, 450n],
  ["4.50", { VAT: "4.50" }, 2, 0n],
  ["4.50", { A: "0" }, 2, 450n],
  ["4.50", { A: "4.50", B: "0.01" }, 2, -1n],
  ["999999999999.99", { A: "0.01" }, 2, 99_999_999_999_998n],
])("%s without %j is, with %i decimals, %s", (price, taxes, places, rest) => {
  expect(withoutTaxes(price, taxes, places)).toBe(rest);
});

test.each(["-0.72", "0.725", "0,72", "1e2", "", " 0.72", "NaN", "0x1"])("%j is no tax", (tax) => {
  expect(withoutTaxes("4.50", { VAT: tax }, 2)).toBeNull();
});

test("the rest and the taxes are the price again", () => {
  const coins = fc.bigInt({ min: 0n, max: 10n ** 13n });
  fc.assert(
    fc.property(coins, fc.array(coins, { maxLength: 10 }), (net, taxes) => {
      const total = taxes.reduce((sum, tax) => sum + tax, net);
      const named = Object.fromEntries(taxes.map((tax, index) => [`T${index}`, formatUnits(tax, 2)]));
      expect(withoutTaxes(formatUnits(total, 2), named, 2)).toBe(net);
    }),
  );
});
