import type { TokenRef } from "@/lib/chain/token.rules";

/** A project's money in one token on one chain, by the ledger. */
export type TokenBalance = TokenRef & {
  /** Every transfer to its deposit addresses. */
  receivedUnits: bigint;
  /** The part of it that is not final yet. */
  pendingUnits: bigint;
  /** Swept to merchants' wallets. */
  settledUnits: bigint;
  /** Paid back by refunds, from the deposit addresses and from merchants' wallets. */
  refundedUnits: bigint;
  /** At its deposit addresses now. */
  heldUnits: bigint;
};
