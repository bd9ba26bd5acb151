import { z } from "zod";
import { type Chain, findToken } from "@/lib/chain/chains.rules";
import {
  type Checkout,
  type CheckoutDetails,
  isPaid,
  type NativeBalance,
  type RecordedTransfer,
  type TimelineEntry,
} from "@/lib/checkouts/checkout.rules";
import { orderAnswer, toOrderAnswer, toPublishedOrder } from "@/lib/checkouts/order-fields.schema";
import {
  checksummedAddress,
  count,
  evmChainId,
  fiatCode,
  fiatDecimal,
  pageQuery,
  rate,
  rateProviderNames,
  rateProviders,
  time,
  transactionHash,
  units,
} from "@/lib/platform/answer-fields.schema";
import { address, checksummed, text, timestamp } from "@/lib/platform/primitives.schema";
import {
  acceptedAmount,
  checkoutId,
  checkoutStatus,
  createdVia,
  logoUrl,
  logoUrlOf,
  network,
  networkView,
  overpayment,
  overpaymentView,
  replacedBy,
  replaces,
  token,
  tokenView,
  transferId,
} from "./checkout-fields.schema";
/** The checkout object of the Server API (spec §2.1): every field is always present, null when unknown. */
export const checkoutResource = z.object({
  id: checkoutId,
  status: checkoutStatus,
  isPaid: z
    .boolean()
    .describe(
      "Whether you can ship: the status is PAID or SETTLED, or LATE_PAID and accepted by the merchant.",
    ),
  createdVia,
  chainId: evmChainId.nullable().describe("EVM chain id; null until a token is selected."),
  requestedChainId: evmChainId
    .nullable()
    .describe(
      "The chain set at creation; the customer chooses among its tokens. Null if the customer can choose any chain.",
    ),
  tokenAddress: checksummedAddress
    .nullable()
    .describe("The token's contract, with EIP-55 checksum; null until a token is selected."),
  amount: units
    .nullable()
    .describe("Amount to pay, in smallest units; null until a token is selected for a fiat price."),
  depositAddress: checksummedAddress
    .nullable()
    .describe("The deposit address, with EIP-55 checksum; null until a token is selected."),
  merchantAddress: checksummedAddress.describe(
    "The wallet that receives the settlement, with EIP-55 checksum.",
  ),
  expiresAt: time.describe("Deadline for the payment, ISO 8601, UTC."),
  createdAt: time.describe("ISO 8601, UTC."),
  fiatAmount: fiatDecimal.nullable().describe("The fiat price as sent; null for a price in tokens."),
  fiatCurrency: fiatCode.nullable().describe("ISO 4217 code; null for a price in tokens."),
  exchangeRateUsed: rate
    .nullable()
    .describe("Fiat units per token, locked at exchangeRateAt; null before, and for a price in tokens."),
  exchangeRateAt: time
    .nullable()
    .describe("When the rate was fetched: at creation, or at the customer's selection."),
  exchangeRateProviders: rateProviders,
  ...orderAnswer,
  paymentTxHash: transactionHash.nullable().describe("The transfer that completed the amount; null before."),
  totalPaid: units.describe("Sum of the transfers on the chain, in smallest units."),
  paidAmount: units.describe("Sum of the final transfers, in smallest units."),
  refundedAmount: units.describe("Sum of the completed refunds, in smallest units."),
  acceptedAmount,
  overpayment,
  paidAt: time.nullable().describe("When it became PAID or its late payment was accepted; null before."),
  replaces,
  replacedBy,
  checkoutUrl: z.string().meta({ format: "uri", description: "The payment page. Send the customer there." }),
  merchantName: z.string().describe("Name shown to the customer."),
  merchantLogoUrl: logoUrl,
  token: token.nullable().describe("The selected token; null before."),
  network: network.nullable().describe("The selected token's chain; null before."),
});

export type CheckoutResource = z.infer<typeof checkoutResource>;

/**
 * The same for a published API key, without the shop's private fields.
 *
 * @param filterReference the order id by which the request filters: its author already knows it
 */
export function toPublishedResource(
  resource: CheckoutResource,
  filterReference: string | undefined,
): CheckoutResource {
  return {
    ...resource,
    ...toPublishedOrder(resource, resource.isPaid),
    referenceId: resource.referenceId === filterReference ? resource.referenceId : null,
  };
}

/** Filters of the checkout list (spec §4.1). */
export const listCheckoutsQuery = pageQuery.extend({
  status: checkoutStatus.optional().describe("Only items in this state."),
  referenceId: text(200).optional().describe("Only items with this order id."),
});
export type ListCheckoutsQuery = z.output<typeof listCheckoutsQuery>;

/** The answer to a cancellation (spec §4.1). */
export const cancelledCheckout = z.object({ id: checkoutId, status: z.literal("CANCELLED") });

