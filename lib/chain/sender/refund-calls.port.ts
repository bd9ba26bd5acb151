import type { Hex } from "@/lib/platform/hex.rules";
import type { RefundCall } from "./chain-sender.port";

/** A contract that is called, and what with. */
type ContractCall = { to: Hex; data: Hex };

/** The calls that pay a refund, ready to be signed by whoever may make them. */
export type RefundCalls = {
  /** Pays out of a deposit address, deploying it first where it must; for its refund authority. */
  fromDeposit(refund: RefundCall): ContractCall;
  /** Pays out of the signer's own wallet. */
  fromWallet(transfer: Pick<RefundCall, "tokenAddress" | "to" | "amountUnits">): ContractCall;
};
