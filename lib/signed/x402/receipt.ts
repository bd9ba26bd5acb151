import { x402UrlOf } from "@/lib/checkouts/views/shared-fields.schema";
import type { Clock } from "@/lib/platform/clock";
import { checksummed } from "@/lib/platform/values/checksum.rules";
import type { ReceiptKeys } from "./receipt-keys";
import { networkName, type PaymentResult } from "./x402.rules";
import type { PaymentResponse } from "./x402.schema";

type ReceiptParts = { clock: Clock; checkoutPageUrl: string; receiptKeys: ReceiptKeys };

const schema = {
  type: "object",
  properties: {
    receipt: {
      type: "object",
      properties: { format: { type: "string" }, signature: { type: "string" } },
      required: ["format", "signature"],
    },
    reverted: { type: "boolean" },
  },
};

/**
 * The signed receipt of a settled payment, in the envelope of the extension `offer-receipt`. Beside that extension's
 * fields it states whether the payment is only in a block or final. After a reorganisation it says that there is none.
 */
export function receiptExtension(
  { clock, checkoutPageUrl, receiptKeys }: ReceiptParts,
  checkoutId: string,
  { receipt, txHash }: PaymentResult,
): Pick<PaymentResponse, "extensions"> {
  if (receipt === undefined) return {};
  if (receipt === null) return { extensions: { "offer-receipt": { info: { reverted: true }, schema } } };
  const { state, chainId, tokenAddress, from, amountUnits, payTo } = receipt;
  const signature = receiptKeys.sign({
    version: 1,
    state,
    network: networkName(chainId, 2),
    resourceUrl: x402UrlOf(checkoutPageUrl, checkoutId),
    payer: checksummed(from),
    transaction: txHash ?? "",
    asset: checksummed(tokenAddress),
    amount: amountUnits.toString(),
    payTo: checksummed(payTo),
    issuedAt: Math.floor(clock.now().getTime() / 1_000),
  });
  return { extensions: { "offer-receipt": { info: { receipt: { format: "jws", signature } }, schema } } };
}
