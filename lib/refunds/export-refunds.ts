import { type Chain, findToken } from "@/lib/chain/chains.rules";
import { exportList } from "@/lib/platform/export-list";
import { formatUnits } from "@/lib/platform/money.rules";
import { checksummed, timestamp } from "@/lib/platform/primitives.schema";
import type { ProjectAccess } from "@/lib/projects/access/project-access";
import { listProjectRefunds } from "./list-project-refunds";
import type { RefundDirectory } from "./refund-directory.store";
import type { RefundFilter } from "./refund-filter.rules";
import type { ListedRefund } from "./refund-views.rules";

export type ExportRefundsDeps = {
  chains: readonly Chain[];
  refundDirectory: Pick<RefundDirectory, "page">;
};

/** The filtered list as the lines of a CSV file. */
export function exportRefunds(
  deps: ExportRefundsDeps,
  access: ProjectAccess,
  filter: RefundFilter,
): AsyncGenerator<string> {
  return exportList({
    columns: columns.map(([name]) => name),
    read: (place, take) => listProjectRefunds(deps, access, filter, place, take),
    recordsOf: (refund) => [columns.map(([, cell]) => cell(refund, deps.chains))],
  });
}

type Cell = (refund: ListedRefund, chains: readonly Chain[]) => string | null;

const columns: readonly (readonly [string, Cell])[] = [
  ["id", ({ id }) => id],
  ["status", ({ status }) => status],
  ["type", ({ refundType }) => refundType],
  ["asked_at_utc", ({ createdAt }) => timestamp(createdAt)],
  ["completed_at_utc", ({ completedAt }) => (completedAt === null ? null : timestamp(completedAt))],
  ["checkout", ({ checkoutId }) => checkoutId],
  ["reference", ({ referenceId }) => referenceId],
  ["item", ({ itemName }) => itemName],
  [
    "amount",
    (refund, chains) => {
      const found = findToken(chains, refund);
      return found === null ? `${refund.amountUnits}` : formatUnits(refund.amountUnits, found.token.decimals);
    },
  ],
  ["token", (refund, chains) => findToken(chains, refund)?.token.symbol ?? checksummed(refund.tokenAddress)],
  [
    "network",
    ({ chainId }, chains) => chains.find((chain) => chain.chainId === chainId)?.name ?? `${chainId}`,
  ],
  [
    "destination",
    ({ destinationAddress }) => (destinationAddress === null ? null : checksummed(destinationAddress)),
  ],
  ["transaction", ({ txHash }) => txHash],
  ["reason", ({ reason }) => reason],
  ["failure", ({ failureCode }) => failureCode],
];
