import type { Hex } from "@/lib/platform/values/hex.rules";

export const incidentKinds = [
  /**
   * A reorganisation took a payment that counted as final, or more was promised back than came; settlement of the
   * checkout is frozen.
   */
  "PAYMENT_REVERTED",
  /** None of the headers kept is on the node's chain any more. */
  "CHAIN_LOST",
  /** The chain holds more at a deposit address than its transfers explain. */
  "BALANCE_ABOVE_BOOKS",
  /** The chain holds less at a deposit address than was recorded. */
  "BALANCE_BELOW_BOOKS",
  /** Two nodes tell different things of the same block. */
  "NODES_DISAGREE",
  /** Settings and chain do not fit: chain id, token decimals, factory. */
  "CHAIN_MISCONFIGURED",
  /** A wallet of the service cannot pay for gas. */
  "OUT_OF_GAS",
  /** A wallet of the service has spent, or sent, as much as it may in a day. */
  "DAILY_CAP_REACHED",
  /** A transaction of the service is not mined although its fee was raised to the ceiling. */
  "TRANSACTION_STUCK",
  /** A node tells a nonce of a wallet of the service that is far above all it was used for: nothing is signed with it. */
  "NONCE_LEAP",
  /** A reorganisation took a refund that counted as final; settlement of the checkout is frozen. */
  "REFUND_REVERTED",
  /** A token's issuer has paused it: its deposits cannot be swept. */
  "TOKEN_PAUSED",
  /** A token blocks an account that sweeps of it need. */
  "ACCOUNT_BLACKLISTED",
  /** Sweeps of a token fail for another reason. */
  "SWEEP_REFUSED",
  /** One of several nodes of a chain does not answer; another is used. */
  "NODE_DOWN",
  /** The Inngest server does not run the background work; the instances do it themselves. */
  "INNGEST_DOWN",
] as const;

export type IncidentKind = (typeof incidentKinds)[number];

/** Something that an operator has to look at. */
export type Incident = {
  kind: IncidentKind;
  /** What it is about: of one kind and subject at most one is open. */
  subject: string;
  chainId: number | null;
  checkoutId: string | null;
  /** Amounts as decimal text. */
  details: Readonly<Record<string, string | number | null>>;
};

export type OpenIncident = Incident & { id: string; createdAt: Date; lastSeenAt: Date };

export type IncidentStore = {
  /** Opens it, or notes that it is still there. True when it is new: then it is logged as an error too. */
  raise(incident: Incident, at: Date): Promise<boolean>;
  /** Its cause is gone; nothing happens when none is open. */
  resolve(kind: IncidentKind, subject: string, at: Date): Promise<void>;
  /** Those open about any of the subjects, of any kind. */
  openAbout(subjects: readonly string[]): Promise<OpenIncident[]>;
  /** Oldest first. */
  open(limit: number): Promise<OpenIncident[]>;
  /** Those of the given kinds on a chain; first what was not looked at for longest. */
  openOnChain(chainId: number, kinds: readonly IncidentKind[], limit: number): Promise<OpenIncident[]>;
  /**
   * Someone looked at it: it is closed, with a line in the audit log. Of a payment or refund that was reverted the freeze on
   * settlement is lifted in the same transaction, unless more was given back than is there. Null when no incident of
   * this id is open.
   */
  close(incidentId: string, at: Date): Promise<{ incident: OpenIncident; released: boolean } | null>;
  count(): Promise<number>;
};

/** The subject of what concerns one token (null: the chain's own coin) at one checkout's deposit address. */
export function depositSubject(chainId: number, checkoutId: string, tokenAddress: Hex | null): string {
  return `${checkoutId}/${chainId}/${tokenAddress ?? "native"}`;
}

/** The subject of whether a chain's nodes answer. */
export function nodesSubject(chainId: number): string {
  return `${chainId}/nodes`;
}

/** The subject of whether the Inngest server runs the background work. */
export const inngestSubject = "inngest";

/** The subject of which blocks a chain has. */
export function blocksSubject(chainId: number): string {
  return `${chainId}/blocks`;
}
