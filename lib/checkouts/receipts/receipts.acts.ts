import { mailReceiptBody } from "@/lib/checkouts/checkout-input.schema";
import { type PublicCheckoutView, publicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import { type CheckoutPageParts, getPublicCheckout } from "@/lib/checkouts/views/read-checkout";
import { type Anyone, act } from "@/lib/platform/acts";
import { type PageLanguage, pageLanguage } from "@/lib/platform/i18n/language.rules";
import { inputId } from "@/lib/platform/primitives.schema";
import { mailReceipt, type ReceiptText } from "./mail-receipt";
import type { ReceiptFacts } from "./receipt-document.rules";

/** The texts of the customer's pages compose it. */
export type ReceiptWords = {
  receiptText: (language: PageLanguage, view: PublicCheckoutView, facts: ReceiptFacts) => ReceiptText;
};

type MailParts = Omit<Parameters<typeof mailReceipt>[0], "show"> & CheckoutPageParts & ReceiptWords;

/** What customers do with receipts. For anyone with a checkout's id. */
export const receiptActs = {
  mail: act(
    {
      ids: { checkoutId: inputId("chk", "checkout") },
      input: mailReceiptBody,
      errors: ["CHECKOUT_NOT_FOUND", "RECEIPT_UNAVAILABLE"],
    },
    async (parts: MailParts, { client, acceptLanguage }: Anyone, { checkoutId, email, language }) => {
      const show = (id: string) => getPublicCheckout(parts, id);
      const chosen = pageLanguage({ requested: language, acceptLanguage });
      await mailReceipt({ ...parts, show }, checkoutId, email, client, (view, facts) =>
        parts.receiptText(chosen, view, facts),
      );
      return show(checkoutId);
    },
    {
      http: {
        operationId: "mailReceipt",
        tag: "Payment page",
        summary: "Send the receipt by e-mail",
        description:
          "Sends the receipt of a paid checkout to an address, within a minute. Each checkout's receipt is sent to one address, and once more to another; an address gets at most three receipts a day. Payments of less than one token have none. The address is deleted once it is sent.",
        method: "POST",
        path: "/c/{checkoutId}/receipt",
        form: {
          numbers: [],
          page: ({ checkoutId }, sent) => `/c/${checkoutId}${sent === null ? "" : "?receipt=sent"}`,
        },
        data: publicCheckoutView,
        show: (view) => view,
      },
    },
  ),
};
