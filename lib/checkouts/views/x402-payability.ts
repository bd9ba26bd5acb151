import type { Chain } from "@/lib/chain/chains.rules";
import { sameToken, type TokenRef } from "@/lib/chain/token.rules";
import { acceptedTokens, tokensForPrice } from "@/lib/checkouts/accepted-tokens";
import type { Checkout } from "@/lib/checkouts/checkout.rules";

/** What decides whether software can pay a project's checkouts. */
export type X402Terms = {
  /** The project takes such payments. */
  x402Enabled: boolean;
  acceptedTokens: readonly TokenRef[];
};

type Deps = {
  chains: readonly Chain[];
  /** The kind of signature that a token takes; null for none. */
  tokenAuthorizations: { signing(token: TokenRef): Promise<object | null> };
  gasless: { dailyGasPerProject: bigint; maxGasPerRelay: bigint };
};

/**
 * Whether software can pay a checkout by signature (x402), in whatever state it is: the project takes such payments, and
 * the checkout's token or one of the customer's choice supports signatures. What a token takes is known for an hour.
 *
 * @param checkouts those to ask about, besides new ones
 */
export async function x402Payability(
  { chains, tokenAuthorizations, gasless }: Deps,
  terms: X402Terms,
  checkouts: readonly Checkout[] = [],
): Promise<(checkout: Checkout) => boolean> {
  if (!terms.x402Enabled || gasless.dailyGasPerProject < gasless.maxGasPerRelay) return () => false;
  const tokens = [...terms.acceptedTokens];
  for (const token of checkouts.flatMap((checkout) => tokensOf(checkout, chains, [])))
    if (!tokens.some((known) => sameToken(known, token))) tokens.push(token);
  const signings = await Promise.all(tokens.map((token) => tokenAuthorizations.signing(token)));
  const signable = tokens.filter((_, index) => signings[index] !== null);
  return (checkout) =>
    tokensOf(checkout, chains, terms.acceptedTokens).some((token) =>
      signable.some((one) => sameToken(one, token)),
    );
}

/** The selected token, or those that the customer may choose. */
function tokensOf(
  { chainId, tokenAddress, fiatAmount, fixedChainId }: Checkout,
  chains: readonly Chain[],
  accepted: readonly TokenRef[],
): TokenRef[] {
  if (chainId !== null && tokenAddress !== null) return [{ chainId, tokenAddress }];
  const choosable = acceptedTokens(chains, { acceptedTokens: accepted });
  return tokensForPrice(choosable, fiatAmount === null ? "amount" : "fiat", fixedChainId).map(
    ({ chain, token }) => ({ chainId: chain.chainId, tokenAddress: token.address }),
  );
}
