import type { TokenRef } from "@/lib/chain/token.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";

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
