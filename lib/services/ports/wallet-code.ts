import type { Hex } from "@/lib/core/checkout";

/**
 * Whether an address is a contract on any enabled chain: such a wallet may be nobody's on another chain,
 * so strangers may not sweep to it. Answers true where no chain could be asked: the cautious choice.
 */
export type WalletCode = { isContract(address: Hex): Promise<boolean> };
