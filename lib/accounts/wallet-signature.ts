import type { ChainReader } from "@/lib/chain/chain-reader.port";
import type { Chain } from "@/lib/chain/chains.rules";
import type { VerifyMessage } from "@/lib/chain/message-signatures.chain";
import type { Hex } from "@/lib/platform/hex.rules";

export type WalletSignatureDeps = {
  chains: readonly Pick<Chain, "chainId">[];
  reader: (chainId: number) => Pick<ChainReader, "hasCode">;
  verifyMessage: VerifyMessage;
};

/**
 * Whether a wallet signed a text. A key's own signature counts by itself. A wallet that is a contract (ERC-1271) must say
 * yes on every chain where it is one: its address may be somebody else's contract on another chain, whose word alone must
 * open nothing.
 *
 * @throws ChainUnavailable
 */
export async function isSignedByWallet(
  { chains, reader, verifyMessage }: WalletSignatureDeps,
  signed: { address: Hex; message: string; signature: Hex },
): Promise<boolean> {
  const answers = await Promise.all(chains.map(({ chainId }) => verifyMessage(chainId, signed)));
  if (!answers.includes(true)) return false;
  // Of a key every answer is yes, and no chain is asked. A contract may be missing on a chain, not say no there.
  const others = chains.filter((_, index) => answers[index] === false);
  const code = await Promise.all(others.map(({ chainId }) => reader(chainId).hasCode(signed.address)));
  return !code.includes(true);
}
