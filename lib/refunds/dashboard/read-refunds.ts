import { type Chain, findToken } from "@/lib/chain/chains.rules";
import type { PreparedTransaction, Refund } from "@/lib/checkouts/refunds/refund.rules";
import { assessPayment, excessUnits } from "@/lib/checkouts/state/payment-matching.rules";
import { checkoutNotFound } from "@/lib/checkouts/views/read-checkout";
import type { Page, Paged } from "@/lib/platform/answer-fields.schema";
import type { Clock } from "@/lib/platform/clock";
import { exportList } from "@/lib/platform/lists/export-list";
import { type ListPart, type ListPlace, toListPart } from "@/lib/platform/lists/list-place.rules";
import { dayBounds } from "@/lib/platform/lists/search-params.rules";
import { checksummed, timestamp } from "@/lib/platform/primitives.schema";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { hasIdForm } from "@/lib/platform/values/ids.rules";
import { formatUnits } from "@/lib/platform/values/money.rules";
import type { ProjectAccess } from "@/lib/projects/project-access";
import { type PrepareSignatureDeps, prepareSignature } from "@/lib/refunds/links/prepare-signature";
import { payingFacts } from "@/lib/refunds/open-refund";
import { availableToRefund, isRefundable, whoPays } from "@/lib/refunds/refund-decision.rules";
import type { RefundableCheckout, RefundStore } from "@/lib/refunds/refund-store.port";
import type { RefundDirectory } from "./refund-directory.store";
import { type ListedRefund, type RefundDetails, type RefundFilter, statusesOf } from "./refund-views.rules";

/** Refunds that wait for someone or are on their way, oldest first; of every project where none is named. */
export function listOpenRefunds(
  { refunds }: { refunds: Pick<RefundStore, "listOpen"> },
  projectId: string | null,
  limit: number,
): Promise<Refund[]> {
  return refunds.listOpen(projectId, limit);
}

const perPage = 25;

/** A part of a project's refunds, newest first. */
export async function listProjectRefunds(
  { refundDirectory }: { refundDirectory: Pick<RefundDirectory, "page"> },
  { projectId }: ProjectAccess,
  filter: RefundFilter,
  place: ListPlace,
  take = perPage,
): Promise<ListPart<ListedRefund>> {
  const listing = { statuses: statusesOf(filter), refundType: filter.refundType, ...dayBounds(filter) };
  const rows = await refundDirectory.page(projectId, listing, place, take + 1);
  return toListPart(rows, place, take);
}

/** A refund, and what is to be signed for it: null unless it waits for that. */
type RefundWithCall = { refund: Refund; transaction: PreparedTransaction | null };

/**
 * The refunds of a checkout of the project, newest first.
 * @throws CheckoutError CHECKOUT_NOT_FOUND for an unknown id and, alike, for another project's
 */
export async function listRefunds(
  deps: PrepareSignatureDeps & { refunds: Pick<RefundStore, "list" | "readCheckout"> },
  projectId: string,
  checkoutId: string,
  page: Page,
): Promise<Paged<RefundWithCall>> {
  const found = await deps.refunds.list(projectId, checkoutId, page);
  if (found === null) throw checkoutNotFound();
  const items: RefundWithCall[] = [];
  // From where a stray's return is paid is told by what lies there of its own token.
  const byToken = new Map<string, RefundableCheckout | null>();
  for (const refund of found.items) {
    if (refund.status !== "AWAITING_SIGNATURE") {
      items.push({ refund, transaction: null });
      continue;
    }
    const token = `${refund.chainId} ${refund.tokenAddress}`;
    const checkout = byToken.get(token) ?? (await deps.refunds.readCheckout(projectId, checkoutId, refund));
    byToken.set(token, checkout);
    items.push({ refund, transaction: checkout === null ? null : prepareSignature(deps, checkout, refund) });
  }
  return { total: found.total, items };
}

/**
 * One of a project's refunds with all that is recorded of it.
 * @throws CheckoutError REFUND_NOT_FOUND for an unknown id and, alike, for another project's
 */
export async function readProjectRefund(
  { clock, refundDirectory }: { clock: Clock; refundDirectory: Pick<RefundDirectory, "find"> },
  { projectId }: ProjectAccess,
  refundId: string,
): Promise<RefundDetails> {
  // Of an address, it may be any text: one that is no id reaches no statement.
  const isId = hasIdForm("rfd", refundId);
  const refund = isId ? await refundDirectory.find(projectId, refundId, clock.now()) : null;
  if (refund === null) throw new CheckoutError("REFUND_NOT_FOUND", "Refund not found.");
  return refund;
}

/** What can go back to a checkout's customer now, in smallest units, and who would pay all of it. */
export type Refundable = {
  referenceId: string | null;
  token: { symbol: string; decimals: number; networkName: string };
  available: bigint;
  /** What of it was paid above the price. */
  excess: bigint;
  /**
   * `deposit`: the service, out of the deposit address; `signature`: the merchant's wallet, out of there; `wallet`: the
   * same out of itself, since the payment was swept or is being swept.
   */
  from: "deposit" | "signature" | "wallet";
};

/**
 * Null where nothing can go back: never paid in a listed token, or all of it went back already. The same rules judge
 * again, under lock, when a refund is asked for.
 *
 * @throws CheckoutError CHECKOUT_NOT_FOUND for an unknown id and, alike, for another project's
 */
export async function readRefundable(
  { chains, refunds }: { chains: readonly Chain[]; refunds: Pick<RefundStore, "readCheckout"> },
  { projectId }: ProjectAccess,
  checkoutId: string,
): Promise<Refundable | null> {
  const isId = hasIdForm("chk", checkoutId);
  const locked = isId ? await refunds.readCheckout(projectId, checkoutId) : null;
  if (locked === null) throw checkoutNotFound();
  const { status, chainId, tokenAddress, referenceId, refundedUnits, refundingUnits } = locked.checkout;
  if (!isRefundable(status) || chainId === null || tokenAddress === null) return null;
  const found = findToken(chains, { chainId, tokenAddress });
  const receivedUnits = assessPayment(locked).finalUnits;
  const available = availableToRefund({ receivedUnits, refundedUnits, refundingUnits });
  if (found === null || available === 0n) return null;
  const facts = payingFacts(locked);
  const isService = whoPays(facts, available) === "PENDING";
  return {
    referenceId,
    token: {
      symbol: found.token.symbol,
      decimals: found.token.decimals,
      networkName: found.chain.name,
    },
    available,
    excess: excessUnits(locked.checkout),
    from: isService ? "deposit" : available <= facts.unsweptUnits ? "signature" : "wallet",
  };
}

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
