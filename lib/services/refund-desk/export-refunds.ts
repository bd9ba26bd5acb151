import { type Chain, findToken } from "@/lib/core/chains";
import { csvLine } from "@/lib/core/csv";
import type { ListPlace } from "@/lib/core/dashboard/list-place";
import type { RefundFilter } from "@/lib/core/dashboard/refund-filter";
import type { ListedRefund } from "@/lib/core/dashboard/refund-views";
import { formatUnits } from "@/lib/core/money";
import { checksummed, timestamp } from "@/lib/schemas/primitives";
import type { ProjectAccess } from "../access/project-access";
import type { RefundDirectory } from "../ports/dashboard/refund-directory";
import { listProjectRefunds } from "./list-project-refunds";

const exportedAtMost = 100_000;
const batchSize = 1_000;

export type ExportRefundsDeps = {
  chains: readonly Chain[];
  refundDirectory: Pick<RefundDirectory, "page">;
};

/** The filtered list as lines of a CSV file, newest first; where there are more than it may hold, its last line says so. */
export async function* exportRefunds(
  deps: ExportRefundsDeps,
  access: ProjectAccess,
  filter: RefundFilter,
): AsyncGenerator<string> {
  yield csvLine(columns.map(([name]) => name));
  let place: ListPlace | null = { kind: "first" };
  for (let written = 0; place !== null; written += batchSize) {
    if (written >= exportedAtMost) {
      yield csvLine([`Only the newest ${exportedAtMost} are in this file. Narrow the dates for the others.`]);
      return;
    }
    const { items, older } = await listProjectRefunds(deps, access, filter, place, batchSize);
    yield items.map((refund) => csvLine(columns.map(([, cell]) => cell(refund, deps.chains)))).join("");
    place = older;
  }
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
  ["token", (refund, chains) => findToken(chains, refund)?.token.symbol ?? refund.tokenAddress],
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
