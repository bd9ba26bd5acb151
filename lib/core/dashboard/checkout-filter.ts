import { type CheckoutStatus, type CreatedVia, checkoutStatuses, type Hex } from "@/lib/core/checkout";
import { formatUnits, maxTokenUnits, parseDecimal } from "@/lib/core/money";

/** Which of a project's checkouts are listed; whatever is null does not narrow. */
export type CheckoutFilter = {
  /** Any of these; none given stands for all. */
  statuses: readonly CheckoutStatus[];
  /** First and last day of creation, UTC, as "2026-01-31"; both belong to it. */
  fromDay: string | null;
  toDay: string | null;
  /** Bounds of the price in the token's smallest units; both belong to it. */
  minUnits: bigint | null;
  maxUnits: bigint | null;
  chainId: number | null;
  /** Of that chain. */
  tokenAddress: Hex | null;
  referenceId: string | null;
  createdVia: CreatedVia | null;
  paymentLinkId: string | null;
  /** Only late payments that nobody has decided on. */
  lateOnly: boolean;
  search: CheckoutSearch | null;
};

/** What somebody typed into the search box, by its form. */
export type CheckoutSearch = { kind: "id" | "address" | "transaction" | "reference"; text: string };

/** A place in a list ordered by creation, newest first: the checkout that it stands at. */
export type CheckoutCursor = { createdAt: Date; id: string };

/** A part of the list: from its beginning, or beside a place in it. */
export type CheckoutPlace =
  | { kind: "first" }
  | { kind: "after"; cursor: CheckoutCursor }
  | { kind: "before"; cursor: CheckoutCursor };

/** What an address asks for; `ignored` names the parameters that could not be read. */
export type CheckoutListQuery = {
  filter: CheckoutFilter;
  place: CheckoutPlace;
  ignored: readonly string[];
};

/** An address's parameters, as Next gives them. */
export type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

export const everyCheckout: CheckoutFilter = {
  statuses: [],
  fromDay: null,
  toDay: null,
  minUnits: null,
  maxUnits: null,
  chainId: null,
  tokenAddress: null,
  referenceId: null,
  createdVia: null,
  paymentLinkId: null,
  lateOnly: false,
  search: null,
};

export const createdViaValues = ["server_key", "api_key", "link", "dashboard"] as const;

/** Amounts are typed in whole tokens, of which every token on the lists has a million units. */
const listedDecimals = 6;
const longest = 200;

/**
 * Reads a list's address: what cannot be read does not narrow, and is named, so that nobody takes a mistyped date for
 * an empty month.
 *
 * @example readCheckoutList({ status: "PAID,SETTLED", from: "2026-01-01" })
 */
