import { z } from "zod";
import { type Chain, findToken } from "@/lib/chain/chains.rules";
import type {
  Checkout,
  CheckoutDetails,
  NativeBalance,
  RecordedTransfer,
  TimelineEntry,
} from "@/lib/checkouts/checkout.rules";
import { checkoutCursors } from "@/lib/checkouts/dashboard/checkout-views.rules";
import { orderAnswer, toOrderAnswer, toPublishedOrder } from "@/lib/checkouts/order-fields.schema";
import {
  checkoutId,
  checksummedAddress,
  count,
  evmChainId,
  pageQuery,
  time,
  transactionHash,
  transferId,
  units,
} from "@/lib/platform/answer-fields.schema";
import { fault } from "@/lib/platform/faults/fault.rules";
import { cursorField } from "@/lib/platform/lists/cursor-pages.schema";
import { address, givenTransactionHash, says, text, timestamp } from "@/lib/platform/primitives.schema";
import { checksummed } from "@/lib/platform/values/checksum.rules";
import { checkoutStatus, createdVia, overpayment, overpaymentView } from "./checkout-fields.schema";
import { toViewFields, type ViewContext, viewFields } from "./shared-fields.schema";

/** The checkout object of the Server API (spec §2.1): every field is always present, null when unknown. */
export const checkoutResource = z.object({
  id: checkoutId,
  ...viewFields,
  createdVia,
  requestedChainId: evmChainId
    .nullable()
    .describe(
      "The chain set at creation; the customer chooses among its tokens. Null if the customer can choose any chain.",
    ),
  tokenAddress: checksummedAddress
    .nullable()
    .describe("The token's contract, with EIP-55 checksum; null until a token is selected."),
  depositAddress: checksummedAddress
    .nullable()
    .describe("The deposit address, with EIP-55 checksum; null until a token is selected."),
  merchantAddress: checksummedAddress.describe(
    "The wallet that receives the settlement, with EIP-55 checksum.",
  ),
  ...orderAnswer,
  refundedAmount: units.describe("Sum of the completed refunds, in smallest units."),
  overpayment,
  checkoutUrl: z.string().meta({ format: "uri", description: "The payment page. Send the customer there." }),
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
export const listCheckoutsQuery = pageQuery
  .extend({
    after: cursorField(checkoutCursors).describe(
      "`pagination.next` of a page, for the older entries after it. Not together with `skip`.",
    ),
    status: checkoutStatus.optional().describe("Only items in this state."),
    referenceId: text(200).optional().describe("Only items with this order id."),
    address: address
      .optional()
      .describe("Only items with this deposit address, a payment from this address or a refund to it."),
    txHash: givenTransactionHash
      .optional()
      .describe("Only items with a transfer or a refund in this transaction."),
  })
  .refine(({ after, skip }) => after === undefined || skip === 0, {
    path: ["skip"],
    ...says(fault("fields.notWithAfter")),
  });
export type ListCheckoutsQuery = z.output<typeof listCheckoutsQuery>;

/** The answer to a cancellation (spec §4.1). */
export const cancelledCheckout = z.object({ id: checkoutId, status: z.literal("CANCELLED") });

export const redeemedCheckout = z.object({
  id: checkoutId,
  redeemedAt: time.describe("When its payment was used first, ISO 8601, UTC."),
  first: z.boolean().describe("Whether this request used it. False: another one did before."),
});

export function redemptionView({
  checkout,
  isFirst,
}: {
  checkout: Checkout;
  isFirst: boolean;
}): z.infer<typeof redeemedCheckout> {
  if (checkout.redeemedAt === null) throw new Error(`${checkout.id} is not redeemed`);
  return { id: checkout.id, redeemedAt: timestamp(checkout.redeemedAt), first: isFirst };
}

/** A stored checkout as the Server API shows it. */
export function toResource(checkout: Checkout, context: ViewContext): CheckoutResource {
  const { tokenAddress } = checkout;
  return {
    id: checkout.id,
    ...toViewFields(checkout, context),
    createdVia: checkout.createdVia,
    requestedChainId: checkout.fixedChainId,
    tokenAddress: tokenAddress === null ? null : checksummed(tokenAddress),
    depositAddress: tokenAddress === null ? null : checksummed(checkout.depositAddress),
    merchantAddress: checksummed(checkout.merchantAddress),
    ...toOrderAnswer(checkout),
    refundedAmount: checkout.refundedUnits.toString(),
    overpayment: overpaymentView(checkout),
    checkoutUrl: `${context.checkoutPageUrl}/c/${checkout.id}`,
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
  context: ViewContext,
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

/**
 * The service stores addresses in lower case; the Server API shows them in EIP-55 form. The event's id only connects the
 * dashboard's timeline with its webhooks.
 */
function timelineView({ kind, details, at }: TimelineEntry): z.infer<typeof timelineEntry> {
  const { eventId: _, ...published } = details ?? {};
  if (Object.keys(published).length === 0) return { kind, details: null, at: timestamp(at) };
  const fields = Object.entries(published).map(([name, value]) => {
    const read = address.safeParse(value);
    return [name, read.success ? checksummed(read.data) : value];
  });
  return { kind, details: Object.fromEntries(fields), at: timestamp(at) };
}
