import { checkoutMessages } from "@/components/checkout/messages/catalogue";
import { receiptDocument } from "@/components/checkout/text/receipt-text";
import { openProjectOf } from "@/lib/api/dashboard/action-route";
import { receiptFile } from "@/lib/api/http/drawn-files";
import { requestLanguage } from "@/lib/api/http/request-language";
import { handle, route } from "@/lib/api/http/route";
import { getMerchant } from "@/lib/api/wiring/merchant";
import { readReceipt } from "@/lib/checkouts/receipts/read-receipt";

/** The merchant's copy of a receipt, which names the customer. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle({ operationId: "dashboardDownloadReceipt" }, async (call) => {
    const { projectId } = await openProjectOf(call, "project.read");
    const { page: t } = checkoutMessages(requestLanguage(call.request));
    const deps = getMerchant();
    const source = await readReceipt(deps, call.params.checkoutId ?? "", { projectId });
    return receiptFile(call, receiptDocument(source, `${deps.checkoutPageUrl}/c/${source.view.id}`, t));
  }),
});
