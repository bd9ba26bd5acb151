import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { StablecoinCheckout } from "./react.js";

test("renders the element with its attributes where there is no page", () => {
  const props = {
    origin: "https://pay.example.com",
    checkoutId: "chk_1",
    className: "pay",
    onPaid: () => {},
  };
  const html = renderToString(createElement(StablecoinCheckout, props, "Pay"));
  expect(html).toBe(
    '<stablecoin-checkout origin="https://pay.example.com" class="pay" checkout-id="chk_1">Pay</stablecoin-checkout>',
  );
});
