import type { ConfirmationSpeed } from "@/lib/chain/confirmation-policy.rules";
import type { ScanPosition } from "@/lib/chain/scan-position.rules";
import type { TokenRef } from "@/lib/chain/token.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";
import type { Order } from "./order-fields.rules";
import type { Refund } from "./refund-facts.rules";

/** The states of a checkout (spec §3). */
export const checkoutStatuses = [
  "PENDING",
  "DETECTED",
  "PAID",
  "SETTLED",
  "EXPIRED",
  "LATE_PAID",
  "CANCELLED",
  "REFUNDED",
] as const;

export type CheckoutStatus = (typeof checkoutStatuses)[number];

/** Who created the checkout. A publishable API key can, so a shop checks this before it ships. */
export type CreatedVia = "server_key" | "api_key" | "link" | "dashboard";

/** A canonical ERC-20 transfer to a deposit address. */
export type Transfer = TokenRef & {
  id: string;
  blockNumber: bigint;
  blockTimestamp: Date;
  txHash: Hex;
  logIndex: number;
  amountUnits: bigint;
  /** The chain's confirmation policy was met. */
  final: boolean;
  /** What the merchant decided about a stray transfer: it never counts. */
  setAside?: "returned" | "swept" | null;
};

/** A checkout as stored; amounts in the token's smallest unit. */
export type Checkout = Order & {
  id: string;
  projectId: string;
  status: CheckoutStatus;
  createdVia: CreatedVia;
  createdAt: Date;
  expiresAt: Date;
  watchUntil: Date;
  chainId: number | null;
  tokenAddress: Hex | null;
  amountUnits: bigint | null;
  fixedChainId: number | null;
  tokenFixed: boolean;
  selectionCount: number;
  depositAddress: Hex;
  merchantAddress: Hex;
  refundAuthority: Hex;
  openSweep: boolean;
  fiatAmount: string | null;
  fiatCurrency: string | null;
  exchangeRateUsed: string | null;
  exchangeRateAt: Date | null;
  exchangeRateProvider: string | null;
  toleranceBps: number;
  confirmationSpeed: ConfirmationSpeed;
  totalPaidUnits: bigint;
  paidUnits: bigint;
  refundedUnits: bigint;
  refundingUnits: bigint;
  paymentTxHash: Hex | null;
  paidAt: Date | null;
  cancelledAt: Date | null;
  lateAcceptedAt: Date | null;
  /** What the merchant accepted as payment: below the amount it is the price from then on. Null unless accepted. */
  acceptedUnits: bigint | null;
  settlementFrozen: boolean;
  /** When the customer requested money back that paid nothing, such as an overpayment; null before. */
  excessRequestedAt: Date | null;
  /** The paying wallet that signed this request; null without a signature. */
  excessWallet: Hex | null;
  /** When the merchant dismissed this request. */
  excessDismissedAt: Date | null;
  /** When the merchant used the payment for a request to its own API: once. Null before. */
  redeemedAt: Date | null;
  /** The checkout of the same order that this one replaces. */
  replaces: string | null;
  /** The one that replaces this. */
  replacedBy: string | null;
  /** How often customers updated the price before, one checkout after another. */
  requoteCount: number;
  eventSequence: number;
};

/** Fields of a new checkout that replaces none and to which nothing happened; only its creation event has been written. */
export const untouched = {
  totalPaidUnits: 0n,
  paidUnits: 0n,
  refundedUnits: 0n,
  refundingUnits: 0n,
  paymentTxHash: null,
  paidAt: null,
  cancelledAt: null,
  lateAcceptedAt: null,
  acceptedUnits: null,
  settlementFrozen: false,
  excessRequestedAt: null,
  excessWallet: null,
  excessDismissedAt: null,
  redeemedAt: null,
  replaces: null,
  replacedBy: null,
  requoteCount: 0,
  eventSequence: 1,
} as const satisfies Partial<Checkout>;

