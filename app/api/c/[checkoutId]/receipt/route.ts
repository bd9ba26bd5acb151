import { checkoutMessages } from "@/components/checkout/messages/catalogue";
import { receiptText } from "@/components/checkout/text/receipt-text";
import { route } from "@/lib/api/http/route";
import { serveAnyone } from "@/lib/api/http/serve";
import { type ReceiptWords, receiptActs } from "@/lib/checkouts/receipts/receipts.acts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: serveAnyone<ReceiptWords>(receiptActs.mail, {
    receiptText: (language, view, facts) => receiptText(view, facts, checkoutMessages(language).page),
  }),
});