/** Data shown with a checkout but not stored with it. */
export type ResourceContext = {
  merchantName: string;
  /** SHA-256 of its logo, hex; null without a logo. */
  logoDigest: string | null;
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
    chainId,
    requestedChainId: checkout.fixedChainId,
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
    exchangeRateProviders: rateProviderNames(checkout.exchangeRateProvider),
    ...toOrderAnswer(checkout),
    paymentTxHash: checkout.paymentTxHash,
    totalPaid: checkout.totalPaidUnits.toString(),
    paidAmount: checkout.paidUnits.toString(),
    refundedAmount: checkout.refundedUnits.toString(),
    acceptedAmount: checkout.acceptedUnits?.toString() ?? null,
    overpayment: overpaymentView(checkout),
    paidAt: checkout.paidAt === null ? null : timestamp(checkout.paidAt),
    replaces: checkout.replaces,
    replacedBy: checkout.replacedBy,
    checkoutUrl: `${context.checkoutPageUrl}/c/${checkout.id}`,
    merchantName: context.merchantName,
    merchantLogoUrl: logoUrlOf(context.logoDigest, context.checkoutPageUrl),
    token: known === null ? null : tokenView(known.token, context.checkoutPageUrl),
    network: known === null ? null : networkView(known.chain),
  };
}

const blockNumber = z.number().meta({ type: "integer", minimum: 0, description: "Number of its block." });

/** A transfer to a deposit address, as the merchant sees it. */
export const recordedTransfer = z.object({
  id: transferId,
  chainId: evmChainId,
  tokenAddress: checksummedAddress.describe("The token's contract, with EIP-55 checksum."),
  symbol: z.string().nullable().describe("The token's symbol; null for a token that is not on the list."),
  amount: units,
  from: checksummedAddress.describe(
    "The sender, with EIP-55 checksum. Exchanges send for many customers: don't refund to it.",
  ),
  txHash: transactionHash,
  blockNumber,
  blockTime: time.describe("Time of its block, ISO 8601, UTC."),
  status: z
    .enum(["pending", "final", "reverted"])
    .describe(
      "pending: seen, not final yet. final: confirmed by the network's policy. reverted: removed by a reorganisation.",
    ),
  counts: z
    .boolean()
    .describe("Whether it counts as payment; false for another token or network than the selected ones."),
});

/** The network's own coin, found at a deposit address. */
export const nativeBalance = z.object({
  chainId: evmChainId,
  amountWei: units.describe("Last known balance, in wei. It never counts as payment."),
  blockNumber,
  seenAt: time.describe("When it was read, ISO 8601, UTC."),
});

/** Something that happened to a checkout. */
export const timelineEntry = z.object({
  kind: z.string().meta({
    description: "What happened: an event, a selection, a received or reverted transfer.",
    examples: ["checkout.paid", "checkout.selected", "transfer.received", "transfer.reverted"],
  }),
  details: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullable())
    .nullable()
    .describe("Details, depending on the kind; amounts in smallest units."),
  at: time,
});

/** The checkout object with all its records; lists are newest first. */
export const checkoutDetails = checkoutResource.extend({
  transfers: recordedTransfer.array().describe("The newest 100 transfers to the checkout's address."),
  transferCount: count.describe("Total number."),
  nativeBalances: nativeBalance.array().describe("The networks' own coins at the checkout's address."),
  timeline: timelineEntry.array().describe("The newest 100 timeline entries."),
});

export type CheckoutDetailsResource = z.infer<typeof checkoutDetails>;

/** A checkout with its records, as the Server API shows it. */
export function toDetailsResource(
  { checkout, transfers, transferCount, nativeBalances, timeline }: CheckoutDetails,
  context: ResourceContext,
): CheckoutDetailsResource {
  return {
    ...toResource(checkout, context),
    transfers: transfers.map((transfer) => transferView(transfer, context.chains)),
    transferCount,
    nativeBalances: nativeBalances.map(nativeBalanceView),
    timeline: timeline.map(timelineView),
  };
}

function transferView(
  transfer: RecordedTransfer,
  chains: readonly Chain[],
): z.infer<typeof recordedTransfer> {
  return {
    id: transfer.id,
    chainId: transfer.chainId,
    tokenAddress: checksummed(transfer.tokenAddress),
    symbol: findToken(chains, transfer)?.token.symbol ?? null,
    amount: transfer.amountUnits.toString(),
    from: checksummed(transfer.fromAddress),
    txHash: transfer.txHash,
    blockNumber: Number(transfer.blockNumber),
    blockTime: timestamp(transfer.blockTimestamp),
    status: transfer.status,
    counts: transfer.counts,
  };
}

function nativeBalanceView(balance: NativeBalance): z.infer<typeof nativeBalance> {
  return {
    chainId: balance.chainId,
    amountWei: balance.amountWei.toString(),
    blockNumber: Number(balance.blockNumber),
    seenAt: timestamp(balance.seenAt),
  };
}

/** The service stores addresses in lower case; the Server API shows them in EIP-55 form. */
function timelineView({ kind, details, at }: TimelineEntry): z.infer<typeof timelineEntry> {
  if (details === null) return { kind, details, at: timestamp(at) };
  const fields = Object.entries(details).map(([name, value]) => {
    const read = address.safeParse(value);
    return [name, read.success ? checksummed(read.data) : value];
  });
  return { kind, details: Object.fromEntries(fields), at: timestamp(at) };
}
