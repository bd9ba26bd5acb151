import { dueUnits, requiredUnits } from "@/lib/checkouts/state/payment-matching.rules";
import { fault } from "@/lib/platform/faults/fault.rules";

import { dayBounds, paramOf, readDay, type SearchParams } from "@/lib/platform/lists/list-place.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { parseDecimal } from "@/lib/platform/values/money.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";
import { decimalPlacesOf } from "@/lib/rates/currency-decimals.rules";

/** The accounts of the ledger. */
export type LedgerAccount = "CUSTOMER" | "DEPOSIT" | "MERCHANT";

export type LedgerKind =
  | "RECEIVED"
  | "RECEIVED_REVERSED"
  | "SWEPT"
  | "SWEPT_REVERSED"
  | "REFUNDED"
  | "REFUNDED_REVERSED";

/** A ledger entry with its log and its checkout: tokens that moved from one account to the other. */
export type TokenMovement = {
  kind: LedgerKind;
  /** The entry's place in the ledger. */
  id: bigint;
  bookedAt: Date;
  projectId: string;
  checkoutId: string;
  referenceId: string | null;
  refundId: string | null;
  chainId: number;
  tokenAddress: Hex;
  amountUnits: bigint;
  fromAccount: LedgerAccount;
  toAccount: LedgerAccount;
  /** The payer of a payment, or the receiver of a refund; null for a sweep. */
  customerAddress: Hex | null;
  depositAddress: Hex;
  merchantAddress: Hex;
  txHash: Hex;
  blockNumber: bigint;
  blockTimestamp: Date;
  /** It is in the token and on the chain of the checkout's price. */
  isSelected: boolean;
  isPaid: boolean;
  /** The price in tokens; null before a selection. */
  priceUnits: bigint | null;
  acceptedUnits: bigint | null;
  toleranceBps: number;
  /** Received and refunded in this token for the checkout, up to and with this entry. */
  receivedUnits: bigint;
  refundedUnits: bigint;
  /** What was received when refunds had returned all of it, the last time before this entry; 0 for never. */
  fullyRefundedUnits: bigint;
  /** The rate of the checkout's price; null without one, and for other tokens. */
  rate: RateUsed | null;
};

export type RateUsed = { currency: string; perToken: string; at: Date | null; source: string | null };

/** Gas of a transaction of the service. */
export type GasMovement = {
  kind: "GAS";
  id: string;
  bookedAt: Date;
  /** Null when it was for no project. */
  projectId: string | null;
  checkoutId: string | null;
  refundId: string | null;
  settlementId: string | null;
  chainId: number;
  purpose: "SETTLEMENT" | "REFUND" | "RELAY" | "FILL";
  costWei: bigint;
  operatorAddress: Hex;
  txHash: Hex;
  blockNumber: bigint | null;
};

export type Movement = TokenMovement | GasMovement;

/** Everything booked from `from` on, or from the beginning, and before `before`. Files show days and times of the zone. */
export type Period = { from: Date | null; before: Date; timeZone: string };

/** Customers' money of one checkout and token, by the account that it belongs to. Their sum is received − refunded. */
export type Shares = {
  /** Of paid checkouts, up to the price. */
  sales: bigint;
  /** Refunded from sales; never above 0. */
  refunds: bigint;
  /** For checkouts that aren't paid: partial, late or not final. */
  pending: bigint;
  /** Above the price of paid checkouts. */
  overpaid: bigint;
  /** In another token or on another chain than the price. */
  stray: bigint;
};

/**
 * How a movement changes the shares. A refund returns what was overpaid first, as refunds of an excess do. What comes
 * after a refund in full isn't part of the sale: it is overpaid.
 */
export function changeOfShares(movement: TokenMovement): Shares {
  const { receivedUnits, refundedUnits, fullyRefundedUnits } = movement;
  const { received, refunded } = flows(movement);
  const isNewlyAllBack = refundedUnits >= receivedUnits && receivedUnits > fullyRefundedUnits;
  const fullyRefunded = isNewlyAllBack ? receivedUnits : fullyRefundedUnits;
  const after = sharesOf(movement, receivedUnits, refundedUnits, fullyRefunded);
  const before = sharesOf(movement, receivedUnits - received, refundedUnits - refunded, fullyRefundedUnits);
  return {
    sales: after.sales - before.sales,
    refunds: after.refunds - before.refunds,
    pending: after.pending - before.pending,
    overpaid: after.overpaid - before.overpaid,
    stray: after.stray - before.stray,
  };
}