/** A transfer as the merchant sees it, reverted ones included. */
export type RecordedTransfer = Omit<Transfer, "final" | "logIndex"> & {
  fromAddress: Hex;
  status: "pending" | "final" | "reverted";
  /** It is on the chain, in a token that was selected for the checkout; all others are stray. */
  counts: boolean;
};

/** The native coin found at a deposit address: it has no logs, and never pays. */
export type NativeBalance = { chainId: number; amountWei: bigint; blockNumber: bigint; seenAt: Date };

/** Something that happened to a checkout, for its timeline. */
export type TimelineEntry = {
  kind: string;
  /** Amounts as decimal text; `eventId` names the event that was written in the same act. */
  details: Readonly<Record<string, string | number | boolean | null>> | null;
  at: Date;
};

/** A checkout with all its records, newest first. */
export type CheckoutDetails = {
  checkout: Checkout;
  /** At most 100. */
  transfers: readonly RecordedTransfer[];
  /** Counts all transfers. */
  transferCount: number;
  nativeBalances: readonly NativeBalance[];
  /** At most 100. */
  timeline: readonly TimelineEntry[];
};

/** A customer's request for money back. */
export type MoneyRequest = {
  /** The merchant was e-mailed about it. */
  isMailed: boolean;
  /** An e-mail address was left for the answer, with this request or an earlier one. */
  hasContact: boolean;
  /** What it asked for in the checkout's token. */
  units: bigint;
  /** How many payments in another token or on another network there were. */
  strays: number;
};

type RefundOnPage = Pick<Refund, "amountUnits" | "status" | "txHash">;

/** What the public view needs besides the checkout. */
export type PublicCheckout = {
  checkout: Checkout;
  merchantName: string;
  /** The project's colour, #rrggbb; null for the service's default. */
  accentColor: string | null;
  /** SHA-256 of the project's logo, hex; null without a logo. */
  logoDigest: string | null;
  /** The merchant's lines for receipts. */
  receiptDetails: string | null;
  /** The merchant's e-mail address or https URL for customers. */
  supportContact: string | null;
  /** The project lets customers continue expired checkouts. */
  requoteExpired: boolean;
  /** Of an expired checkout: money of any kind came to it or to one that it replaces, or a signature may bring it. */
  hasReceived: boolean;
  /** Of an expired checkout: the merchant has left its wallet since. */
  hasLeftWallet: boolean;
  /** The project lets software pay (x402). */
  x402Enabled: boolean;
  /** The project accepts late payments automatically, and no coin of this checkout was or is being refunded. */
  acceptsLate: boolean;
  /** Whether the wallet is the project's own: its settlement wallet, now or before, or one on its list. */
  hasListedWallet: boolean;
  /** The newest checkout among those that this one replaces, one after another, to which money came; null for none. */
  receivedEarlier: string | null;
  /** The transaction without a block that was submitted or known to a node last; null for none. */
  reportedPayment: ReportedPayment | null;
  /** The project's least amount, below which money freezes nothing. */
  minimumUnits: bigint;
  /** The project's accepted tokens, while the customer may choose one or continue at a new price; else none. */
  choosableTokens: readonly TokenRef[];
  /** Refunds of the payment that didn't fail and weren't cancelled, oldest first, at most 20. */
  refunds: readonly (RefundOnPage & { completedAt: Date | null })[];
  /** The customer's present request for money back; null for none. */
  moneyRequest: MoneyRequest | null;
  /** The block of the transfer that completed the amount; null before. */
  paymentBlockNumber: bigint | null;
  /** How far the checkout's chain was scanned; null before a selection. */
  scannedBlockNumber: bigint | null;
  /**
   * Transfers on a chain or in a token that was never selected; tokens that the project accepts first, then newest
   * first, at most 20.
   */
  strayTransfers: readonly (TokenRef & {
    amountUnits: bigint;
    txHash: Hex;
    /** The refund that returns it, perhaps with others of its token; null for none, and for one that failed. */
    refund: (RefundOnPage & { id: string }) | null;
  })[];
  /** The newest payment by signature, as far as the customer can see it; null without one. */
  gaslessPayment: {
    status: "PENDING" | "SENT" | "USED" | "FAILED";
    failureReason: string | null;
    /** Null until it is sent. */
    txHash: Hex | null;
    /** Whoever holds it may submit it, so a second payment could pay twice. */
    mayStillPay: boolean;
  } | null;
};

