import { z } from "zod";
import {
  checkoutId,
  checksummedAddress,
  count,
  evmChainId,
  lowerCaseAddress,
  settlementId,
  time,
  transactionHash,
  units,
} from "@/lib/platform/answer-fields.schema";
import { fault } from "@/lib/platform/faults/fault.rules";
import { cursorQuery } from "@/lib/platform/lists/cursor-pages.schema";
import { says, timestamp } from "@/lib/platform/primitives.schema";
import { checksummed } from "@/lib/platform/values/checksum.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { type DemoParts, walletCall } from "@/lib/refunds/refund.schema";
import {
  type ListedSettlement,
  type SettlementDetails,
  settlementCursors,
  settlementStatuses,
} from "./dashboard/settlement-views.rules";

const status = z
  .enum(settlementStatuses)
  .describe("PENDING: to be sent, or on its way. COMPLETED: final on the chain. FAILED: nothing was moved.");

/** Nine digits always fit the column. */
const chainIdText = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, says(fault("fields.chainId")))
  .transform(Number)
  .meta({ type: "integer", minimum: 1 });

/** Filters of the list of settlements. */
export const listSettlementsQuery = cursorQuery(settlementCursors, {
  status: status.optional().describe("Only settlements in this state."),
  chainId: chainIdText.optional().describe("Only settlements on this chain."),
});

const token = checksummedAddress.describe("The token's contract, with EIP-55 checksum.");

/** A settlement in the Server API: one transaction that moves deposits to the merchant's wallet. */
export const settlementResource = z.object({
  id: settlementId,
  chainId: evmChainId,
  status,
  requested: z.boolean().describe("Whether the merchant requested it, instead of the project's policy."),
  txHash: transactionHash.nullable().describe("Its transaction; null before the first signature."),
  gasWei: units
    .nullable()
    .describe("What it cost in the network's own coin, in wei, with a rollup's data fee; null until final."),
  depositCount: count.describe("How many deposits it moves."),
  sweptCount: count.describe("How many of them were moved."),
  failedCount: count.describe("How many of them could not be moved; another settlement tries again."),
  amounts: z
    .array(z.object({ tokenAddress: token, amount: units }))
    .describe("What it moves, by token: moved, or still at the deposit addresses."),
  createdAt: time,
  completedAt: time.nullable().describe("When it was final or failed; null before."),
});
export type SettlementResource = z.infer<typeof settlementResource>;

/** With its deposits. */
export const settlementDetails = settlementResource.extend({
  deposits: z
    .array(
      z.object({
        checkoutId,
        referenceId: z.string().nullable().describe("The checkout's order id."),
        tokenAddress: token,
        status: z.enum(["PENDING", "SWEPT", "FAILED"]).describe("Whether this deposit was moved."),
        failureReason: z.string().nullable().describe("Why it could not be moved; null unless it FAILED."),
        amount: units.nullable().describe("What was moved, in smallest units; null before."),
      }),
    )
    .describe("By checkout."),
});

export function toSettlementResource(settlement: ListedSettlement): SettlementResource {
  const { id, chainId, status, requested, txHash, costWei, itemCount, sweptCount, failedCount } = settlement;
  return {
    id,
    chainId,
    status,
    requested,
    txHash,
    gasWei: costWei?.toString() ?? null,
    depositCount: itemCount,
    sweptCount,
    failedCount,
    amounts: settlement.amounts.map(({ tokenAddress, units }) => ({
      tokenAddress: checksummed(tokenAddress),
      amount: units.toString(),
    })),
    createdAt: timestamp(settlement.createdAt),
    completedAt: settlement.completedAt === null ? null : timestamp(settlement.completedAt),
  };
}

export function toSettlementDetails(settlement: SettlementDetails): z.infer<typeof settlementDetails> {
  return {
    ...toSettlementResource(settlement),
    deposits: settlement.items.map(({ units, tokenAddress, ...item }) => ({
      checkoutId: item.checkoutId,
      referenceId: item.referenceId,
      tokenAddress: checksummed(tokenAddress),
      status: item.status,
      failureReason: item.failureReason,
      amount: units?.toString() ?? null,
    })),
  };
}

/** A sweep for a browser's wallet to send. */
export const sweepCall = walletCall.extend({ merchantAddress: lowerCaseAddress });
export type SweepCallView = z.output<typeof sweepCall>;

export function showSweepCall<
  Call extends { chainId: number; from: readonly Hex[] | null; merchantAddress: Hex },
>({ from, ...call }: Call, { demoWalletOf }: DemoParts) {
  return {
    ...call,
    from: from === null ? null : [...from],
    demoWallet: demoWalletOf(call.chainId, call.merchantAddress),
  };
}
