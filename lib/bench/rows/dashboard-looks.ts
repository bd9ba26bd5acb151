import type { Varied } from "@/lib/bench/scale/vary-checkouts";
import { createCheckoutListStore } from "@/lib/checkouts/dashboard/checkout-list.store";
import {
  type CheckoutFilter,
  everyCheckout,
  readCheckoutList,
} from "@/lib/checkouts/dashboard/checkout-views.rules";
import { refundStatuses } from "@/lib/checkouts/refund-facts.rules";
import { createInboxStore } from "@/lib/insights/inbox/inbox.store";
import { createWaitingStore } from "@/lib/insights/inbox/waiting.store";
import { createOverviewStore } from "@/lib/insights/overview.store";
import { presentSpans, readOverviewRange } from "@/lib/insights/overview-range.rules";
import { createProjectHours } from "@/lib/insights/project-hours.store";
import type { Database } from "@/lib/platform/database";
import { utc } from "@/lib/platform/i18n/time-zone.rules";
import { everyDay, type ListCursor, type ListPlace } from "@/lib/platform/lists/list-place.rules";
import { amountPricedDecimals, formatUnits } from "@/lib/platform/values/money.rules";
import { createAuditLog } from "@/lib/projects/logs/logs.store";
import { createRefundListStore } from "@/lib/refunds/dashboard/refund-list.store";
import { createHoldingStore } from "@/lib/settlement/dashboard/holding.store";
import { createSettlementListStore } from "@/lib/settlement/dashboard/settlement-list.store";
import { everySettlement } from "@/lib/settlement/dashboard/settlement-views.rules";
import type { SettlementTerms } from "@/lib/settlement/settlement-blocker.rules";
import { createStrayListStore } from "@/lib/strays/stray.store";

const pageSize = 50;
const exportBatch = 1_000;
const countLimit = 10_000;

/** What a page of the dashboard reads. */
export type Look = {
  name: string;
  read(): Promise<unknown>;
  /** An index without which it would read all checkouts. */
  index?: string;
};

const byWord = "checkout_terms_terms_idx";
const byFact = "checkouts_project_id_created_via_chain_id_token_address_idx";
const byAmount = "checkouts_project_id_amount_units_idx";

type Token = { chainId: number; tokenAddress: `0x${string}` };

