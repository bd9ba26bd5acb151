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

/** Who made the checkout: a publishable API key can, so a shop checks this before it ships. */
export type CreatedVia = "server_key" | "api_key" | "link" | "dashboard";

/** An EVM address or hash as lower-case `0x` text: the form in which the service stores and compares. */
export type Hex = `0x${string}`;

/** One ERC-20 contract on one chain. Tokens are told apart by this, never by symbol. */
export type TokenRef = { chainId: number; tokenAddress: Hex };

export function sameToken(a: TokenRef, b: TokenRef): boolean {
  return a.chainId === b.chainId && a.tokenAddress === b.tokenAddress;
}

/** A selection of token and chain with the price at its moment. Completing any quote pays the checkout. */
export type Quote = TokenRef & {
  amountUnits: bigint;
  /** Units of fiat per token; null when the checkout is priced in token units. */
  exchangeRate: string | null;
  exchangeRateAt: Date | null;
};

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
};

/**
 * Whether goods may be released: a late payment counts only once the merchant accepted it, since a stale
 * price or a cancelled order must not release goods by itself.
 */
export function isPaid(status: CheckoutStatus, lateAccepted: boolean): boolean {
  return status === "PAID" || status === "SETTLED" || (status === "LATE_PAID" && lateAccepted);
}
