import { expect, test } from "vitest";
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
