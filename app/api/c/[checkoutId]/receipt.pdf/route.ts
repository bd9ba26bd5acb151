import { checkoutMessages } from "@/components/checkout/messages/catalogue";
import { receiptDocument } from "@/components/checkout/text/receipt-text";
import { receiptFile } from "@/lib/api/http/drawn-files";
import { requestLanguage } from "@/lib/api/http/request-language";
import { handle, route } from "@/lib/api/http/route";
import { limitByClient, limitDrawings } from "@/lib/api/limits/limits";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { readReceipt } from "@/lib/checkouts/receipts/read-receipt";

/** The receipt of the payment page as a file, for everyone with the checkout's id. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle({ operationId: "downloadReceipt" }, async (call) => {
    await limitByClient(call);
    const { page: t } = checkoutMessages(requestLanguage(call.request));
    const deps = getCheckouts();
    const source = await readReceipt(deps, call.params.checkoutId ?? "");
    return receiptFile(call, receiptDocument(source, `${deps.checkoutPageUrl}/c/${source.view.id}`, t), () =>
      limitDrawings(call),
    );
  }),
});