/**
 * Whether goods may be released. A late payment counts only after the merchant accepted it: a stale price or a
 * cancelled order must not release goods by itself.
 */
export function isPaid(status: CheckoutStatus, lateAccepted: boolean): boolean {
  return status === "PAID" || status === "SETTLED" || (status === "LATE_PAID" && lateAccepted);
}

/** Minutes. The limits are from spec §8; the defaults are this project's. */
const expiryLimits = {
  fiat: { defaultMinutes: 30, maxMinutes: 30 },
  amount: { defaultMinutes: 60, maxMinutes: 1440 },
} as const;

/** How long we watch a deposit address closely after expiry or cancellation. */
export const closeWatchMs = 24 * 60 * minuteMs;

/** A chain without a new block for this long does not delay expiry. */
export const stalledChainMs = 10 * minuteMs;

/**
 * When a checkout created at `createdAt` expires. A larger `expiryMinutes` is silently reduced to the limit (spec §8).
 *
 * @param expiryMinutes an integer ≥ 1 (validated at the edge), or undefined for the default
 */
export function expiresAt(
  pricing: "fiat" | "amount",
  createdAt: Date,
  expiryMinutes: number | undefined,
): Date {
  const { defaultMinutes, maxMinutes } = expiryLimits[pricing];
  const minutes = Math.min(expiryMinutes ?? defaultMinutes, maxMinutes);
  return new Date(createdAt.getTime() + minutes * minuteMs);
}

/**
 * Whether a checkout's time is over: `expiresAt` passed and a later block was scanned, so every payment made in time
 * was seen. Without a chain the clock alone decides. A chain that produced no block for ten minutes does not delay
 * expiry; an unreachable node and an unread gap do.
 */
export function isTimeOver(expiry: Date, now: Date, position: ScanPosition | null): boolean {
  if (now.getTime() <= expiry.getTime()) return false;
  if (position === null) return true;
  if (position.gapReadThrough !== null && position.gapReadThrough.getTime() <= expiry.getTime()) return false;
  if (position.blockTimestamp.getTime() > expiry.getTime()) return true;
  const stalledSince = Math.max(position.advancedAt.getTime(), expiry.getTime());
  return position.checkedAt.getTime() - stalledSince >= stalledChainMs;
}

/** A transaction that someone submitted for a checkout and that no block has yet. */
export type ReportedPayment = {
  chainId: number;
  txHash: Hex;
  /** When it was submitted, or when a node last knew it. */
  seenAt: Date;
};

/** A payment on its way is known to a node by then. We look for it longer, but a bogus hash must not stop the customer. */
export const reportHoldsMs = minuteMs;

/**
 * Whether a transaction without a block may pay the address: it calls the address or names it in its data, as transfers,
 * batches and bundles of smart accounts do.
 */
export function mayPay({ to, input }: { to: Hex | null; input: Hex }, depositAddress: Hex): boolean {
  return to === depositAddress || input.includes(depositAddress.slice(2));
}

type Seen = { seenAt: Date };

/** Whether a reported payment still counts as on its way. */
export function isOnItsWay(reported: Seen, now: Date): boolean {
  return onItsWayUntil(reported) > now;
}

export function onItsWayUntil({ seenAt }: Seen): Date {
  return new Date(seenAt.getTime() + reportHoldsMs);
}
