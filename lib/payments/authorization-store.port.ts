import type { TokenRef } from "@/lib/chain/token.rules";
import type { Authorization } from "@/lib/checkouts/authorization.rules";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { Hex } from "@/lib/platform/hex.rules";

/** A checkout under lock, with what its authorizations and its project's have used up. */
export type CheckoutForAuthorization = {
  checkout: Checkout;
  /** One is on its way already. */
  inFlight: boolean;
  /** Authorizations of the checkout so far. */
  count: number;
  /** Gas of the project's relays since the time given: what was used, or may be while that is not known. */
  projectGas: bigint;
  /** The project's authorizations that are not signed for yet: each will need gas too. */
  projectPending: number;
  /** Of this signer and of this client, in every project and since then. */
  ofWallet: RelayRisk;
  ofClient: RelayRisk;
};

/** How many authorizations cost gas and brought nothing, and how many may still. */
export type RelayRisk = { reverted: number; open: number };

export type AuthorizationTransaction = {
  /**
   * Locks the project, then the checkout, the signer and the client: what each may spend is given to one after the
   * other. Null when there is no such checkout.
   */
  lock(asked: {
    projectId: string;
    checkoutId: string;
    from: Hex;
    client: string;
    gasSince: Date;
  }): Promise<CheckoutForAuthorization | null>;
  /** As the store's, but of this moment. */
  find(token: TokenRef, from: Hex, nonce: Hex): Promise<Authorization | null>;
  /** False when the signer's nonce is known for this token already. */
  insert(authorization: Authorization, client: string): Promise<boolean>;
};

/** Customers' signed authorizations (EIP-3009). */
export type AuthorizationStore = {
  transaction<T>(work: (tx: AuthorizationTransaction) => Promise<T>): Promise<T>;
  /** The one with this nonce, of whatever checkout. */
  find(token: TokenRef, from: Hex, nonce: Hex): Promise<Authorization | null>;
  /** Those of the chain that nothing was signed for yet: the oldest of each project first, then its second. */
  pending(chainId: number, limit: number): Promise<Authorization[]>;
  /** Ends one that is still PENDING; false when it is not. */
  fail(id: string, reason: string, at: Date): Promise<boolean>;
};
