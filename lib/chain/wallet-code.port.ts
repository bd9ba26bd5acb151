import type { Hex } from "@/lib/platform/hex.rules";
import type { CodeByChain } from "./wallet-code.rules";

/** On which enabled chains a wallet has code, remembered where a chain does not answer now. */
export type WalletCode = { onChains(address: Hex): Promise<CodeByChain> };

export type KnownCode = { chainId: number; hasCode: boolean; checkedAt: Date };

/** What nodes said of wallets, shared by all instances. */
export type WalletCodeStore = {
  find(address: Hex): Promise<KnownCode[]>;
  /** Code stays: a later answer without code changes only the time. */
  save(address: Hex, known: readonly KnownCode[]): Promise<void>;
};
