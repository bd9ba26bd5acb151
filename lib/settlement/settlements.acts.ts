import { z } from "zod";
import type { Chain } from "@/lib/chain/chains.rules";
import { formatCoins, nativeCurrencyOf } from "@/lib/chain/native-currency.rules";
import { act } from "@/lib/platform/acts";
import { evmChainId } from "@/lib/platform/answer-fields.schema";
import { fault, sentenceOf } from "@/lib/platform/faults/fault.rules";
import { cursorPage, cursorPagination, placeIn } from "@/lib/platform/lists/cursor-pages.schema";
import { address, chainId, inputId } from "@/lib/platform/primitives.schema";
import { checksummed } from "@/lib/platform/values/checksum.rules";
import type { ByInProject, ByKey, ByMember } from "@/lib/projects/project-access";
import type { DemoParts } from "@/lib/refunds/refund.schema";
import { listProjectSettlements, listSettlements, readProjectSettlement } from "./dashboard/read-settlements";
import { everySettlement, settlementCursors } from "./dashboard/settlement-views.rules";
import {
  prepareSweepBatch,
  type SettlementDeskParts,
  type SweepNowParts,
  sumRequested,
  sweepNow,
} from "./dashboard/sweep-now";
import {
  listSettlementsQuery,
  settlementDetails,
  settlementResource,
  showSweepCall,
  sweepCall,
  toSettlementDetails,
  toSettlementResource,
} from "./settlement.schema";
import { sweepRefusals } from "./settlement-blocker.rules";

const deposits = z.number().int().min(1);
const maxListed = 100;

type ChainParts = { chains: readonly Chain[] };
type Listed = Awaited<ReturnType<typeof listSettlements>>;

/** A settlement for people. */
function settlementText(chains: readonly Chain[], settlement: Listed["settlements"][number]): string[] {
  const { id, chainId, status, requested, createdAt, txHash, costWei, items } = settlement;
  const swept = items.filter((item) => item.status === "SWEPT").length;
  const failed = items.filter((item) => item.status === "FAILED");
  return [
    `${id}  ${status}  chain ${chainId}  ${swept} of ${items.length} swept${requested ? ", on request" : ""}`,
    `    ${createdAt.toISOString()}  ${txHash ?? "not signed yet"}${costWei === null ? "" : `  gas ${formatCoins(costWei, nativeCurrencyOf(chains, chainId))}`}`,
    ...failed.map(({ checkoutId, failureReason }) => `    ${checkoutId}: ${failureReason ?? "failed"}`),
  ];
}

/** How a project's money goes from deposit addresses to the merchant's wallet. */
export const settlementActs = {
  list: act(
    {
      scope: "read",
      input: listSettlementsQuery,
    },
    async (
      parts: Parameters<typeof listProjectSettlements>[0],
      { access }: ByKey,
      { take, after, before, status = null, chainId = null },
    ) => {
      const filter = { ...everySettlement, status, chainId };
      const part = await listProjectSettlements(parts, access, filter, placeIn({ after, before }), take);
      return cursorPage(part, take, settlementCursors, toSettlementResource);
    },
    {
      http: {
        operationId: "listSettlements",
        tag: "Settlements and balances",
        summary: "List settlements",
        description: "The project's settlements, newest first, each with its transaction and gas.",
        method: "GET",
        path: "/v1/settlements",
        data: settlementResource.array(),
        pagination: cursorPagination,
        show: (page) => page,
      },
    },
  ),
  /** With the reasons of failures, and the gas paid so far. */
  listWithGas: act(
    {},
    (parts: Parameters<typeof listSettlements>[0], { access }: ByInProject) =>
      listSettlements(parts, access.projectId, { take: maxListed, skip: 0 }),
    {
      command: {
        name: "list-settlements",
        ofDeleted: true,
        says: "lists settlements with their transactions, and gas by chain",
        reads: true,
        show: ({ settlements, total, gas }, { chains }: ChainParts) => {
          if (total === 0 && gas.length === 0) return ["There are no settlements yet."];
          const spent = gas.map(
            ({ chainId, purpose, transactions, costWei }) =>
              `gas  chain ${chainId}  ${purpose}  ${formatCoins(costWei, nativeCurrencyOf(chains, chainId))} in ${transactions} transactions`,
          );
          return [
            ...settlements.flatMap((settlement) => settlementText(chains, settlement)),
            ...(total > maxListed ? [`… and ${total - maxListed} older settlements.`] : []),
            ...spent,
          ];
        },
      },
    },
  ),
  get: act(
    {
      scope: "read",
      ids: { settlementId: inputId("stl", "settlement") },
      errors: ["SETTLEMENT_NOT_FOUND"],
    },
    (parts: Parameters<typeof readProjectSettlement>[0], { access }: ByKey, { settlementId }) =>
      readProjectSettlement(parts, access, settlementId),
    {
      http: {
        operationId: "getSettlement",
        tag: "Settlements and balances",
        summary: "Get a settlement",
        description: "One settlement of the project with its deposits.",
        method: "GET",
        path: "/v1/settlements/{settlementId}",
        data: settlementDetails,
        show: (settlement) => toSettlementDetails(settlement),
      },
    },
  ),
  sweepNow: act(
    {
      permission: "settlements.request",
      fresh: false,
      input: z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("checkout"), checkoutId: inputId("chk", "checkout") }),
        z.object({ kind: z.literal("chain"), chainId }),
        z.object({ kind: z.literal("everything") }),
      ]),
    },
    (parts: SweepNowParts, { access }: ByInProject, request) => sweepNow(parts, access, request),
    {
      dashboard: {
        name: "sweepNow",
        output: z.object({
          opened: z.array(z.object({ chainId: evmChainId, deposits })),
          left: z.array(z.object({ reason: z.string(), deposits })),
        }),
        show: (requested) => sumRequested(requested),
      },
      command: {
        name: "sweep-now",
        ofDeleted: true,
        says: "sweeps now, regardless of the project's settlement policy",
        asRefundWallet: true,
        options: { checkoutId: "--checkout ID" },
        typed: {
          read: ({ options }) => ({ kind: options.checkout === undefined ? "everything" : "checkout" }),
        },
        show: ({ settlements, left }) => {
          const opened = settlements.map(
            ({ settlementId, chainId, items }) =>
              `${settlementId}  chain ${chainId}  sweeping ${items} ${items === 1 ? "deposit" : "deposits"}`,
          );
          const kept = left.map(({ checkoutId, chainId, tokenAddress, reason }) => {
            const why = sentenceOf(sweepRefusals[reason] ?? fault("commands.unswept"));
            return `not swept: ${checkoutId}  chain ${chainId}  ${checksummed(tokenAddress)}  ${why}`;
          });
          return opened.length + kept.length === 0 ? ["There is nothing to sweep."] : [...opened, ...kept];
        },
      },
    },
  ),
  /** For the merchant's wallet to sign: the deposits that only it may sweep. */
  prepareBatch: act(
    {
      permission: "settlements.request",
      fresh: false,
      input: z.object({ chainId, wallet: address }),
    },
    (parts: SettlementDeskParts, { access }: ByMember, target) => prepareSweepBatch(parts, access, target),
    {
      dashboard: {
        name: "prepareSweepBatch",
        output: sweepCall.extend({ deposits }),
        show: (call, parts: DemoParts) => showSweepCall(call, parts),
      },
    },
  ),
};
