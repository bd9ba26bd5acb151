import { formatEther } from "viem/utils";
import { checksummed } from "@/lib/platform/primitives.schema";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { OperatorAccess } from "@/lib/projects/project-access";
import { changeSettings } from "@/lib/projects/settings/change-settings";
import { mostHoldHours } from "@/lib/projects/settings/settlement-policy.rules";
import { listSettlements } from "@/lib/settlement/dashboard/read-settlements";
import { requestSettlement } from "@/lib/settlement/request-settlement";
import type { SettlementView } from "@/lib/settlement/settlement.store";
import type { AdminDeps } from "./admin-deps";
import type { AdminCommand } from "./command";

const shown = 100;

/** Lists and requests settlements. */
export const settlementCommands = {
  "sweep-now": {
    usage: "--project ID [--checkout ID]",
    says: "sweeps now, regardless of the project's settlement policy",
    run: (deps, { project, checkout }) => sweepNow(deps, project ?? "", checkout),
  },
  "projects hold": {
    usage: "--project ID --hours N",
    says: "sets how many hours settlement waits after a checkout is PAID",
    run: async (deps, given) => {
      const { hours = "" } = given.options;
      if (!/^\d{1,4}$/.test(hours) || Number(hours) > mostHoldHours)
        throw new CheckoutError(
          "VALIDATION_ERROR",
          `Enter --hours as a whole number from 0 to ${mostHoldHours}.`,
        );
      const access = await OperatorAccess.open(deps, given.project ?? "");
      await changeSettings(deps, access, { settlementHoldHours: Number(hours) });
      return [
        hours === "0"
          ? "Settlement no longer waits."
          : `Settlement waits ${hours} hours after a checkout is PAID.`,
      ];
    },
  },
  "list-settlements": {
    usage: "--project ID",
    says: "lists settlements with their transactions, and gas by chain",
    reads: true,
    run: async (deps, { project }) => {
      const page = { take: shown, skip: 0 };
      const { settlements, total, gas } = await listSettlements(deps, project ?? "", page);
      const more = total > shown ? [`… and ${total - shown} older settlements.`] : [];
      const spent = gas.map(
        ({ chainId, purpose, transactions, costWei }) =>
          `gas  chain ${chainId}  ${purpose}  ${formatEther(costWei)} in ${transactions} transactions`,
      );
      return total === 0 && gas.length === 0
        ? ["There are no settlements yet."]
        : [...settlements.map(toText), ...more, ...spent];
    },
  },
} as const satisfies Record<string, AdminCommand>;

async function sweepNow(deps: AdminDeps, projectId: string, checkoutId: string | null): Promise<string[]> {
  const what =
    checkoutId === null
      ? ({ kind: "everything" } as const)
      : ({ kind: "checkouts", checkoutIds: [checkoutId] } as const);
  const asService = { ...deps, refundWallet: deps.refundWallet() };
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
  const kept = left.map(
    ({ checkoutId: id, chainId, tokenAddress, reason }) =>
      `not swept: ${id}  chain ${chainId}  ${checksummed(tokenAddress)}  ${reason}`,
  );
  return opened.length + kept.length === 0 ? ["There is nothing to sweep."] : [...opened, ...kept];
}

function toText({
  id,
  chainId,
  status,
  requested,
  createdAt,
  txHash,
  costWei,
  items,
}: SettlementView): string {
  const swept = items.filter((item) => item.status === "SWEPT").length;
  const failed = items.filter((item) => item.status === "FAILED");
  return [
    `${id}  ${status}  chain ${chainId}  ${swept} of ${items.length} swept${requested ? ", on request" : ""}`,
    `    ${createdAt.toISOString()}  ${txHash ?? "not signed yet"}${costWei === null ? "" : `  gas ${formatEther(costWei)}`}`,
    ...failed.map(({ checkoutId, failureReason }) => `    ${checkoutId}: ${failureReason ?? "failed"}`),
  ].join("\n");
}