/** Every list, search, filter and figure of a project with a million checkouts. */
export async function dashboardLooks(
  database: Database,
  { largeProjectId, smallProjectId }: Varied,
  rare: Token,
): Promise<Look[]> {
  const finder = createCheckoutListStore(database, []);
  const some = await sample(database, largeProjectId);
  const filterOf = (overrides: Partial<CheckoutFilter>) => ({ ...everyCheckout, ...overrides });
  const searched = (q: string) => ({ search: readCheckoutList({ q }, utc).filter.search });
  const page = (
    overrides: Partial<CheckoutFilter>,
    { projectId = largeProjectId, place = { kind: "first" } as ListPlace, take = pageSize } = {},
  ) => finder.page(projectId, filterOf(overrides), place, take);

  const filters: [name: string, filter: Partial<CheckoutFilter>, index?: string][] = [
    ["a common status", { statuses: ["EXPIRED"] }],
    ["a rare status", { statuses: ["CANCELLED"] }],
    ["a status that none has", { statuses: ["DETECTED"] }],
    ["four statuses", { statuses: ["PAID", "SETTLED", "CANCELLED", "REFUNDED"] }],
    ["late payments to decide", { lateOnly: true }],
    ["excess to return: none", { excessOnly: true }],
    ["overpaid: none", { paid: "over" }],
    ["an exact amount", { minAmount: some.amount, maxAmount: some.amount }, byAmount],
    ["a range of amounts", { minAmount: "100", maxAmount: "120" }],
    ["a range with no checkout in it", { minAmount: "1000000000" }, byAmount],
    ["those of the API", { createdVia: "server_key" }],
    ["those of links: few", { createdVia: "link" }, byFact],
    ["those of the dashboard: none", { createdVia: "dashboard" }, byFact],
    ["a chain that has none", { chainId: 8453 }, byFact],
    ["a token that few chose", rare],
    ["a token that no one chose", { chainId: rare.chainId, tokenAddress: `0x${"e".repeat(40)}` }, byFact],
    ["a link without checkouts", { paymentLinkId: `lnk_${"0".repeat(26)}` }],
    ["a reference", { referenceId: some.referenceId }],
    ["a reference that none has", { referenceId: "none" }],
    ["days before the first", { fromDay: "2020-01-01", toDay: "2020-12-31" }],
    ["a rare status, amount and origin", { statuses: ["CANCELLED"], minAmount: "100", createdVia: "link" }],
  ];
  const searches: [name: string, filter: Partial<CheckoutFilter>, index?: string][] = [
    ["id", searched(some.id)],
    ["deposit address", searched(some.depositAddress)],
    ["transaction", searched(some.txHash)],
    ["a reference", searched(some.referenceId), byWord],
    ["the number of a reference", searched(some.referenceId.replace("order-", "")), byWord],
    ["a word of all", searched("order")],
    ["the beginning of every tenth word", searched("order-1"), byWord],
    ["a word of all and a rare one", searched(`order ${some.referenceId.replace("order-", "")}`), byWord],
    ["a word that none has", searched("nothing"), byWord],
    ["a word of all and one that none has", searched("order nothing"), byWord],
    ["an amount", searched("12.34")],
    ["an amount that none has", searched("1,234,567.89"), byWord],
    ["a word of all, in a rare status", { ...searched("order"), statuses: ["CANCELLED"] }],
    ["a word of all, of an origin that none has", { ...searched("order"), createdVia: "dashboard" }],
    ["a rare word, in a common status", { ...searched(some.referenceId), statuses: ["EXPIRED"] }, byWord],
  ];
  const named = <T extends unknown[]>(
    name: string,
    index: string | undefined,
    read: (...none: T) => Promise<unknown>,
  ) => ({
    name,
    read,
    ...(index === undefined ? {} : { index }),
  });
  const lists: Look[] = [
    { name: "first page", read: () => page({}) },
    {
      name: "first page of a project with 1,000 among them",
      read: () => page({}, { projectId: smallProjectId }),
    },
    {
      name: "first page of that project, a word that none has",
      read: () => page(searched("nothing"), { projectId: smallProjectId }),
    },
    {
      name: "a page in the middle, by cursor",
      read: () => page({}, { place: { kind: "after", cursor: some.cursor } }),
    },
    {
      name: "a page in the middle, a word of all",
      read: () => page(searched("order"), { place: { kind: "before", cursor: some.cursor } }),
    },
    { name: "first rows of a file", read: () => page({}, { take: exportBatch }) },
    {
      name: "first rows of a file, a word of all",
      read: () => page(searched("order"), { take: exportBatch }),
    },
    ...filters.map(([name, filter, index]) => named(`first page, ${name}`, index, () => page(filter))),
    ...searches.map(([name, filter, index]) => named(`search, ${name}`, index, () => page(filter))),
    ...[["all", {}] as const, ...filters, ...searches].map(([name, filter]) => ({
      name: `count, ${name}`,
      read: () => finder.count(largeProjectId, filterOf(filter), countLimit),
    })),
  ];
  return [...lists, ...otherLooks(database, largeProjectId, rare)];
}

