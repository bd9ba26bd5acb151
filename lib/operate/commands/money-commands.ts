import type { Chain } from "@/lib/chain/chains.rules";
import { formatCoins, nativeCurrencyOf } from "@/lib/chain/native-currency.rules";
import { fault, sentenceOf } from "@/lib/platform/faults/fault.rules";
import { checksummed } from "@/lib/platform/values/checksum.rules";
import { listOpenRefunds } from "@/lib/refunds/dashboard/read-refunds";
import { refundText } from "@/lib/refunds/refunds.acts";
import { listSettlements } from "@/lib/settlement/dashboard/read-settlements";
import { requestSettlement } from "@/lib/settlement/request-settlement";
import type { SettlementView } from "@/lib/settlement/settlement.store";
import { sweepRefusals } from "@/lib/strays/stray.rules";
import type { AdminCommand, AdminDeps } from "./command";

const maxRefunds = 500;

/** Open refunds of every project. */
export const refundCommands = {
  "list-refunds": {
    usage: "[--project ID]",
    says: "lists refunds that are waiting or on their way",
    reads: true,
    run: async (deps, { project }) => {
      const open = await listOpenRefunds(deps, project, maxRefunds + 1);
      if (open.length === 0) return ["There are no open refunds."];
      const more = open.length > maxRefunds ? [`… only the first ${maxRefunds} are shown.`] : [];
      return [...open.slice(0, maxRefunds).flatMap((refund) => refundText(deps, refund)), ...more];
    },
  },
} as const satisfies Record<string, AdminCommand>;

const maxSettlements = 100;

/** Lists and requests settlements. */
export const settlementCommands = {
  "sweep-now": {
    usage: "--project ID [--checkout ID]",
    says: "sweeps now, regardless of the project's settlement policy",
    run: (deps, { project, checkout }) => sweepNow(deps, project ?? "", checkout),
  },
  "list-settlements": {
    usage: "--project ID",
    says: "lists settlements with their transactions, and gas by chain",
    reads: true,
    run: async (deps, { project }) => {
      const page = { take: maxSettlements, skip: 0 };
      const { settlements, total, gas } = await listSettlements(deps, project ?? "", page);
      const more = total > maxSettlements ? [`… and ${total - maxSettlements} older settlements.`] : [];
      const spent = gas.map(
        ({ chainId, purpose, transactions, costWei }) =>
          `gas  chain ${chainId}  ${purpose}  ${formatCoins(costWei, nativeCurrencyOf(deps.chains, chainId))} in ${transactions} transactions`,
      );
      return total === 0 && gas.length === 0
        ? ["There are no settlements yet."]
        : [
            ...settlements.flatMap((settlement) => settlementText(deps.chains, settlement)),
            ...more,
            ...spent,
          ];
    },
  },
} as const satisfies Record<string, AdminCommand>;

async function sweepNow(deps: AdminDeps, projectId: string, checkoutId: string | null): Promise<string[]> {
  const what =
    checkoutId === null
      ? ({ kind: "everything" } as const)
      : ({ kind: "checkouts", checkoutIds: [checkoutId] } as const);
  const asService = { ...deps, refundWallet: deps.ownRefundWallet() };
  const { settlements, left } = await requestSettlement(asService, { projectId, chainId: null, what });
  const details = { checkoutId, settlements: settlements.map(({ settlementId }) => settlementId).join(" ") };
  const entry = {
    projectId,
    userId: null,
    action: "settlement.requested",
    target: checkoutId ?? projectId,
  } as const;
  await deps.refunds.transaction((tx) => tx.audit({ ...entry, details, at: deps.clock.now() }));
  const opened = settlements.map(
    ({ settlementId, chainId, items }) =>
      `${settlementId}  chain ${chainId}  sweeping ${items} ${items === 1 ? "deposit" : "deposits"}`,
  );
  const kept = left.map(({ checkoutId: id, chainId, tokenAddress, reason }) => {
    const why = sentenceOf(sweepRefusals[reason] ?? fault("commands.unswept"));
    return `not swept: ${id}  chain ${chainId}  ${checksummed(tokenAddress)}  ${why}`;
  });
  return opened.length + kept.length === 0 ? ["There is nothing to sweep."] : [...opened, ...kept];
}

function settlementText(chains: readonly Chain[], settlement: SettlementView): string[] {
  const { id, chainId, status, requested, createdAt, txHash, costWei, items } = settlement;
  const swept = items.filter((item) => item.status === "SWEPT").length;
  const failed = items.filter((item) => item.status === "FAILED");
  return [
    `${id}  ${status}  chain ${chainId}  ${swept} of ${items.length} swept${requested ? ", on request" : ""}`,
    `    ${createdAt.toISOString()}  ${txHash ?? "not signed yet"}${costWei === null ? "" : `  gas ${formatCoins(costWei, nativeCurrencyOf(chains, chainId))}`}`,
    ...failed.map(({ checkoutId, failureReason }) => `    ${checkoutId}: ${failureReason ?? "failed"}`),
  ];
}
