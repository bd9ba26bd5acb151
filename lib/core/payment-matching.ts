import { type Quote, sameToken, type TokenRef, type Transfer } from "./checkout";

export type PaymentInput = {
  /** In the order of selection; the last is in force. Empty until a token was selected. */
  quotes: readonly Quote[];
  /** Canonical transfers to the deposit address, of whatever token and chain, in any order. */
  transfers: readonly Transfer[];
  expiresAt: Date;
  /** Basis points by which a payment may fall short and still count. */
  toleranceBps: number;
};

/** What the transfers at a deposit address amount to. */
export type Payment = {
  /** The quote that is completed, else the one in force; null before any selection. */
  quoteIndex: number | null;
  /** The amount less tolerance. */
  requiredUnits: bigint;
  /** Sum of the canonical transfers of the quote's token. */
  totalUnits: bigint;
  /** Sum of those that are final. */
  finalUnits: bigint;
  /** The transfer that completed the amount. */
  completedBy: Transfer | null;
  /** It is in a block that is not after `expiresAt`. */
  onTime: boolean;
  /** Final transfers alone complete the amount (later dust does not hold it up). */
  final: boolean;
  /** Transfers that no quote counts: another token or chain than any that was selected. */
  strays: readonly Transfer[];
};

/** The least that pays `amountUnits`: the tolerance is rounded down, in the merchant's favour. */
export function requiredUnits(amountUnits: bigint, toleranceBps: number): bigint {
  return amountUnits - (amountUnits * BigInt(toleranceBps)) / 10_000n;
}

/**
 * Matches transfers against quotes. Counted are transfers of a quoted token on its chain; a quote is
 * completed by the first of them at which their sum reaches the amount less tolerance. When several quotes
 * are completed the better one wins: on time before late, final before not, the newest selection before older.
 */
export function assessPayment(input: PaymentInput): Payment {
  const strays = input.transfers.filter(
    (transfer) => !input.quotes.some((quote) => sameToken(quote, transfer)),
  );
  let best: Payment | null = null;
  for (const [quoteIndex, quote] of input.quotes.entries()) {
    const candidate = { ...assessQuote(quote, quoteIndex, input), strays };
    if (best === null || rank(candidate) >= rank(best)) best = candidate;
  }
  return (
    best ?? {
      quoteIndex: null,
      requiredUnits: 0n,
      totalUnits: 0n,
      finalUnits: 0n,
      completedBy: null,
      onTime: false,
      final: false,
      strays,
    }
  );
}

function assessQuote(quote: Quote, quoteIndex: number, input: PaymentInput): Omit<Payment, "strays"> {
  const required = requiredUnits(quote.amountUnits, input.toleranceBps);
  let totalUnits = 0n;
  let finalUnits = 0n;
  let completedBy: Transfer | null = null;
  for (const transfer of inChainOrder(quote, input.transfers)) {
    totalUnits += transfer.amountUnits;
    if (transfer.final) finalUnits += transfer.amountUnits;
    if (completedBy === null && totalUnits >= required) completedBy = transfer;
  }
  return {
    quoteIndex,
    requiredUnits: required,
    totalUnits,
    finalUnits,
    completedBy,
    onTime: completedBy !== null && completedBy.blockTimestamp.getTime() <= input.expiresAt.getTime(),
    final: completedBy !== null && finalUnits >= required,
  };
}

function inChainOrder(token: TokenRef, transfers: readonly Transfer[]): Transfer[] {
  return transfers
    .filter((transfer) => sameToken(token, transfer))
    .sort((a, b) =>
      a.blockNumber === b.blockNumber ? a.logIndex - b.logIndex : a.blockNumber < b.blockNumber ? -1 : 1,
    );
}

function rank(payment: Omit<Payment, "strays">): number {
  if (payment.completedBy === null) return 0;
  return 1 + (payment.onTime ? 2 : 0) + (payment.final ? 1 : 0);
}
