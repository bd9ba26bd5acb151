import { isContractWallet } from "@/lib/chain/chains.rules";
import type { WalletCode } from "@/lib/chain/wallets.chain";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { WalletParts } from "@/lib/projects/projects.parts";

/**
 * Refuses addresses where money would be lost: the zero address, a token, a deposit address or a contract behind
 * deposits. The message says which one it is.
 *
 * @param named lower-case
 * @param param the field that named it
 * @throws CheckoutError VALIDATION_ERROR
 */
export async function requireWallet(deps: WalletParts, named: Hex, param: string): Promise<void> {
  const kind = await otherThanWallet(deps, named);
  if (kind === null) return;
  const message = `must be a wallet: this is ${kind}`;
  throw new CheckoutError("VALIDATION_ERROR", `${param} ${message}.`, {
    param,
    details: [{ param, message }],
  });
}

async function otherThanWallet(
  { chains, deposits, depositAddresses }: WalletParts,
  named: Hex,
): Promise<string | null> {
  if (/^0x0{40}$/.test(named)) return "the zero address";
  for (const { name, tokens } of chains) {
    const token = tokens.find(({ address }) => address === named);
    if (token !== undefined) return `the token contract of ${token.symbol} on ${name}`;
  }
  if (named === depositAddresses.factory) return "the factory of deposit addresses";
  if (depositAddresses.contracts.includes(named)) return "a contract behind deposit addresses";
  return (await deposits.ownersOf([named])).size > 0 ? "a deposit address" : null;
}

/**
 * Whether a wallet is a contract, which its deposit addresses fix for good.
 * @throws CheckoutError CHAIN_UNAVAILABLE while one chain never answered and no other shows a contract
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
