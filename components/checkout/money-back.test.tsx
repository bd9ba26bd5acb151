import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { views } from "@/lib/api/openapi/examples/views";
import { checkoutMessages } from "./messages/catalogue";
import { Overpaid } from "./money-back";

const { page: t } = checkoutMessages({ language: "en", locale: "en-US" });
const none = { demoWallet: false, walletConnect: null, isContactRefused: false };

it.each([
  ["PAID", "You overpaid by 1.00 USDC"],
  ["REFUNDED", "1.00 USDC arrived after the refund"],
] as const)("says why money of a %s checkout can go back", (status, title) => {
  const { overpaid } = views;
  const overpayment = overpaid.overpayment && { ...overpaid.overpayment, amount: "1000000", refundable: "0" };
  const view = { ...overpaid, status, overpayment };
  const text = renderToStaticMarkup(<Overpaid view={view} t={t} {...none} />);
  expect(text).toContain(`aria-label="${title}"`);
  expect(text.replace(/<[^>]+>/g, "")).toContain(title);
});
