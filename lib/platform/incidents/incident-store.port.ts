import type { Hex } from "@/lib/platform/values/hex.rules";

export const incidentKinds = [
  /** A reorg took a payment that counted as final; settlement of the checkout is frozen. */
  "PAYMENT_REVERTED",
  /** The node's chain has none of the stored headers any more. */
  "CHAIN_LOST",
  /** The chain holds more at a deposit address than its transfers explain. */
  "BALANCE_ABOVE_BOOKS",
  /** The chain holds less at a deposit address than was recorded. */
  "BALANCE_BELOW_BOOKS",
  /** Two nodes disagree about the same block. */
  "NODES_DISAGREE",
  /** Settings and chain do not match: chain id, token decimals, factory. */
  "CHAIN_MISCONFIGURED",
  /** A wallet of the service cannot pay for gas. */
  "OUT_OF_GAS",
  /** A wallet of the service reached its daily cap. */
  "DAILY_CAP_REACHED",
  /** A transaction of the service stays unmined although its fee reached the ceiling. */
  "TRANSACTION_STUCK",
  /** A node reports a nonce for a wallet of the service that is far above ours: nothing is signed with it. */
  "NONCE_LEAP",
  /** A reorg took a refund that counted as final; settlement of the checkout is frozen. */
  "REFUND_REVERTED",
  /** A reorg took a sweep that counted as final; settlement of the checkout is frozen. */
  "SWEEP_REVERTED",
  /** More was sent back than received: a refund was sent twice; settlement of the checkout is frozen. */
  "OVER_REFUNDED",
  /** A token's issuer has paused it: its deposits cannot be swept. */
  "TOKEN_PAUSED",
  /** A token blocks an account that its sweeps need. */
  "ACCOUNT_BLACKLISTED",
  /** Sweeps of a token fail for another reason. */
  "SWEEP_REFUSED",
  /** Some nodes of a chain do not answer; we use another one. */
  "NODE_DOWN",
  /** No node of a chain answers: we see no payments on it. */
  "CHAIN_UNREACHABLE",
  /** The Inngest server does not run the background work; the instances run it themselves. */
  "INNGEST_DOWN",
  /** The settings' price of a chain's coin is far from the rate providers'. */
  "COIN_PRICE_OFF",
] as const;

export type IncidentKind = (typeof incidentKinds)[number];

/** Something that needs an operator. */
export type Incident = {
  kind: IncidentKind;
  /** The subject: at most one incident per kind and subject is open. */
  subject: string;
  chainId: number | null;
  checkoutId: string | null;
  /** Amounts as decimal text. */
  details: Readonly<Record<string, string | number | null>>;
};

export type OpenIncident = Incident & { id: string; createdAt: Date; lastSeenAt: Date };

export type IncidentStore = {
  /** Opens it, or refreshes an open one. True when it is new; then it is also logged as an error. */
  raise(incident: Incident, at: Date): Promise<boolean>;
  /** Resolves it; does nothing when none is open. */
  resolve(kind: IncidentKind, subject: string, at: Date): Promise<void>;
  /** Open incidents of any kind about these subjects. */
  openAbout(subjects: readonly string[]): Promise<OpenIncident[]>;
  /** Oldest first. */
  open(limit: number): Promise<OpenIncident[]>;
  /** Open incidents of the given kinds on a chain; longest unchecked first. */
  openOnChain(chainId: number, kinds: readonly IncidentKind[], limit: number): Promise<OpenIncident[]>;
  count(): Promise<number>;
};

/** The subject for one token (null: the native coin) at one checkout's deposit address. */
export function depositSubject(chainId: number, checkoutId: string, tokenAddress: Hex | null): string {
  return `${checkoutId}/${chainId}/${tokenAddress ?? "native"}`;
}

/** The subject for the reachability of a chain's nodes. */
export function nodesSubject(chainId: number): string {
  return `${chainId}/nodes`;
}

/** The subject for the price of a chain's coin. */
export function coinSubject(chainId: number): string {
  return `${chainId}/coin`;
}

/** The subject for the Inngest server running the background work. */
export const inngestSubject = "inngest";

/** The subject for the blocks of a chain. */
export function blocksSubject(chainId: number): string {
  return `${chainId}/blocks`;
}
