import { type Chain, findToken } from "@/lib/chain/chains.rules";
import { exportList } from "@/lib/platform/export-list";
import { formatUnits } from "@/lib/platform/money.rules";
import { checksummed, timestamp } from "@/lib/platform/primitives.schema";
import type { ProjectAccess } from "@/lib/projects/access/project-access";
import type { SettlementDirectory } from "@/lib/settlement/settlement-directory.store";
import type { SettlementFilter } from "@/lib/settlement/settlement-filter.rules";
import type { ListedSettlement } from "@/lib/settlement/settlement-views.rules";
import { listProjectSettlements } from "./list-project-settlements";

const coinDecimals = 18;

export type ExportSettlementsDeps = {
  chains: readonly Chain[];
  settlementDirectory: Pick<SettlementDirectory, "page">;
};

const columns = [
  "id",
  "status",
  "opened_at_utc",
  "completed_at_utc",
  "network",
  "transaction",
  "deposits",
  "swept",
  "failed",
  "asked_for",
  "gas_in_network_coin",
  "amount",
  "token",
];

/** The filtered list as the lines of a CSV file, one for each token that a settlement moves. */
export function exportSettlements(
  deps: ExportSettlementsDeps,
  access: ProjectAccess,
  filter: SettlementFilter,
): AsyncGenerator<string> {
  return exportList({
    columns,
    read: (place, take) => listProjectSettlements(deps, access, filter, place, take),
    recordsOf: (settlement) => recordsOf(settlement, deps.chains),
  });
}

function recordsOf(settlement: ListedSettlement, chains: readonly Chain[]): (string | null)[][] {
  const { id, chainId, status, createdAt, completedAt, txHash, requested, costWei, amounts } = settlement;
  const beginning = [
    id,
    status,
    timestamp(createdAt),
    completedAt === null ? null : timestamp(completedAt),
    chains.find((chain) => chain.chainId === chainId)?.name ?? `${chainId}`,
    txHash,
    `${settlement.itemCount}`,
    `${settlement.sweptCount}`,
    `${settlement.failedCount}`,
    requested ? "yes" : "no",
  ];
  const gas = costWei === null ? null : formatUnits(costWei, coinDecimals, 0);
  if (amounts.length === 0) return [[...beginning, gas, null, null]];
  return amounts.map(({ tokenAddress, units }, index) => {
    const token = findToken(chains, { chainId, tokenAddress })?.token;
    const amount = token === undefined ? `${units}` : formatUnits(units, token.decimals);
    // Once per settlement, so that a column may be added up.
    return [...beginning, index === 0 ? gas : null, amount, token?.symbol ?? checksummed(tokenAddress)];
  });
}
