import { type Chain, findToken } from "@/lib/chain/chains.rules";
import {
  addressCell,
  amountCell,
  networkCell,
  timeCell,
  tokenCell,
} from "@/lib/checkouts/dashboard/export-checkouts";
import type { PreparedTransaction, Refund } from "@/lib/checkouts/refund-facts.rules";
import { excessUnits } from "@/lib/checkouts/state/overpayment.rules";
import { assessPayment } from "@/lib/checkouts/state/payment-matching.rules";
import { checkoutNotFound } from "@/lib/checkouts/views/read-checkout";
import type { Page, Paged } from "@/lib/platform/answer-fields.schema";
import type { Clock } from "@/lib/platform/clock";
import { fault } from "@/lib/platform/faults/fault.rules";
import { exportList } from "@/lib/platform/lists/export-list";
import type { ListPart, ListPlace } from "@/lib/platform/lists/list-place.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { hasIdForm } from "@/lib/platform/values/ids.rules";
import type { Acting, ProjectAccess } from "@/lib/projects/project-access";
import { prepareSignature, signingUntil } from "@/lib/refunds/links/refund-links";
import { payingFacts, provenPayer } from "@/lib/refunds/open-refund";
import { availableToRefund, isRefundable, whoPays } from "@/lib/refunds/refund-decision.rules";
import type { RefundableCheckout } from "@/lib/refunds/refund-facts.store";
import type { RefundCallParts, RefundMailParts, RefundParts } from "@/lib/refunds/refunds.parts";
import type { RefundListStore } from "./refund-list.store";
import {
  type ListedRefund,
  listingOf,
  type RefundDetails,
  type RefundFilter,
  type RefundListing,
} from "./refund-views.rules";

/** Open refunds, oldest first; of all projects when none is given. */
export function listOpenRefunds(
  { refunds }: RefundParts,
  projectId: string | null,
  limit: number,
): Promise<Refund[]> {
  return refunds.listOpen(projectId, limit);
}

const perPage = 25;

/** A page of a project's refunds, newest first. */
export function listProjectRefunds(
  { refundList }: { refundList: RefundListStore },
  { projectId }: Acting,
  listing: RefundListing,
  place: ListPlace,
  take = perPage,
): Promise<ListPart<ListedRefund>> {
  return refundList.page(projectId, listing, place, take);
}

/** A refund and the call to sign for it; null unless it waits for a signature. */
export type RefundWithCall = { refund: Refund; transaction: PreparedTransaction | null };

/**
 * The refunds of a checkout of the project, newest first.
 * @throws CheckoutError CHECKOUT_NOT_FOUND for an unknown id or another project's
 */
export async function listRefunds(
  deps: RefundCallParts,
  projectId: string,
  checkoutId: string,
  page: Page,
): Promise<Paged<RefundWithCall>> {
  const found = await deps.refunds.list(projectId, checkoutId, page);
  if (found === null) throw checkoutNotFound();
  return { total: found.total, items: await withCalls(deps, found.items) };
}

/** The refunds, each with the call to sign for it, unless another wallet was just asked to sign it. */
export async function withCalls(
  deps: RefundCallParts,
  refunds: readonly Refund[],
): Promise<RefundWithCall[]> {
  const items: RefundWithCall[] = [];
  // A stray's own token decides who pays its return.
  const byToken = new Map<string, RefundableCheckout | null>();
  const toSign = refunds.filter(({ status }) => status === "AWAITING_SIGNATURE").map(({ id }) => id);
  const signed =
    toSign.length === 0
      ? new Set<string>()
      : await deps.refunds.withSignLink(toSign, signingUntil(deps.clock.now()));
  for (const refund of refunds) {
    if (refund.status !== "AWAITING_SIGNATURE" || signed.has(refund.id)) {
      items.push({ refund, transaction: null });
      continue;
    }
    const { projectId, checkoutId } = refund;
    const token = `${checkoutId} ${refund.chainId} ${refund.tokenAddress}`;
    const checkout = byToken.get(token) ?? (await deps.refunds.readCheckout(projectId, checkoutId, refund));
    byToken.set(token, checkout);
    items.push({ refund, transaction: checkout === null ? null : prepareSignature(deps, checkout, refund) });
  }
  return items;
}

/**
 * One of a project's refunds with all its records.
 * @throws CheckoutError REFUND_NOT_FOUND for an unknown id or another project's
 */
export async function readProjectRefund(
  { clock, refundList }: { clock: Clock; refundList: RefundListStore },
  { projectId }: ProjectAccess,
  refundId: string,
): Promise<RefundDetails> {
  // The URL may hold any text: a malformed id costs no query.
  const isId = hasIdForm("rfd", refundId);
  const refund = isId ? await refundList.find(projectId, refundId, clock.now()) : null;
  if (refund === null) throw refundNotFound();
  return refund;
}

/**
 * Which of these projects a refund belongs to.
 * @throws CheckoutError REFUND_NOT_FOUND for an unknown id or another project's
 */
