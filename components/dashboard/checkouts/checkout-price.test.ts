import { expect, test } from "vitest";
import { tokenAmount } from "./checkout-price";

test("an amount whose coin the customer has yet to choose has its unit", () => {
  expect(tokenAmount(10_000_000n, null, [])).toBe("10.00 coins");
});
