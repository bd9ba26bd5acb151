import { isContractWallet } from "@/lib/chain/chains.rules";
import type { WalletCode } from "@/lib/chain/wallets.chain";
import { type Fault, fault } from "@/lib/platform/faults/fault.rules";
import { CheckoutError, fieldError } from "@/lib/platform/values/errors.rules";
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
  const what = await otherThanWallet(deps, named);
  if (what !== null) throw fieldError(param, fault("fields.notWallet", { what }), "sentence");
}

async function otherThanWallet(
  { chains, deposits, depositAddresses }: WalletParts,
  named: Hex,
): Promise<Fault | null> {
  if (/^0x0{40}$/.test(named)) return fault("addresses.zero");
  for (const { name, tokens } of chains) {
    const token = tokens.find(({ address }) => address === named);
    if (token !== undefined) return fault("addresses.token", { token: token.symbol, network: name });
  }
  if (named === depositAddresses.factory) return fault("addresses.factory");
  if (depositAddresses.contracts.includes(named)) return fault("addresses.contract");
  return (await deposits.ownersOf([named])).size > 0 ? fault("addresses.deposit") : null;
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
    fault("projects.walletSilent", { networks: silent.join(" and ") }),
    { retryAfterSeconds: 5 },
  );
}
