import type { Hex } from "@/lib/core/checkout";

/** What a deposit address is made of: the same inputs give the same address on every chain. */
export type DepositTerms = {
  checkoutId: string;
  merchantAddress: Hex;
  refundAuthority: Hex;
  openSweep: boolean;
};

export type DepositAddresses = {
  /** Lower-case. */
  derive(terms: DepositTerms): Hex;
  readonly factory: Hex;
  /** What every deposit address is a clone of. */
  readonly implementation: Hex;
  /** The contracts behind deposits, factory included: money sent to one of them stays there. */
  readonly contracts: readonly Hex[];
};
