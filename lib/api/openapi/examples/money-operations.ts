import { toRefundResource } from "@/lib/checkouts/views/refund-resource.schema";
import { toBalances } from "@/lib/payments/balances/balances.schema";
import { checksummed } from "@/lib/platform/values/checksum.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { SettlementDetails } from "@/lib/settlement/dashboard/settlement-views.rules";
import { toSettlementDetails, toSettlementResource } from "@/lib/settlement/settlement.schema";
import type { StrayHolding } from "@/lib/strays/stray.rules";
import { toStrayResource } from "@/lib/strays/stray.schema";
import {
  chains,
  exampleOrigin,
  exampleRefundToken,
  ids,
  later,
  paid,
  refund,
  txHash,
  usdcOnBase,
} from "./facts";

const units = paid.paidUnits;
const usdcOnPolygon = { chainId: 137, tokenAddress: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359" as Hex };

const settlement: SettlementDetails = {
  id: ids.settlement,
  chainId: usdcOnBase.chainId,
  status: "COMPLETED",
  requested: false,
  createdAt: later(600),
  completedAt: later(720),
  txHash,
  costWei: 1_204_000_000_000n,
  itemCount: 1,
  sweptCount: 1,
  failedCount: 0,
  amounts: [{ tokenAddress: usdcOnBase.tokenAddress, units }],
  items: [
    {
      checkoutId: ids.checkout,
      tokenAddress: usdcOnBase.tokenAddress,
      status: "SWEPT",
      failureReason: null,
      referenceId: paid.referenceId,
      units,
    },
  ],
};

/** Sent on another network than the chosen one. */
const stray: StrayHolding = {
  checkoutId: ids.checkout,
  referenceId: paid.referenceId,
  checkoutStatus: "PAID",
  isRequested: false,
  depositAddress: paid.depositAddress,
  ...usdcOnPolygon,
  units,
  txHash,
  seenAt: later(40),
  closed: false,
  frozen: false,
  beingSettled: false,
  offered: false,
  accepted: true,
  amountUnits: units,
  refundId: null,
};
const strayRef = {
  checkoutId: ids.checkout,
  chainId: usdcOnPolygon.chainId,
  tokenAddress: checksummed(usdcOnPolygon.tokenAddress),
};

/** Examples of settlements, balances and stray payments. */
export const moneyExamples = {
  listSettlements: {
    query: { status: "COMPLETED" },
    data: { one: { summary: "One settlement", value: [toSettlementResource(settlement)] } },
  },
  getSettlement: {
    data: { completed: { summary: "Completed", value: toSettlementDetails(settlement) } },
  },
  getBalances: {
    data: {
      one: {
        summary: "USDC on Base",
        value: toBalances(chains, [
          {
            ...usdcOnBase,
            receivedUnits: 3n * units,
            pendingUnits: units,
            settledUnits: units,
            refundedUnits: 0n,
            heldUnits: 2n * units,
          },
        ]),
      },
    },
  },
  listStrays: {
    data: { one: { summary: "Sent on another network", value: [toStrayResource(stray, chains)] } },
  },
  decideStray: {
    bodies: {
      back: {
        summary: "Return it; the customer names the address",
        value: { ...strayRef, decision: "return", reason: "Sent on another network." },
      },
      sweep: { summary: "Sweep it", value: { ...strayRef, decision: "sweep" } },
    },
    data: {
      back: {
        summary: "To be returned",
        value: {
          checkoutId: ids.checkout,
          decision: "return",
          refund: toRefundResource(
            { ...refund, ...usdcOnPolygon, amountUnits: units, refundType: "OTHER", stray: true },
            `${exampleOrigin}/r/${exampleRefundToken}`,
          ),
        },
      },
      sweep: {
        summary: "To be swept",
        value: { checkoutId: ids.checkout, decision: "sweep", refund: null },
      },
    },
  },
} as const;
