import type { TokenRef } from "@/lib/chain/token.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** The local chains, where money is play money and history can be changed. */
export type LocalChains = {
  /**
   * Sends tokens from the demo's paying wallet; resolves once mined.
   * @throws PayerShort when the wallet's balance is too low
   */
  pay(payment: TokenRef & { to: Hex; units: bigint }): Promise<Hex>;
  /**
   * Replaces a transaction's block and all later ones by empty blocks.
   * @returns "too_deep" when that would remove more than `most` blocks, "gone" when the transaction is in no block
   */
  reorganise(chainId: number, txHash: Hex, most: number): Promise<"done" | "too_deep" | "gone">;
};

/** The demo's paying wallet has too low a balance. */
export class PayerShort extends Error {
  override readonly name = "PayerShort";
}
