import type { TokenRef } from "@/lib/chain/token.rules";
import type { IncidentKind } from "@/lib/platform/incidents/incident-store.port";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** Counts stop here: 100 means "100 or more". */
export const attentionMost = 100;

/** How many of each kind need a decision in a project; each at most `attentionMost`. */
export type WaitingCounts = {
  /** Late payments neither accepted nor returned. */
  latePayments: number;
  /** Overpaid checkouts whose customer requested the excess back and has no answer yet. */
  excessRequests: number;
  refundsAwaitingApproval: number;
  refundsAwaitingSignature: number;
  refundsAwaitingAddress: number;
  /** Webhook endpoints whose deliveries fail now. */
  endpointsFailing: number;
  /** Webhook endpoints that the service disabled. */
  endpointsDisabled: number;
};

/** Among the newest deposits with a balance; each count at most `attentionMost`. */
export type DepositCounts = {
  /**
   * Listed tokens, or native coin, at deposit addresses where they pay nothing. Anyone can send any number of other
   * tokens: the list of strays shows them, but they raise no alert.
   */
  strayFunds: number;
  /** A reorg took a payment that had counted: nothing leaves until an operator reviews it. */
  frozen: number;
  /** The token refused their last sweep. */
  parked: number;
  /** The chains of these deposits. */
  chainIds: readonly number[];
};

/** An incident on a chain of the project, without details of other projects. */
export type ProjectIncident = {
  kind: IncidentKind;
  chainId: number | null;
  /** One of the project's own; null when it concerns the chain or a wallet of the service. */
  checkoutId: string | null;
  createdAt: Date;
};

/** A pending settlement wallet. */
export type WaitingWallet = { toWallet: Hex; effectiveAt: Date };

/** What needs a decision, for the overview: every statement reads a bounded number of rows. */
export type AttentionStore = {
  waitingCounts(projectId: string): Promise<WaitingCounts>;
  depositCounts(projectId: string, listed: readonly TokenRef[]): Promise<DepositCounts>;
  /** Open ones of the project's checkouts and of its chains, newest first. */
  incidents(projectId: string, limit: number): Promise<ProjectIncident[]>;
  waitingWallet(projectId: string): Promise<WaitingWallet | null>;
};