const noShares: Shares = { sales: 0n, refunds: 0n, pending: 0n, overpaid: 0n, stray: 0n };

function sharesOf(
  movement: TokenMovement,
  received: bigint,
  refunded: bigint,
  fullyRefunded: bigint,
): Shares {
  const { isSelected, isPaid, priceUnits, acceptedUnits, toleranceBps } = movement;
  if (!isSelected || priceUnits === null) return { ...noShares, stray: received - refunded };
  const required = requiredUnits(priceUnits, toleranceBps, acceptedUnits);
  if (!isPaid || received < required) return { ...noShares, pending: received - refunded };
  // A reorg may have taken that refund.
  const isReturned = fullyRefunded >= required && refunded >= fullyRefunded;
  const sales = lower(isReturned ? fullyRefunded : received, dueUnits(priceUnits, acceptedUnits));
  const kept = isReturned ? 0n : sales;
  const left = received - refunded - kept;
  return left > 0n
    ? { ...noShares, sales, refunds: kept - sales, overpaid: left }
    : { ...noShares, sales, refunds: kept - sales + left };
}

function lower(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function flows({ kind, amountUnits }: TokenMovement): { received: bigint; refunded: bigint } {
  switch (kind) {
    case "RECEIVED":
      return { received: amountUnits, refunded: 0n };
    case "RECEIVED_REVERSED":
      return { received: -amountUnits, refunded: 0n };
    case "REFUNDED":
      return { received: 0n, refunded: amountUnits };
    case "REFUNDED_REVERSED":
      return { received: 0n, refunded: -amountUnits };
    case "SWEPT":
    case "SWEPT_REVERSED":
      return { received: 0n, refunded: 0n };
  }
}

/** An amount of a currency: `digits` × 10^−`places`. */
export type FiatValue = { currency: string; places: number; digits: bigint };

/** Units of a token at the rate of the checkout's price, rounded half up to the currency's smallest coin. */
export function fiatValue(units: bigint, decimals: number, { currency, perToken }: RateUsed): FiatValue {
  const rate = parseDecimal(perToken);
  if (rate === null) throw new RangeError(`not a rate: ${perToken}`);
  const places = decimalPlacesOf(currency);
  const numerator = units * rate.digits * 10n ** BigInt(places);
  const denominator = 10n ** BigInt(decimals + rate.scale);
  return { currency, places, digits: (2n * numerator + denominator) / (2n * denominator) };
}

/** The address of one side of a movement. */
export function addressOf(movement: TokenMovement, account: LedgerAccount): Hex | null {
  switch (account) {
    case "CUSTOMER":
      return movement.customerAddress;
    case "DEPOSIT":
      return movement.depositAddress;
    case "MERCHANT":
      return movement.merchantAddress;
  }
}

/** The name of a movement's kind in exports. */
export function kindName(movement: Movement): string {
  switch (movement.kind) {
    case "GAS":
      return "gas";
    case "RECEIVED":
      return movement.isSelected ? "payment" : "stray";
    case "RECEIVED_REVERSED":
      return movement.isSelected ? "payment_reversed" : "stray_reversed";
    case "SWEPT":
      return "sweep";
    case "SWEPT_REVERSED":
      return "sweep_reversed";
    case "REFUNDED":
      return "refund";
    case "REFUNDED_REVERSED":
      return "refund_reversed";
  }
}

/** Bookings of the last minute may still be on their way into the ledger: a period's content never changes later. */
const bookingMs = minuteMs;

/**
 * The period of the days `from` and `to`, inclusive; without them from the beginning, and up to a minute ago.
 *
 * @throws CheckoutError VALIDATION_ERROR for anything but a day, and for a period that is empty or still to come
 */
export function readPeriod(params: SearchParams, now: Date, timeZone: string): Period {
  const days = { fromDay: dayOf(params, "from"), toDay: dayOf(params, "to"), timeZone };
  const { from, before } = dayBounds(days);
  const latest = new Date(now.getTime() - bookingMs);
  const end = before === null || before > latest ? latest : before;
  if (from !== null && from >= end)
    throw new CheckoutError("VALIDATION_ERROR", fault("books.period"), {
      param: "from",
    });
  return { from, before: end, timeZone };
}

function dayOf(params: SearchParams, name: "from" | "to"): string | null {
  const text = paramOf(params, name);
  if (text === null) return null;
  const day = readDay(text);
  if (day === null)
    throw new CheckoutError("VALIDATION_ERROR", fault("books.day", { name }), { param: name });
  return day;
}
