import { z } from "zod";
import { type Chain, findToken } from "@/lib/chain/chains.rules";
import type {
  CheckoutDetails,
  NativeBalance,
  RecordedTransfer,
  TimelineEntry,
} from "@/lib/checkouts/checkout.rules";
import { checkoutResource, type ResourceContext, toResource } from "@/lib/checkouts/views/checkout.schema";
import { transferId } from "@/lib/checkouts/views/checkout-fields.schema";
import {
  checksummedAddress,
  count,
  evmChainId,
  time,
  transactionHash,
  units,
} from "@/lib/platform/answer-fields.schema";
import { address, checksummed, timestamp } from "@/lib/platform/primitives.schema";

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
  const shown = Object.entries(details).map(([name, value]) => {
    const read = address.safeParse(value);
    return [name, read.success ? checksummed(read.data) : value];
  });
  return { kind, details: Object.fromEntries(shown), at: timestamp(at) };
}
