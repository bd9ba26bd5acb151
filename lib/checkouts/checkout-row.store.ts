import { columnOf, propertyOf, type Queryable, run, type Statement } from "@/lib/platform/database";
import type { Checkout as Model } from "@/prisma/generated/client";
import type { Checkout } from "./checkout.rules";
import { hasPairs, mapOrder, type OrderName } from "./order-fields.rules";

type SqlType =
  | "text"
  | "int"
  | "bool"
  | "timestamptz"
  | "numeric"
  | "jsonb"
  | "checkout_status"
  | "created_via"
  | "confirmation_speed";

/** A column's type in SQL, and whether an update may change it. */
type ColumnFacts = readonly [type: SqlType, change: "fixed" | "mutable"];

/** Columns outside the checkout: they belong to its payment link. */
type LinkColumn = "paymentLinkId" | "linkClient";

const ownFields: Readonly<Record<Exclude<keyof Model, OrderName | LinkColumn>, ColumnFacts>> = {
  id: ["text", "fixed"],
  projectId: ["text", "fixed"],
  status: ["checkout_status", "mutable"],
  createdVia: ["created_via", "fixed"],
  createdAt: ["timestamptz", "fixed"],
  expiresAt: ["timestamptz", "fixed"],
  watchUntil: ["timestamptz", "mutable"],
  chainId: ["int", "mutable"],
  tokenAddress: ["text", "mutable"],
  amountUnits: ["numeric", "mutable"],
  fixedChainId: ["int", "fixed"],
  tokenFixed: ["bool", "fixed"],
  selectionCount: ["int", "mutable"],
  depositAddress: ["text", "fixed"],
  merchantAddress: ["text", "fixed"],
  refundAuthority: ["text", "fixed"],
  openSweep: ["bool", "fixed"],
  fiatAmount: ["text", "fixed"],
  fiatCurrency: ["text", "fixed"],
  exchangeRateUsed: ["text", "mutable"],
  exchangeRateAt: ["timestamptz", "mutable"],
  exchangeRateProvider: ["text", "mutable"],
  toleranceBps: ["int", "fixed"],
  confirmationSpeed: ["confirmation_speed", "fixed"],
  totalPaidUnits: ["numeric", "mutable"],
  paidUnits: ["numeric", "mutable"],
  refundedUnits: ["numeric", "mutable"],
  refundingUnits: ["numeric", "mutable"],
  paymentTxHash: ["text", "mutable"],
  paidAt: ["timestamptz", "mutable"],
  cancelledAt: ["timestamptz", "mutable"],
  lateAcceptedAt: ["timestamptz", "mutable"],
  acceptedUnits: ["numeric", "mutable"],
  settlementFrozen: ["bool", "mutable"],
  excessRequestedAt: ["timestamptz", "mutable"],
  excessWallet: ["text", "mutable"],
  excessDismissedAt: ["timestamptz", "mutable"],
  redeemedAt: ["timestamptz", "mutable"],
  replaces: ["text", "fixed"],
  // Written with the successor, under the row's lock.
  replacedBy: ["text", "fixed"],
  requoteCount: ["int", "fixed"],
  eventSequence: ["int", "mutable"],
};

/** A column without a field is a type error above, a field without a column here. */
const fields: Readonly<Record<keyof Checkout, ColumnFacts>> = {
  ...ownFields,
  ...mapOrder<Record<OrderName & keyof Model, ColumnFacts>>((name) => [
    hasPairs(name) ? "jsonb" : "text",
    "fixed",
  ]),
};

/** How one field maps to SQL. */
type Column = { field: keyof Checkout; name: string; type: SqlType; mutable: boolean };

/** The columns of a checkout: the only place that maps its fields to them. */
export const checkoutColumns = (Object.keys(fields) as (keyof Checkout)[]).map((field): Column => {
  const [type, change] = fields[field];
  return { field, name: columnOf(field), type, mutable: change === "mutable" };
});

/** For `SELECT … FROM checkouts AS checkout`. */
export const checkoutSelectList = checkoutColumns
  .map(({ name, type }) =>
    type === "created_via" ? `lower(checkout.${name}::text) AS ${name}` : `checkout.${name}`,
  )
  .join(", ");

const columnNames: ReadonlySet<string> = new Set(checkoutColumns.map(({ name }) => name));

/** A row of `checkoutSelectList` and other columns: the checkout, and the others beside it as properties. */
export function toCheckoutRow<Others extends object>(
  row: Readonly<Record<string, unknown>>,
): { checkout: Checkout } & Others {
  const others: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(row))
    if (!columnNames.has(column)) others[propertyOf(column)] = value;
  const checkout = Object.fromEntries(checkoutColumns.map(({ field, name }) => [field, row[name]]));
  return { ...(others as Others), checkout: checkout as Checkout };
}

