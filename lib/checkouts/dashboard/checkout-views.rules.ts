import type { TokenRef } from "@/lib/chain/token.rules";
import { type CheckoutStatus, type CreatedVia, checkoutStatuses } from "@/lib/checkouts/checkout.rules";
import type { RefundStatus, RefundType } from "@/lib/checkouts/refund-facts.rules";
import { utc } from "@/lib/platform/i18n/time-zone.rules";
import {
  type Days,
  type ListPlace,
  paramOf,
  paramsOf,
  placeOf,
  readDay,
  rowCursors,
  type SearchParams,
} from "@/lib/platform/lists/list-place.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { hasIdForm } from "@/lib/platform/values/ids.rules";
import {
  type Decimal,
  formatUnits,
  maxTokenUnits,
  mostTokenDecimals,
  parseDecimal,
} from "@/lib/platform/values/money.rules";
import type { DeliveryStatus } from "@/lib/webhooks/delivery.rules";

export const checkoutCursors = rowCursors("chk");

/** Filters of a project's checkout list, by the days of creation; a null field does not filter. */
export type CheckoutFilter = {
  /** Any of these; empty means all. */
  statuses: readonly CheckoutStatus[];
  /** Bounds of the price in whole tokens, as shortest decimal text ("12.5"); both inclusive. */
  minAmount: string | null;
  maxAmount: string | null;
  chainId: number | null;
  /** A token of `chainId`. */
  tokenAddress: Hex | null;
  referenceId: string | null;
  createdVia: CreatedVia | null;
  paymentLinkId: string | null;
  /** Only late payments without a decision. */
  lateOnly: boolean;
  /** Received more than the amount; less, but enough to count as paid; or not enough yet. */
  paid: PaidUnevenly | null;
  /** Only overpaid checkouts whose customer requested the excess back and has no answer yet. */
  excessOnly: boolean;
  search: CheckoutSearch | null;
  /** Only these, chosen row by row; in no list's URL. */
  ids?: readonly string[];
  /** With this deposit address or customer's wallet, and with this transaction; in no list's URL. */
  address?: Hex | undefined;
  txHash?: Hex | undefined;
} & Days;

/** The text of the search box, classified by form. */
export type CheckoutSearch = { kind: "id" | "address" | "transaction" | "text"; text: string };

export const unevenPayments = ["over", "under", "partial"] as const;
export type PaidUnevenly = (typeof unevenPayments)[number];

/** The list that a URL asks for; `ignored` names the parameters that could not be read. */
export type CheckoutListQuery = {
  filter: CheckoutFilter;
  place: ListPlace;
  ignored: readonly string[];
};

export const everyCheckout: CheckoutFilter = {
  statuses: [],
  fromDay: null,
  toDay: null,
  timeZone: utc,
  minAmount: null,
  maxAmount: null,
  chainId: null,
  tokenAddress: null,
  referenceId: null,
  createdVia: null,
  paymentLinkId: null,
  lateOnly: false,
  paid: null,
  excessOnly: false,
  search: null,
};

export const createdViaValues = ["server_key", "api_key", "link", "dashboard"] as const;

const longest = 200;

/**
 * Reads the list's URL. An unreadable parameter does not filter and is named, so that a mistyped date is not mistaken
 * for an empty month.
 *
 * @example readCheckoutList({ status: "PAID,SETTLED", from: "2026-01-01" }, "Asia/Seoul")
 */
export function readCheckoutList(params: SearchParams, timeZone: string): CheckoutListQuery {
  const ignored: string[] = [];
  const one = <T>(name: string, read: (text: string) => T | null): T | null => {
    const given = params[name];
    // A form repeats the parameter for each selected choice.
    const text = (Array.isArray(given) ? given.join(",") : given)?.trim() ?? "";
    if (text === "") return null;
    const value = read(text);
    if (value === null) ignored.push(name);
    return value;
  };
  const statuses = one("status", readStatuses) ?? [];
  const fromDay = one("from", readDay);
  const toDay = one("to", readDay);
  const exact = one("amount", readAmount);
  const minAmount = exact ?? one("min", readAmount);
  const maxAmount = exact ?? one("max", readAmount);
  const token = one("token", readToken);
  const filter: CheckoutFilter = {
    statuses,
    fromDay,
    toDay,
    timeZone,
    minAmount,
    maxAmount,
    chainId: token?.chainId ?? null,
    tokenAddress: token?.tokenAddress ?? null,
    referenceId: one("reference", readText),
    createdVia: one("via", (text) => createdViaValues.find((via) => via === text) ?? null),
    paymentLinkId: one("link", (text) => (hasIdForm("lnk", text) ? text : null)),
    lateOnly: one("late", (text) => (text === "1" ? true : null)) ?? false,
    paid: one("paid", (text) => unevenPayments.find((paid) => paid === text) ?? null),
    excessOnly: one("excess", (text) => (text === "1" ? true : null)) ?? false,
    search: one("q", readSearch),
  };
  const place = placeOf(params, checkoutCursors);
  if (place.kind === "first")
    ignored.push(...["after", "before"].filter((kind) => paramOf(params, kind) !== null));
  return { filter, place, ignored };
}

/** The URL parameters of a filter, in fixed order, so that equal lists have equal addresses. */
export function checkoutListParams(filter: CheckoutFilter): URLSearchParams {
  const { minAmount, maxAmount } = filter;
  const exact = minAmount !== null && minAmount === maxAmount;
  return paramsOf({
    q: filter.search?.text ?? null,
    status: filter.statuses.join(","),
    from: filter.fromDay,
    to: filter.toDay,
    amount: exact ? minAmount : null,
    min: exact ? null : minAmount,
    max: exact ? null : maxAmount,
    token: tokenParam(filter.chainId, filter.tokenAddress),
    reference: filter.referenceId,
    via: filter.createdVia,
    link: filter.paymentLinkId,
    late: filter.lateOnly ? "1" : null,
    paid: filter.paid,
    excess: filter.excessOnly ? "1" : null,
  });
}

