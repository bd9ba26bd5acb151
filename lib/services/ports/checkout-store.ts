import type { CheckoutStatus, CreatedVia, Hex, Quote } from "@/lib/core/checkout";
import type { EventKind } from "@/lib/core/events";

/** A checkout as stored; amounts in the token's smallest unit. */
export type Checkout = {
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
  toleranceBps: number;
  itemName: string | null;
  itemDescription: string | null;
  referenceId: string | null;
  metadata: Readonly<Record<string, string>> | null;
  successUrl: string | null;
  cancelUrl: string | null;
  totalPaidUnits: bigint;
  paidUnits: bigint;
  refundedUnits: bigint;
  refundingUnits: bigint;
  paymentTxHash: Hex | null;
  paidAt: Date | null;
  cancelledAt: Date | null;
  lateAcceptedAt: Date | null;
  settlementFrozen: boolean;
  eventSequence: number;
};

/** An event to be told: `body` is the exact text that every delivery attempt sends. */
export type NewEvent = {
  id: string;
  projectId: string;
  checkoutId: string;
  kind: EventKind;
  sequence: number;
  body: string;
  createdAt: Date;
};

export type TimelineEntry = { kind: string; details: Readonly<Record<string, unknown>> | null; at: Date };

/** What the public view needs beside the checkout itself. */
export type PublicCheckout = {
  checkout: Checkout;
  merchantName: string;
  /** The block of the transfer that completed the amount; null before. */
  paymentBlockNumber: bigint | null;
  /** How far the checkout's chain was scanned; null before a selection. */
  scannedBlockNumber: bigint | null;
};

export type CheckoutStore = {
  /** Writes the checkout, its quote (when the token is known), its timeline and its event with deliveries, in one transaction. */
  insert(checkout: Checkout, quote: Quote | null, timeline: TimelineEntry, event: NewEvent): Promise<void>;
  /** Null for an unknown id and equally for another project's. */
  find(projectId: string, checkoutId: string): Promise<Checkout | null>;
  findPublic(checkoutId: string): Promise<PublicCheckout | null>;
};