export async function projectOfRefund(
  { refunds }: RefundParts,
  projectIds: readonly string[],
  refundId: string,
): Promise<string> {
  const refund = hasIdForm("rfd", refundId) ? await refunds.find(null, refundId) : null;
  if (refund === null || !projectIds.includes(refund.projectId)) throw refundNotFound();
  return refund.projectId;
}

/** E-mail addresses to which the link to a checkout's refund can be sent: that its page left; none without a mail server. */
export function listContacts(
  { mail, refunds }: Pick<RefundMailParts, "mail" | "refunds">,
  { projectId }: ProjectAccess,
  checkoutId: string,
): Promise<string[]> {
  return mail === null ? Promise.resolve([]) : refunds.contacts(projectId, checkoutId);
}

function refundNotFound(): CheckoutError {
  return new CheckoutError("REFUND_NOT_FOUND", fault("refunds.notFound"));
}

/** How much can be refunded to a checkout's customer now, in smallest units, and who would pay it. */
export type Refundable = {
  referenceId: string | null;
  itemName: string | null;
  chainId: number;
  token: { symbol: string; decimals: number; networkName: string };
  available: bigint;
  /** The part above the price. */
  excess: bigint;
  /**
   * `deposit`: the service pays from the deposit address. `signature`: the merchant's wallet signs for the deposit
   * address. `wallet`: the merchant's wallet pays itself, since the payment was or is being swept.
   */
  from: "deposit" | "signature" | "wallet";
  /** The wallet that paid and proved itself by a signature; null when it is unknown whose money it is. */
  payer: Hex | null;
};

/**
 * Null when nothing can be refunded: never paid in a listed token, or fully refunded. A refund request checks the same
 * rules again under lock.
 *
 * @throws CheckoutError CHECKOUT_NOT_FOUND for an unknown id or another project's
 */
export async function readRefundable(
  { chains, refunds }: RefundParts,
  { projectId }: ProjectAccess,
  checkoutId: string,
): Promise<Refundable | null> {
  const isId = hasIdForm("chk", checkoutId);
  const locked = isId ? await refunds.readCheckout(projectId, checkoutId) : null;
  if (locked === null) throw checkoutNotFound();
  const { status, chainId, tokenAddress, referenceId, itemName, refundedUnits, refundingUnits } =
    locked.checkout;
  const receivedUnits = assessPayment(locked).finalUnits;
  if (chainId === null || tokenAddress === null) return null;
  if (!isRefundable({ status, receivedUnits, refundedUnits })) return null;
  const found = findToken(chains, { chainId, tokenAddress });
  const available = availableToRefund({ receivedUnits, refundedUnits, refundingUnits });
  if (found === null || available === 0n) return null;
  const facts = payingFacts(locked);
  const isService = whoPays(facts, available) === "PENDING";
  return {
    referenceId,
    itemName,
    chainId,
    token: {
      symbol: found.token.symbol,
      decimals: found.token.decimals,
      networkName: found.chain.name,
    },
    available,
    excess: excessUnits(locked.checkout),
    from: isService ? "deposit" : available <= facts.unsweptUnits ? "signature" : "wallet",
    payer: provenPayer(chains, locked, { chainId, tokenAddress }),
  };
}

export type ExportRefundsDeps = {
  chains: readonly Chain[];
  refundList: RefundListStore;
};

/** The filtered list as the lines of a CSV file. */
export function exportRefunds(
  deps: ExportRefundsDeps,
  access: ProjectAccess,
  filter: RefundFilter,
): AsyncGenerator<string> {
  const listing = listingOf(filter);
  return exportList({
    columns: columns.map(([name]) => name),
    timeZone: filter.timeZone,
    read: (place, take) => listProjectRefunds(deps, access, listing, place, take),
    recordsOf: (refund) => [columns.map(([, cell]) => cell(refund, deps.chains))],
  });
}

type Cell = (refund: ListedRefund, chains: readonly Chain[]) => string | null;

const columns: readonly (readonly [string, Cell])[] = [
  ["id", ({ id }) => id],
  ["status", ({ status }) => status],
  ["type", ({ refundType }) => refundType],
  ["asked_at_utc", ({ createdAt }) => timeCell(createdAt)],
  ["completed_at_utc", ({ completedAt }) => timeCell(completedAt)],
  ["checkout", ({ checkoutId }) => checkoutId],
  ["reference", ({ referenceId }) => referenceId],
  ["item", ({ itemName }) => itemName],
  ["amount", (refund, chains) => amountCell(chains, refund, refund.amountUnits)],
  ["token", (refund, chains) => tokenCell(chains, refund)],
  ["network", ({ chainId }, chains) => networkCell(chains, chainId)],
  ["destination", ({ destinationAddress }) => addressCell(destinationAddress)],
  ["transaction", ({ txHash }) => txHash],
  ["reason", ({ reason }) => reason],
  ["failure", ({ failureCode }) => failureCode],
];
