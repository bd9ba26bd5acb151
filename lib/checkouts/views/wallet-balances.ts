import { type Chain, enabledChain } from "@/lib/chain/chains.rules";
import type { ChainReader } from "@/lib/chain/reader/chain-reader.port";
import { sameToken, type TokenRef } from "@/lib/chain/token.rules";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { remainingUnits } from "@/lib/checkouts/state/payment-matching.rules";
import type { Clock } from "@/lib/platform/clock";
import { briefMemory, withTimeLimit } from "@/lib/platform/time-limit";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { type GaslessParts, gaslessSigning } from "./gasless-signing";
import type { WalletBalance } from "./payment-option.schema";
import { type CheckoutPageParts, checkoutNotFound, paymentOptions } from "./read-checkout";

/** A customer waits for it, and pays without it. */
const patienceMs = 3_000;
/** A wallet that was just topped up shows it soon. */
const keptMs = 10_000;
type TokenBalances = ReadonlyMap<Hex, bigint | null>;

/** What one wallet holds of all tokens of a chain. */
export type BalanceReader = (chainId: number, wallet: Hex) => Promise<TokenBalances>;

/** Reads each wallet at most once in ten seconds, however many ask. A failure isn't kept. */
export function createBalanceReader(
  chains: readonly Chain[],
  reader: (chainId: number) => ChainReader,
  clock: Clock,
): BalanceReader {
  const remember = briefMemory<TokenBalances>(clock, keptMs);

  async function read(chainId: number, wallet: Hex): Promise<TokenBalances> {
    const { tokens } = enabledChain(chains, chainId);
    const queries = tokens.map(({ address }) => ({ tokenAddress: address, address: wallet }));
    const found = await reader(chainId).balances(await reader(chainId).latest(), queries);
    return new Map(tokens.map(({ address }, index) => [address, found[index] ?? null]));
  }

  return (chainId, wallet) => remember(`${chainId}/${wallet}`, () => read(chainId, wallet));
}

/**
 * What a wallet holds of the tokens in which the checkout can be paid now: the selected one, and those that the
 * customer may still choose. A chain that does not answer in time leaves its balances unknown.
 *
 * @throws CheckoutError CHECKOUT_NOT_FOUND
 */
export async function readWalletBalances(
  deps: CheckoutPageParts & { readBalances: BalanceReader },
  checkoutId: string,
  wallet: Hex,
): Promise<WalletBalance[]> {
  const found = await deps.checkouts.findPublic(checkoutId);
  if (found === null) throw checkoutNotFound();
  const { checkout } = found;
  if (checkout.status !== "PENDING" || checkout.expiresAt <= deps.clock.now()) return [];
  const { chainId, tokenAddress, amountUnits } = checkout;
  const selected = chainId === null || tokenAddress === null ? null : { chainId, tokenAddress, amountUnits };
  const options = await paymentOptions(deps, found);
  const payable = options.map(({ amount, ...option }) => ({
    chainId: option.chainId,
    tokenAddress: option.tokenAddress as Hex,
    amountUnits: amount === null ? null : BigInt(amount),
  }));
  if (selected !== null && !payable.some((option) => sameToken(option, selected))) payable.push(selected);
  return Promise.all(
    payable.map(async (option): Promise<WalletBalance> => {
      const { chainId, tokenAddress } = option;
      const [balance, signing] = await Promise.all([
        withTimeLimit(patienceMs, "a wallet's balance", deps.readBalances(chainId, wallet)).then(
          (balances) => balances.get(tokenAddress) ?? null,
          () => null,
        ),
        // As if it were selected.
        option.amountUnits === null ? null : walletSigning(deps, { ...checkout, ...option }, wallet),
      ]);
      const gasless = signing !== null;
      return { chainId, tokenAddress, balance: balance?.toString() ?? null, gasless, signing };
    }),
  );
}

/** How this wallet can pay the checkout by signature: with Permit2 only if it approved that, or can by a permit. */
async function walletSigning(
  deps: GaslessParts,
  checkout: Checkout & TokenRef,
  wallet: Hex,
): Promise<WalletBalance["signing"]> {
  const signing = await gaslessSigning(deps, checkout);
  if (signing === null) return null;
  if (signing.kind === "EIP3009") return { ...signing, permitNonce: null };
  const approval = await withTimeLimit(
    patienceMs,
    "what a wallet approved",
    deps.tokenAuthorizations.approval(checkout, wallet),
  ).catch(() => null);
  if (approval === null) return null;
  if (approval.allowanceUnits >= remainingUnits(checkout))
    return { kind: "PERMIT2", domain: null, permitNonce: null };
  if (signing.kind === "PERMIT2" || approval.permitNonce === null) return null;
  return { ...signing, permitNonce: approval.permitNonce.toString() };
}
