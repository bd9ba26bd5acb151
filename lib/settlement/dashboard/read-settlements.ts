import type { Chain } from "@/lib/chain/chains.rules";
import { nativeCurrencyOf } from "@/lib/chain/native-currency.rules";
import { amountCell, networkCell, timeCell, tokenCell } from "@/lib/checkouts/dashboard/export-checkouts";
import { fault } from "@/lib/platform/faults/fault.rules";
import { exportList } from "@/lib/platform/lists/export-list";
import type { ListPart, ListPlace } from "@/lib/platform/lists/list-place.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { hasIdForm } from "@/lib/platform/values/ids.rules";
import { formatUnits } from "@/lib/platform/values/money.rules";
import type { Project } from "@/lib/projects/project.store";
import { type Acting, type ProjectAccess, projectNotFound } from "@/lib/projects/project-access";
import type { GasSpent, SettlementStore, SettlementView } from "@/lib/settlement/settlement.store";
import type { SettlementListStore } from "./settlement-list.store";
import type {
  ClosedBatch,
  ListedSettlement,
  SettlementDetails,
  SettlementFilter,
  UnsweptSum,
  WaitingSum,
} from "./settlement-views.rules";
import { closedBatches, type SettlementDeskParts, termsNow } from "./sweep-now";

/** A project's settlements, newest first, and the gas paid for it so far. */
export async function listSettlements(
  { settlements }: { settlements: SettlementStore },
  projectId: string,
  page: { take: number; skip: number },
): Promise<{ settlements: SettlementView[]; total: number; gas: GasSpent[] }> {
  const { items, total } = await settlements.list(projectId, page);
  return { settlements: items, total, gas: await settlements.gasSpent(projectId) };
}

const perPage = 25;

/** A page of a project's settlements, newest first. */
export function listProjectSettlements(
  { settlementList }: { settlementList: SettlementListStore },
  { projectId }: Acting,
  filter: SettlementFilter,
  place: ListPlace,
  take = perPage,
): Promise<ListPart<ListedSettlement>> {
  return settlementList.page(projectId, filter, place, take);
}

/**
 * One of a project's settlements with its deposits.
 * @throws CheckoutError SETTLEMENT_NOT_FOUND for an unknown id or another project's
 */
export async function readProjectSettlement(
  { settlementList }: { settlementList: SettlementListStore },
  { projectId }: Acting,
  settlementId: string,
): Promise<SettlementDetails> {
  // The URL may hold any text: a malformed id costs no query.
  const isId = hasIdForm("stl", settlementId);
  const settlement = isId ? await settlementList.find(projectId, settlementId) : null;
  if (settlement === null) throw new CheckoutError("SETTLEMENT_NOT_FOUND", fault("settlement.notFound"));
  return settlement;
}

/** The unswept money of a project, its settlement policy, and the gas spent so far. */
export type Unswept = {
  policy: Project["settlementPolicy"];
  sums: readonly UnsweptSum[];
  /** False when there are more deposits than were summed. */
  isWhole: boolean;
  /** By chain, token and reason; for chains that are being scanned. */
  waiting: readonly WaitingSum[];
  /** Money that only merchants' own wallets may sweep, a batch for each wallet and chain. */
  closed: readonly ClosedBatch[];
  gas: readonly GasSpent[];
};

/** The money that has not reached the merchant's wallet yet, and why. */
export async function readUnswept(deps: SettlementDeskParts, { projectId }: ProjectAccess): Promise<Unswept> {
  const [project, { sums, isWhole }, gas] = await Promise.all([
    deps.projects.findById(projectId),
    deps.holdings.unswept(projectId),
    deps.settlements.gasSpent(projectId),
  ]);
  if (project === null) throw projectNotFound();
  const holding = new Set(sums.map(({ chainId }) => chainId));
  const waiting: WaitingSum[] = [];
  const closed: ClosedBatch[] = [];
  for (const chain of deps.chains.filter(({ chainId }) => holding.has(chainId))) {
    const terms = await termsNow(deps, chain);
    waiting.push(...(await deps.holdings.waiting(projectId, terms)));
    closed.push(...(await closedBatches(deps, projectId, terms)));
  }
  return { policy: project.settlementPolicy, sums, isWhole, waiting, closed, gas };
}

export type ExportSettlementsDeps = {
  chains: readonly Chain[];
  settlementList: SettlementListStore;
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
    timeZone: filter.timeZone,
    read: (place, take) => listProjectSettlements(deps, access, filter, place, take),
    recordsOf: (settlement) => recordsOf(settlement, deps.chains),
  });
}

function recordsOf(settlement: ListedSettlement, chains: readonly Chain[]): (string | null)[][] {
  const { id, chainId, status, createdAt, completedAt, txHash, requested, costWei, amounts } = settlement;
  const beginning = [
    id,
    status,
    timeCell(createdAt),
    timeCell(completedAt),
    networkCell(chains, chainId),
    txHash,
    `${settlement.itemCount}`,
    `${settlement.sweptCount}`,
    `${settlement.failedCount}`,
    requested ? "yes" : "no",
  ];
  const coin = nativeCurrencyOf(chains, chainId);
  const gas = costWei === null ? null : formatUnits(costWei, coin.decimals, 0);
  if (amounts.length === 0) return [[...beginning, gas, null, null]];
  return amounts.map(({ tokenAddress, units }, index) => {
    const token = { chainId, tokenAddress };
    // Once per settlement, so that the column can be summed.
    const gasOnce = index === 0 ? gas : null;
    return [...beginning, gasOnce, amountCell(chains, token, units), tokenCell(chains, token)];
  });
}
