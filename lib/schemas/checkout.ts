import { z } from "zod";
import { type Chain, findToken } from "@/lib/core/chains";
import { type Checkout, checkoutStatuses, isPaid } from "@/lib/core/checkout";
import { pageQuery } from "./pagination";
import { checksummed, text, timestamp } from "./primitives";
import { network, networkView, token, tokenView } from "./token-view";

const nullableText = z.string().nullable();

/** The checkout object of the Server API (spec §2.1): every field always there, null when not known. */
export const checkoutResource = z.object({
  id: z.string(),
  status: z.enum(checkoutStatuses),
  isPaid: z.boolean(),
  createdVia: z.enum(["server_key", "api_key", "link", "dashboard"]),
  chainId: z.number().nullable(),
  tokenAddress: nullableText.describe("EIP-55"),
  amount: nullableText.describe("Smallest units; null until a token is selected for a fiat price."),
  depositAddress: nullableText.describe("EIP-55; null until a token is selected."),
  merchantAddress: z.string(),
  expiresAt: z.string(),
  createdAt: z.string(),
  fiatAmount: nullableText,
  fiatCurrency: nullableText,
  exchangeRateUsed: nullableText.describe("Fiat units per token, at exchangeRateAt."),
  exchangeRateAt: nullableText,
  itemName: nullableText,
  itemDescription: nullableText,
  referenceId: nullableText,
  metadata: z.record(z.string(), z.string()),
  successUrl: nullableText,
  cancelUrl: nullableText,
  paymentTxHash: nullableText.describe("The transfer that completed the amount."),
  totalPaid: z.string().describe("Sum of the transfers on the chain, smallest units."),
  paidAmount: z.string().describe("Sum of those that are final."),
  refundedAmount: z.string(),
  paidAt: nullableText,
  checkoutUrl: z.string().describe("The payment page, to which the customer is sent."),
  merchantName: z.string(),
  merchantLogoUrl: nullableText,
  token: token.nullable(),
  network: network.nullable(),
});

export type CheckoutResource = z.infer<typeof checkoutResource>;

/** Which checkouts are listed (spec §4.1). */
export const listCheckoutsQuery = pageQuery.extend({
  status: z.enum(checkoutStatuses).optional().describe("Only those in this state."),
  referenceId: text(200).optional().describe("Only those with this order id."),
});
export type ListCheckoutsQuery = z.output<typeof listCheckoutsQuery>;

/** The answer to a cancellation (spec §4.1). */
export const cancelledCheckout = z.object({ id: z.string(), status: z.literal("CANCELLED") });

/** What a checkout is shown with, beside what is stored of it. */
export type ResourceContext = {
  merchantName: string;
  chains: readonly Chain[];
  /** Origin of the payment page. */
  checkoutPageUrl: string;
};

/** A stored checkout as the Server API shows it. */
export function toResource(checkout: Checkout, context: ResourceContext): CheckoutResource {
  const { chainId, tokenAddress } = checkout;
  const selected = tokenAddress !== null;
  const known =
    chainId === null || tokenAddress === null ? null : findToken(context.chains, { chainId, tokenAddress });
  return {
    id: checkout.id,
    status: checkout.status,
    isPaid: isPaid(checkout.status, checkout.lateAcceptedAt !== null),
    createdVia: checkout.createdVia,
    chainId: checkout.chainId,
    tokenAddress: checkout.tokenAddress === null ? null : checksummed(checkout.tokenAddress),
    amount: checkout.amountUnits?.toString() ?? null,
    depositAddress: selected ? checksummed(checkout.depositAddress) : null,
    merchantAddress: checksummed(checkout.merchantAddress),
    expiresAt: timestamp(checkout.expiresAt),
    createdAt: timestamp(checkout.createdAt),
    fiatAmount: checkout.fiatAmount,
    fiatCurrency: checkout.fiatCurrency,
    exchangeRateUsed: checkout.exchangeRateUsed,
    exchangeRateAt: checkout.exchangeRateAt === null ? null : timestamp(checkout.exchangeRateAt),
    itemName: checkout.itemName,
    itemDescription: checkout.itemDescription,
    referenceId: checkout.referenceId,
    metadata: { ...checkout.metadata },
    successUrl: checkout.successUrl,
    cancelUrl: checkout.cancelUrl,
    paymentTxHash: checkout.paymentTxHash,
    totalPaid: checkout.totalPaidUnits.toString(),
    paidAmount: checkout.paidUnits.toString(),
    refundedAmount: checkout.refundedUnits.toString(),
    paidAt: checkout.paidAt === null ? null : timestamp(checkout.paidAt),
    checkoutUrl: `${context.checkoutPageUrl}/c/${checkout.id}`,
    merchantName: context.merchantName,
    merchantLogoUrl: null,
    token: known === null ? null : tokenView(known.token),
    network: known === null ? null : networkView(known.chain),
  };
}
