import type { Hex } from "@/lib/platform/hex.rules";

/**
 * Whether the wallet at the address signed this text (EIP-191): with its own key, or, where it is a contract on the
 * chain, by its own word (ERC-1271).
 * @throws ChainUnavailable when only the chain could tell, and does not answer
 */
export type VerifyMessage = (
  chainId: number,
  signed: { address: Hex; message: string; signature: Hex },
) => Promise<boolean>;
