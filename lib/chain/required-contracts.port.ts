import type { Hex } from "@/lib/platform/hex.rules";

/** A contract that a chain must have before payments are taken on it, or had better have. */
export type RequiredContract = {
  name: string;
  /** Lower-case. */
  address: Hex;
  /** Whether this is the code of the contract as we know it. */
  matches(code: Hex): boolean;
  /** What an operator does about its absence, and what the absence costs. */
  whenMissing(chainId: number): string;
  /** Without it no payment could be collected. */
  necessary: boolean;
};
