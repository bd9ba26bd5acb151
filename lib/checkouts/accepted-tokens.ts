import { type Chain, currencyOf, findToken, type Token } from "@/lib/chain/chains.rules";
import { fault } from "@/lib/platform/faults/fault.rules";
import { checksummed } from "@/lib/platform/values/checksum.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { amountPricedDecimals } from "@/lib/platform/values/money.rules";
import type { Project } from "@/lib/projects/project.store";
import { isFiatTokenSymbol } from "@/lib/rates/fiat-currency.rules";
import { notForFiat, type Price } from "@/lib/rates/price-token";
import type { CreateCheckoutBody } from "./checkout-input.schema";

export type AcceptedToken = { chain: Chain; token: Token };

/** The tokens that a project accepts on enabled chains, in the order of the chain list. */
export function acceptedTokens(
  chains: readonly Chain[],
  project: { acceptedTokens: Project["acceptedTokens"] },
): AcceptedToken[] {
  return project.acceptedTokens.flatMap((ref) => {
    const found = findToken(chains, ref);
    return found === null ? [] : [found];
  });
}

/**
 * Tokens that can carry the price: USDC and USDT for fiat; for an amount without token, dollars with 6 decimals, since
 * the customer would pay as many of the cheapest currency.
 */
export function tokensForPrice(
  accepted: readonly AcceptedToken[],
  priceKind: Price["kind"],
  fixedChainId: number | null,
): AcceptedToken[] {
  return accepted.filter(
    ({ chain, token }) =>
      (fixedChainId === null || chain.chainId === fixedChainId) &&
      (priceKind === "fiat"
        ? isFiatTokenSymbol(token.symbol)
        : token.decimals === amountPricedDecimals && currencyOf(token) === "USD"),
  );
}

/**
 * The token that the body fixes, or null when the customer chooses. @throws CheckoutError UNSUPPORTED_CHAIN,
 * UNSUPPORTED_TOKEN, UNSUPPORTED_TOKEN_FOR_FIAT
 */
export function chooseToken(
  chains: readonly Chain[],
  accepted: readonly AcceptedToken[],
  price: Price,
  body: CreateCheckoutBody,
): AcceptedToken | null {
  const { chainId, tokenAddress } = body;
  if (chainId !== undefined && !accepted.some(({ chain }) => chain.chainId === chainId))
    throw unsupportedChain(accepted);
  if (chainId !== undefined && tokenAddress !== undefined)
    return requireAccepted(chains, accepted, price.kind, { chainId, tokenAddress });
  if (tokensForPrice(accepted, price.kind, chainId ?? null).length === 0) {
    const reason = fault("api.noTokenForPrice", { tokens: listTokens(accepted) });
    throw new CheckoutError("UNSUPPORTED_TOKEN", reason, chainId === undefined ? {} : { param: "chainId" });
  }
  return null;
}

/** @param accepted the tokens that could be used instead */
export function unsupportedChain(accepted: readonly AcceptedToken[]): CheckoutError {
  const ids = [...new Set(accepted.map(({ chain }) => `${chain.chainId} (${chain.name})`))];
  return new CheckoutError(
    "UNSUPPORTED_CHAIN",
    fault("checkouts.chains", { chains: ids.join(", ") || "none" }),
    {
      param: "chainId",
    },
  );
}

function listTokens(accepted: readonly AcceptedToken[]): string {
  const list = accepted.map(
    ({ chain, token }) => `${token.symbol} ${checksummed(token.address)} on ${chain.name}`,
  );
  return list.join(", ") || "none";
}

/**
 * The accepted token by chain and address.
 * @throws CheckoutError UNSUPPORTED_TOKEN_FOR_FIAT (any token but USDC and USDT, known or not: spec §4.4),
 * UNSUPPORTED_TOKEN
 */
export function requireAccepted(
  chains: readonly Chain[],
  accepted: readonly AcceptedToken[],
  priceKind: Price["kind"],
  ref: { chainId: number; tokenAddress: Hex },
): AcceptedToken {
  const found = accepted.find(
    ({ chain, token }) => chain.chainId === ref.chainId && token.address === ref.tokenAddress,
  );
  if (found !== undefined) return found;
  const known = findToken(chains, ref);
  if (priceKind === "fiat" && (known === null || !isFiatTokenSymbol(known.token.symbol))) throw notForFiat();
  const onChain = accepted.filter(({ chain }) => chain.chainId === ref.chainId);
  throw new CheckoutError("UNSUPPORTED_TOKEN", fault("checkouts.tokens", { tokens: listTokens(onChain) }), {
    param: "tokenAddress",
  });
}
