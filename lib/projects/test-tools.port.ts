import type { AuditEntry } from "@/lib/accounts/audit.port";
import type { TokenRef } from "@/lib/chain/token.rules";
import type { CheckoutStatus } from "@/lib/checkouts/checkout.rules";
import type { Hex } from "@/lib/platform/hex.rules";

/** The local chains, where money is play money and the past can be changed. */
export type LocalChains = {
  /**
   * Sends tokens from the demo's paying wallet; mined when it answers.
   * @throws PayerShort when the wallet does not hold so much
   */
  pay(payment: TokenRef & { to: Hex; units: bigint }): Promise<Hex>;
  /**
   * Puts other, empty blocks in the place of a transaction's and all that came after it.
   * @returns "too_deep" where more than `most` blocks would go, "gone" where the transaction is in no block
   */
  reorganise(chainId: number, txHash: Hex, most: number): Promise<"done" | "too_deep" | "gone">;
};

/** The demo's paying wallet holds less than it was to send. */
export class PayerShort extends Error {
  override readonly name = "PayerShort";
}

export type TestToolStore = {
  /**
   * Ends the time of a PENDING checkout, and writes that down in its timeline and in the audit log.
   * @returns false when the project has no such checkout, or it is not PENDING
   */
  endTime(checkoutId: string, expiresAt: Date, entry: AuditEntry): Promise<boolean>;
  audit(entry: AuditEntry): Promise<void>;
  /** The project's, newest first. */
  recent(projectId: string, limit: number): Promise<RecentCheckout[]>;
};

export type RecentCheckout = {
  id: string;
  status: CheckoutStatus;
  itemName: string | null;
  referenceId: string | null;
  createdAt: Date;
};