/** The rows of a statement that selects `checkoutSelectList`, and maybe more. */
export async function readCheckoutRows<Others extends object = object>(
  connection: Queryable,
  statement: Statement,
  values: readonly unknown[],
): Promise<({ checkout: Checkout } & Others)[]> {
  const rows = await run(connection, statement, values);
  return rows.map((row) => toCheckoutRow<Others>(row));
}

/** A field's value in the form that its column takes. */
export function toSql(checkout: Checkout, { field, type }: Column): unknown {
  if (field === "createdVia") return checkout.createdVia.toUpperCase();
  const value = checkout[field];
  return type === "jsonb" && value !== null ? JSON.stringify(value) : value;
}

/** The same for a column that is read from JSON, which has no large numbers. */
export function toJson(checkout: Checkout, { field }: Column): unknown {
  const value = field === "createdVia" ? checkout.createdVia.toUpperCase() : checkout[field];
  return typeof value === "bigint" ? value.toString() : value;
}

/**
 * A full payment that came too late, or the part that an expired checkout received: final, and neither accepted nor
 * returned. In the words of the index `checkouts_undecided_idx`.
 */
export const awaitsDecision = `checkout.status IN ('LATE_PAID', 'EXPIRED') AND checkout.late_accepted_at IS NULL
  AND checkout.paid_units > checkout.refunded_units + checkout.refunding_units`;

const isPaid =
  "(checkout.status IN ('PAID', 'SETTLED') OR checkout.status = 'LATE_PAID' AND checkout.late_accepted_at IS NOT NULL)";

/** Final money that a checkout received and doesn't keep, without what was refunded and is being refunded. */
export const excessUnits = `checkout.paid_units - checkout.refunded_units - checkout.refunding_units
  - CASE WHEN ${isPaid} THEN least(checkout.amount_units, checkout.accepted_units) ELSE 0 END`;

/** A checkout whose customer requested money back that is still there, paid nothing, and has no answer yet. */
export const waitsForExcess = `checkout.excess_requested_at IS NOT NULL AND checkout.excess_dismissed_at IS NULL
  AND ${excessUnits} > 0 AND checkout.status NOT IN ('PENDING', 'DETECTED')`;

/**
 * A paid checkout that received more than its price, a cancelled one that received a part, or one to which money came
 * after its refund: undecided. In the words of the index `checkouts_overpaid_idx`.
 */
export const holdsExcess = `checkout.excess_dismissed_at IS NULL
  AND (${isPaid} OR checkout.status IN ('CANCELLED', 'REFUNDED')) AND ${excessUnits} > 0`;

/**
 * Whether a signed payment may still move money, as a condition on its row. Anyone who holds it can submit it until
 * `valid_before`, so that we failed to send it proves nothing: only the chain, scanned past that time, does.
 */
export const mayStillPay = (
  signed: string,
): string => `(${signed}.status IN ('PENDING', 'SENT') OR NOT EXISTS (
  SELECT FROM chain_cursors AS scanned
  WHERE scanned.chain_id = ${signed}.chain_id AND scanned.block_timestamp >= ${signed}.valid_before
))`;

type Text<Value> = NonNullable<Value> extends bigint | Date ? string | Extract<Value, null> : Value;

/** A record as JSON carries it: whole units and times are text. */
export type JsonRecord<T> = { readonly [Name in keyof T]: Text<T[Name]> };

type Reader<Value> = Value extends bigint ? typeof BigInt : typeof Date;

/** How to read each member that is text in JSON only. */
type Readers<T> = {
  readonly [Name in keyof T as NonNullable<T[Name]> extends bigint | Date ? Name : never]: Reader<
    NonNullable<T[Name]>
  >;
};

/** @example fromJson<Sweep>({ amountUnits: "7", at: "2026-01-01T12:00:00Z" }, { amountUnits: BigInt, at: Date }) */
export function fromJson<T extends object>(record: JsonRecord<T>, readers: Readers<T>): T {
  const readerOf: Readonly<Record<string, unknown>> = readers;
  const members = Object.entries<unknown>(record).map(([name, value]) => {
    const reader = readerOf[name];
    if (value === null || reader === undefined) return [name, value];
    return [name, reader === Date ? new Date(String(value)) : BigInt(String(value))];
  });
  return Object.fromEntries(members) as T;
}
