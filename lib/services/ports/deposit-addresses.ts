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
  /** The factory's address; nobody may name it as a merchant wallet. */
  readonly factory: Hex;
};
