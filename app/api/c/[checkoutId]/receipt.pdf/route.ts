import { checkoutMessages } from "@/components/checkout/messages/catalogue";
import { receiptDocument } from "@/components/checkout/text/receipt-text";
import { handle, route } from "@/lib/api/http/route";
import { limitActions, limitByClient } from "@/lib/api/limits/limits";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { drawReceipt } from "@/lib/checkouts/receipts/receipt-pdf";
import { getPublicCheckout } from "@/lib/checkouts/views/read-checkout";
import { pageLanguage } from "@/lib/platform/i18n/language.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";

/** The receipt of the payment page as a file, for everyone with the checkout's id. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle({ operationId: "downloadReceipt" }, async (call) => {
    const { request, params } = call;
    await limitByClient(call, "receipt", true);
    await limitActions(call, "receipt", true);
    const requested = new URL(request.url).searchParams.get("language") ?? undefined;
    const acceptLanguage = request.headers.get("accept-language");
    const { page: t } = checkoutMessages(pageLanguage({ requested, acceptLanguage }));
    const view = await getPublicCheckout(getCheckouts(), params.checkoutId ?? "");
    const receipt = receiptDocument(view, t);
    if (receipt === null) throw new CheckoutError("RECEIPT_UNAVAILABLE", "There is no receipt yet.");
    const file = new Blob([new Uint8Array(await drawReceipt(receipt))]).stream();
    return { status: 200, file, mediaType: "application/pdf", name: `receipt-${view.id}.pdf` };
  }),
});
