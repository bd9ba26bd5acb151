import type { TokenRef } from "@/lib/chain/token.rules";
import type { IncidentKind } from "@/lib/platform/incidents/incident-store.port";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** No count goes on beyond this: 100 stands for "100 or more". */
export const attentionMost = 100;

/** How many of each kind wait for someone in a project; each at most `attentionMost`. */
export type WaitingCounts = {
  /** Late payments that no one accepted or gave back. */
  latePayments: number;
  /** Overpaid checkouts whose customer requested the excess back and got no answer. */
  excessRequests: number;
  refundsAwaitingApproval: number;
  refundsAwaitingSignature: number;
  refundsAwaitingAddress: number;
  /** Webhook endpoints whose answers fail now. */
  endpointsFailing: number;
  /** Webhook endpoints that the service gave up. */
  endpointsDisabled: number;
};

/** Of the newest deposits that hold something; each count at most `attentionMost`. */
export type DepositCounts = {
  /**
   * Tokens that the service lists, or the chain's own coin, at deposit addresses where they pay nothing. Of others
   * anyone can send as many as they like: they are shown where strays are, and call no one.
   */
  strayFunds: number;
  /** A reorganisation took a payment that counted: nothing leaves until an operator looked. */
  frozen: number;
  /** The token refused their last sweep. */
  parked: number;
  /** Where these deposits are. */
  chainIds: readonly number[];
};

/** Something on a chain of the project that an operator has to look at, without what it tells of others. */
export type ProjectIncident = {
  kind: IncidentKind;
  chainId: number | null;
  /** One of the project's own; null for what concerns the chain or a wallet of the service. */
  checkoutId: string | null;
  createdAt: Date;
};

/** A settlement wallet that is to take the place of the one in force. */
export type WaitingWallet = { toWallet: Hex; effectiveAt: Date };

/** What waits for someone, read for the overview: every statement looks at a bounded number of rows. */
export type AttentionStore = {
  waitingCounts(projectId: string): Promise<WaitingCounts>;
  depositCounts(projectId: string, listed: readonly TokenRef[]): Promise<DepositCounts>;
  /** Open ones of the project's checkouts and of the chains that it takes payments on, newest first. */
  incidents(projectId: string, limit: number): Promise<ProjectIncident[]>;
  waitingWallet(projectId: string): Promise<WaitingWallet | null>;
};
