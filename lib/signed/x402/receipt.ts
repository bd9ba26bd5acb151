import { x402UrlOf } from "@/lib/checkouts/views/x402-url.rules";
import type { Clock } from "@/lib/platform/clock";
import { checksummed } from "@/lib/platform/primitives.schema";
import type { ReceiptKeys } from "./receipt-keys";
import { networkName, type PaymentResult } from "./x402.rules";
import type { PaymentResponse, X402Payment } from "./x402.schema";

type ReceiptDeps = { clock: Clock; checkoutPageUrl: string; receiptKeys: Pick<ReceiptKeys, "sign"> };

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
  { clock, checkoutPageUrl, receiptKeys }: ReceiptDeps,
  checkoutId: string,
  { kind, receipt, txHash }: PaymentResult,
  { chainId, asset, payload }: Pick<X402Payment, "chainId" | "asset" | "payload">,
): Pick<PaymentResponse, "extensions"> {
  if (kind !== "settled" || chainId === null || payload === null) return {};
  if (receipt === null || receipt === undefined)
    return { extensions: { "offer-receipt": { info: { reverted: true }, schema } } };
  const { from, to, value } = payload.authorization;
  const signature = receiptKeys.sign({
    version: 1,
    state: receipt,
    network: networkName(chainId, 2),
    resourceUrl: x402UrlOf(checkoutPageUrl, checkoutId),
    payer: checksummed(from),
    transaction: txHash ?? "",
    // Version 1 doesn't name the token.
    ...(asset === null ? {} : { asset: checksummed(asset) }),
    amount: value.toString(),
    payTo: checksummed(to),
    issuedAt: Math.floor(clock.now().getTime() / 1_000),
  });
  return { extensions: { "offer-receipt": { info: { receipt: { format: "jws", signature } }, schema } } };
}
