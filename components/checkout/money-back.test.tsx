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

/** Its text in order, without elements. */
const textOf = (overpayment: Given, more: More = {}) => htmlOf(overpayment, more).replace(/<[^>]+>/g, "");
const htmlOf = (overpayment: Given, more: More = {}) => {
  const { overpaid } = views;
  if (overpaid.overpayment === null) throw new Error("the example is overpaid");
  const view = { ...overpaid, ...more, overpayment: { ...overpaid.overpayment, ...overpayment } };
  return renderToStaticMarkup(<Overpaid view={view} t={t} {...none} />);
};
type More = Partial<typeof views.overpaid>;
type Given = Partial<NonNullable<typeof views.overpaid.overpayment>>;

it("tells what was asked for, and offers to ask for all once more arrived", () => {
  const asked = textOf({ refundable: "3000000", requested: "3000000", hasMore: false });
  expect(asked).toContain("Asked. You requested 3.00 USDC back.");
  expect(asked).not.toContain("Request 3.00 USDC back");
  const more = textOf({ refundable: "3000000", requested: "1000000", hasMore: true });
  expect(more).toContain("Asked. You requested 1.00 USDC back.");
  expect(more).toContain("Request 3.00 USDC back");
});

it.each([
  ["until when to wait, and whom to contact then", "help@shop.example", true],
  ["no date of a shop without a contact", null, false],
] as const)("tells who asked %s", (_, supportContact, isTold) => {
  const asked = { requestedAt: "2026-01-01T12:00:00.000Z" };
  const text = textOf(asked, { supportContact, referenceId: "order-7" });
  expect(/Allow 3 working days.*contact .* and mention order-7\./.test(text)).toBe(isTold);
});

it("takes an address as long as none was left, and another one behind a summary", () => {
  const asked = { refundable: "3000000", requested: "3000000", hasMore: false };
  const without = htmlOf({ ...asked, hasContact: false });
  expect(without).toContain('name="contact"');
  expect(without).toContain("Add an e-mail address");
  expect(without).not.toContain("<details");
  expect(htmlOf({ ...asked, hasContact: true })).toMatch(/<details(?! open).*name="contact"/s);
  expect(htmlOf({ refundable: "0", requested: "0", hasMore: false })).not.toContain('name="contact"');
});
