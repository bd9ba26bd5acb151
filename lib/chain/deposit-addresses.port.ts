import type { Hex } from "@/lib/platform/hex.rules";
import type { DepositTerms } from "./deposit-address.rules";

export type DepositAddresses = {
  /** Lower-case. */
  derive(terms: DepositTerms): Hex;
  readonly factory: Hex;
  /** What every deposit address is a clone of. */
  readonly implementation: Hex;
  /** The contracts behind deposits, factory included: money sent to one of them stays there. */
  readonly contracts: readonly Hex[];
};