/** "31337" for any token of the chain, "31337:0x…" for one of them; null for all. */
export function tokenParam(chainId: number | null, tokenAddress: Hex | null): string | null {
  if (chainId === null) return null;
  return tokenAddress === null ? `${chainId}` : `${chainId}:${tokenAddress}`;
}

export function isFiltered(filter: CheckoutFilter): boolean {
  return checkoutListParams(filter).size > 0;
}

function readStatuses(text: string): CheckoutStatus[] | null {
  const requested = new Set(text.toUpperCase().split(","));
  const known = checkoutStatuses.filter((status) => requested.has(status));
  return known.length === requested.size ? known : null;
}

function readAmount(text: string): string | null {
  const amount = text.length <= 90 ? parseDecimal(text) : null;
  if (amount === null || amount.scale > mostTokenDecimals) return null;
  const { digits, scale } = amount;
  return digits <= maxTokenUnits ? formatUnits(digits, scale, 0) : null;
}

function readToken(text: string): { chainId: number; tokenAddress: Hex | null } | null {
  const match = /^([1-9]\d{0,9})(?::(0x[0-9a-f]{40}))?$/.exec(text.toLowerCase());
  const chainId = Number(match?.[1] ?? 0);
  // The largest value of its column.
  if (match === null || chainId > 2_147_483_647) return null;
  return { chainId, tokenAddress: (match[2] as Hex | undefined) ?? null };
}

function readText(text: string): string | null {
  // Postgres stores neither a lone surrogate nor NUL.
  return text.length <= longest && !/[\uD800-\uDFFF]/u.test(text) && !text.includes("\u0000") ? text : null;
}

/** The form decides what we look for. Any other text may be words of the item, the order or its customer, or a price. */
function readSearch(text: string): CheckoutSearch | null {
  const lower = text.toLowerCase();
  if (hasIdForm("chk", lower)) return { kind: "id", text: lower };
  if (/^0x[0-9a-f]{40}$/.test(lower)) return { kind: "address", text: lower };
  if (/^0x[0-9a-f]{64}$/.test(lower)) return { kind: "transaction", text: lower };
  return readText(text) === null ? null : { kind: "text", text };
}

const amountPattern = /^[$€£¥₩]?((?:\d{1,3}(?:,\d{3})+|\d{1,30})(?:\.\d{1,36})?)(?: ?[A-Za-z]{3,6})?$/;

/**
 * The amount that a search may mean, however it was copied.
 *
 * @example searchedAmount("1,234.50 USDC") // { digits: 123450n, scale: 2 }
 */
export function searchedAmount(text: string): Decimal | null {
  const match = amountPattern.exec(text);
  return match === null ? null : parseDecimal((match[1] ?? "").replaceAll(",", ""));
}

/** Whether a log is on the chain, is final, or was taken back by a reorg. */
export type LogStatus = "pending" | "final" | "reverted";

/** Funds that moved from the deposit address to the merchant. */
export type HistorySweep = TokenRef & {
  amountUnits: bigint;
  txHash: Hex;
  status: LogStatus;
  at: Date;
};

/** The checkout's share of a settlement. */
export type HistorySettlement = {
  settlementId: string;
  chainId: number;
  tokenAddress: Hex;
  status: "PENDING" | "SWEPT" | "FAILED";
  failureReason: string | null;
  txHash: Hex | null;
  createdAt: Date;
  completedAt: Date | null;
};

/** The delivery of an event to one endpoint. */
export type HistoryDelivery = {
  deliveryId: string;
  eventId: string;
  endpointId: string;
  url: string;
  eventKind: string;
  status: DeliveryStatus;
  attemptCount: number;
  nextAttemptAt: Date;
  /** When the delivery was created. */
  createdAt: Date;
  completedAt: Date | null;
  lastAttempt: {
    startedAt: Date;
    durationMs: number;
    statusCode: number | null;
    error: string | null;
  } | null;
};

export type HistoryRefund = {
  refundId: string;
  amountUnits: bigint;
  status: RefundStatus;
  refundType: RefundType;
  reason: string | null;
  destinationAddress: Hex | null;
  txHash: Hex | null;
  failureCode: string | null;
  createdAt: Date;
  completedAt: Date | null;
};

export type HistoryLedgerEntry = TokenRef & {
  kind: string;
  from: "CUSTOMER" | "DEPOSIT" | "MERCHANT";
  to: "CUSTOMER" | "DEPOSIT" | "MERCHANT";
  amountUnits: bigint;
  at: Date;
};

/** An incident for the operator, open or resolved. */
export type HistoryIncident = { incidentId: string; kind: string; createdAt: Date; resolvedAt: Date | null };

/** Records of a checkout that the API does not show; each list newest first, at most 100. */
export type CheckoutHistory = {
  /** The payment link that created it. */
  paymentLink: { linkId: string; slug: string; itemName: string } | null;
  sweeps: readonly HistorySweep[];
  settlements: readonly HistorySettlement[];
  deliveries: readonly HistoryDelivery[];
  refunds: readonly HistoryRefund[];
  ledger: readonly HistoryLedgerEntry[];
  incidents: readonly HistoryIncident[];
  /** How far each chain was scanned. */
  scannedBlocks: ReadonlyMap<number, bigint>;
};