export function readCheckoutList(params: SearchParams): CheckoutListQuery {
  const ignored: string[] = [];
  const one = <T>(name: string, read: (text: string) => T | null): T | null => {
    const given = params[name];
    // A form names a choice of several once for each.
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
  const minUnits = exact ?? one("min", readAmount);
  const maxUnits = exact ?? one("max", readAmount);
  const token = one("token", readToken);
  const filter: CheckoutFilter = {
    statuses,
    fromDay,
    toDay,
    minUnits,
    maxUnits,
    chainId: token?.chainId ?? null,
    tokenAddress: token?.tokenAddress ?? null,
    referenceId: one("reference", readText),
    createdVia: one("via", (text) => createdViaValues.find((via) => via === text) ?? null),
    paymentLinkId: one("link", (text) => (/^lnk_[0-9a-z]{26}$/.test(text) ? text : null)),
    lateOnly: one("late", (text) => (text === "1" ? true : null)) ?? false,
    search: one("q", readSearch),
  };
  const after = one("after", readCursor);
  const before = one("before", readCursor);
  const place: CheckoutPlace =
    after !== null
      ? { kind: "after", cursor: after }
      : before !== null
        ? { kind: "before", cursor: before }
        : { kind: "first" };
  return { filter, place, ignored };
}

/** The parameters that stand for it; the list's own order, so that equal lists have equal addresses. */
export function checkoutListParams(
  filter: CheckoutFilter,
  place: CheckoutPlace = { kind: "first" },
): URLSearchParams {
  const params = new URLSearchParams();
  const set = (name: string, value: string | null) => {
    if (value !== null && value !== "") params.set(name, value);
  };
  set("q", filter.search?.text ?? null);
  set("status", filter.statuses.join(","));
  set("from", filter.fromDay);
  set("to", filter.toDay);
  if (filter.minUnits !== null && filter.minUnits === filter.maxUnits)
    set("amount", writeAmount(filter.minUnits));
  else {
    set("min", filter.minUnits === null ? null : writeAmount(filter.minUnits));
    set("max", filter.maxUnits === null ? null : writeAmount(filter.maxUnits));
  }
  set("token", tokenParam(filter.chainId, filter.tokenAddress));
  set("reference", filter.referenceId);
  set("via", filter.createdVia);
  set("link", filter.paymentLinkId);
  set("late", filter.lateOnly ? "1" : null);
  if (place.kind !== "first") set(place.kind, writeCursor(place.cursor));
  return params;
}

/** "31337" for any token of the chain, "31337:0x…" for one of them; null for all. */
export function tokenParam(chainId: number | null, tokenAddress: Hex | null): string | null {
  if (chainId === null) return null;
  return tokenAddress === null ? `${chainId}` : `${chainId}:${tokenAddress}`;
}

export function isFiltered(filter: CheckoutFilter): boolean {
  return checkoutListParams(filter).size > 0;
}

/** The moments between which it was created, UTC: from the first, before the second. */
export function createdBounds({ fromDay, toDay }: Pick<CheckoutFilter, "fromDay" | "toDay">): {
  from: Date | null;
  before: Date | null;
} {
  const dayMs = 86_400_000;
  return {
    from: fromDay === null ? null : new Date(`${fromDay}T00:00:00.000Z`),
    before: toDay === null ? null : new Date(Date.parse(`${toDay}T00:00:00.000Z`) + dayMs),
  };
}

function readStatuses(text: string): CheckoutStatus[] | null {
  const asked = new Set(text.toUpperCase().split(","));
  const known = checkoutStatuses.filter((status) => asked.has(status));
  return known.length === asked.size ? known : null;
}

function readDay(text: string): string | null {
  if (!/^20\d{2}-\d{2}-\d{2}$/.test(text)) return null;
  const time = Date.parse(`${text}T00:00:00.000Z`);
  // The 31st of a short month is read as the next one's first day by some clocks.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? null : text;
}

function readAmount(text: string): bigint | null {
  const amount = text.length <= 90 ? parseDecimal(text) : null;
  if (amount === null || amount.scale > listedDecimals) return null;
  const units = amount.digits * 10n ** BigInt(listedDecimals - amount.scale);
  return units <= maxTokenUnits ? units : null;
}

function writeAmount(units: bigint): string {
  return formatUnits(units, listedDecimals, 0);
}

function readToken(text: string): { chainId: number; tokenAddress: Hex | null } | null {
  const match = /^([1-9]\d{0,9})(?::(0x[0-9a-f]{40}))?$/.exec(text.toLowerCase());
  const chainId = Number(match?.[1] ?? 0);
  // As much as its column holds.
  if (match === null || chainId > 2_147_483_647) return null;
  return { chainId, tokenAddress: (match[2] as Hex | undefined) ?? null };
}

function readText(text: string): string | null {
  // Postgres holds neither half a character nor NUL.
  return text.length <= longest && !/[\uD800-\uDFFF]/u.test(text) && !text.includes("\u0000") ? text : null;
}

/** What it looks like is what it is looked for as; whatever else it is, it may be somebody's order id. */
function readSearch(text: string): CheckoutSearch | null {
  const lower = text.toLowerCase();
  if (/^chk_[0-9a-z]{26}$/.test(lower)) return { kind: "id", text: lower };
  if (/^0x[0-9a-f]{40}$/.test(lower)) return { kind: "address", text: lower };
  if (/^0x[0-9a-f]{64}$/.test(lower)) return { kind: "transaction", text: lower };
  const reference = readText(text);
  return reference === null ? null : { kind: "reference", text: reference };
}

function readCursor(text: string): CheckoutCursor | null {
  const match = /^(\d{1,14})\.(chk_[0-9a-z]{26})$/.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) return null;
  return { createdAt: new Date(Number(match[1])), id: match[2] };
}

function writeCursor({ createdAt, id }: CheckoutCursor): string {
  return `${createdAt.getTime()}.${id}`;
}
