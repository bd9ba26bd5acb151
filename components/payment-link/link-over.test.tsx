import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { checkoutMessages } from "@/components/checkout/messages/catalogue";
import { LinkOver, linkProblem } from "./link-over";
import { linkMessages } from "./messages/catalogue";

const words = linkMessages.en.link;
const { page: t } = checkoutMessages({ language: "en", locale: "en" });

test.each([
  [{ kind: "paid", checkoutId: "chk_1" }, ["This invoice is paid", "/c/chk_1"]],
  [{ kind: "ended" }, ["can no longer be paid", "Its last day has passed. Ask Shop"]],
  [{ kind: "sold_out" }, ["Sold out", "Ask Shop if there will be more."]],
] as const)("a link that is over says why: %j", (state, texts) => {
  const page = renderToStaticMarkup(<LinkOver state={state} merchant="Shop" words={words} />);
  for (const text of texts) expect(page).toContain(text);
});

test.each([
  ["RATE_LIMIT_EXCEEDED", 2, null, "Too many tries."],
  ["AMOUNT_TOO_SMALL", 2, null, "This amount is too small."],
  ["VALIDATION_ERROR", 2, "At most €5.00.", "At most €5.00."],
  ["VALIDATION_ERROR", 2, null, "Enter an amount like 4.50."],
  ["VALIDATION_ERROR", 0, null, "Enter an amount like 4,500."],
  // Where the price is fixed, nothing is wrong with an amount.
  ["AMOUNT_TOO_SMALL", null, null, "Shop can't accept this payment right now."],
  ["VALIDATION_ERROR", null, null, "Shop can't accept this payment right now."],
  ["EXCHANGE_RATE_UNAVAILABLE", 2, null, "Shop can't accept this payment right now."],
])(
  "the refusal %s with %s decimals and the limit %j is told in words",
  (code, decimalPlaces, exceeded, text) => {
    expect(linkProblem(code, { merchant: "Shop", decimalPlaces, exceeded, words, t })).toContain(text);
  },
);
