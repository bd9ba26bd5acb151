import type { WalletCode } from "@/lib/chain/wallet-code.chain";
import { isContractWallet } from "@/lib/chain/wallet-code.rules";
import { CheckoutError } from "@/lib/platform/errors.rules";
import type { Hex } from "@/lib/platform/hex.rules";

/**
 * Whether a wallet is a contract, to be bound into an address for good.
 * @throws CheckoutError CHAIN_UNAVAILABLE while a chain never said, and no other says that it is one
 */
export async function requireWalletKind(
  { chains, walletCode }: { chains: readonly { chainId: number; name: string }[]; walletCode: WalletCode },
  wallet: Hex,
): Promise<"key" | "contract"> {
  const code = await walletCode.onChains(wallet);
  const isContract = isContractWallet(code);
  if (isContract !== null) return isContract ? "contract" : "key";
  const silent = chains.filter(({ chainId }) => (code.get(chainId) ?? null) === null).map(({ name }) => name);
  throw new CheckoutError(
    "CHAIN_UNAVAILABLE",
    `We couldn't check the merchant's wallet on ${silent.join(" and ")}. Try again shortly.`,
    { retryAfterSeconds: 5 },
  );
}