function otherLooks(database: Database, projectId: string, token: Token): Look[] {
  const overview = createOverviewStore(database);
  const hours = createProjectHours(database);
  const waiting = createWaitingStore(database);
  const holdings = createHoldingStore(database);
  const now = new Date();
  const terms: SettlementTerms = {
    chainId: token.chainId,
    upTo: 1n,
    walletAddress: `0x${"1".repeat(40)}`,
    refundWallet: null,
    chainIds: [token.chainId],
    refundsSince: now,
    revertedSince: now,
    at: now,
  };
  const first = { kind: "first" } as const;
  const settlements = createSettlementListStore(database);
  const audit = createAuditLog(database);
  const everyEntry = { userId: null, action: null, ...everyDay };
  const figures = (name: string) => {
    const { range } = readOverviewRange({ range: name }, now, utc);
    const { today, month } = presentSpans(now, utc);
    return Promise.all([
      overview.steps(projectId, range),
      hours.countedAt(),
      ...[today, month].flatMap((span): Promise<unknown>[] => [
        overview.totals(projectId, span),
        overview.refunded(projectId, span),
      ]),
    ]);
  };
  const refunds = { statuses: refundStatuses, refundType: null, from: null, before: null };
  return [
    { name: "overview of 30 days", read: () => figures("30d") },
    { name: "overview of a year", read: () => figures("year") },
    {
      name: "numbers of the inbox",
      read: () =>
        Promise.all([
          waiting.inboxCounts(projectId),
          waiting.waitingCounts(projectId),
          waiting.depositCounts(projectId, [token]),
          holdings.closed(projectId, terms),
        ]),
    },
    {
      name: "late payments",
      read: () => holdings.latePayments.page(projectId, { status: "LATE_PAID" }, first, pageSize),
    },
    {
      name: "partial payments",
      read: () => holdings.latePayments.page(projectId, { status: "EXPIRED" }, first, pageSize),
    },
    {
      name: "overpayments",
      read: () => createInboxStore(database).over.page(projectId, {}, first, pageSize),
    },
    {
      name: "stuck deposits",
      read: () => createInboxStore(database).stuck.page(projectId, {}, first, pageSize),
    },
    { name: "why deposits wait", read: () => holdings.waiting(projectId, terms) },
    { name: "strays", read: () => createStrayListStore(database).page(projectId, {}, first, pageSize) },
    {
      name: "refunds",
      read: () => createRefundListStore(database).page(projectId, refunds, first, pageSize),
    },
    { name: "settlements", read: () => settlements.page(projectId, everySettlement, first, pageSize) },
    {
      name: "settlements on a chain that has none",
      read: () => settlements.page(projectId, { ...everySettlement, chainId: 8453 }, first, pageSize),
    },
    {
      name: "settlements that failed: none",
      index: "settlements_project_id_status_created_at_id_idx",
      read: () => settlements.page(projectId, { ...everySettlement, status: "FAILED" }, first, pageSize),
    },
    { name: "audit log", read: () => audit.page(projectId, everyEntry, first, pageSize) },
    {
      name: "audit log, days before the first",
      read: () => audit.page(projectId, { ...everyEntry, toDay: "2020-12-31" }, first, pageSize),
    },
    {
      name: "audit log, a rare action",
      index: "audit_log_project_id_action_created_at_id_idx",
      read: () => audit.page(projectId, { ...everyEntry, action: "team.removed" }, first, pageSize),
    },
  ];
}

type Sample = {
  id: string;
  cursor: ListCursor;
  amount: string;
  referenceId: string;
  depositAddress: string;
  txHash: string;
};

/** One from the middle of the list, whose transfer is known. */
async function sample({ pool }: Database, projectId: string): Promise<Sample> {
  const { rows } = await pool.query<{
    id: string;
    created_at: Date;
    amount_units: bigint;
    reference_id: string;
    deposit_address: string;
    payment_tx_hash: string;
  }>({
    text: `SELECT * FROM checkouts WHERE project_id = $1 AND status = 'SETTLED'
      ORDER BY created_at DESC, id DESC OFFSET 20000 LIMIT 1`,
    values: [projectId],
  });
  const [row] = rows;
  if (row === undefined) throw new Error("some of them are settled");
  return {
    id: row.id,
    cursor: { createdAt: row.created_at, id: row.id },
    amount: formatUnits(row.amount_units, amountPricedDecimals, 0),
    referenceId: row.reference_id,
    depositAddress: row.deposit_address,
    txHash: row.payment_tx_hash,
  };
}
