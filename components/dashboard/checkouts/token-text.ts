import type { Chain } from "@/lib/chain/chains.rules";
import type { TokenRef } from "@/lib/chain/token.rules";
import { amountPricedDecimals } from "@/lib/platform/money.rules";
import { checkoutWords as words } from "../messages/checkouts";
import { shownUnits } from "../money/shown-units";

/** @example tokenAmount(4_500_000n, { chainId: 31337, tokenAddress: "0x…" }, chains) // "4.50 USDC" */
export function tokenAmount(units: bigint, token: TokenRef | null, chains: readonly Chain[]): string {
  if (token === null) return shownUnits(units, amountPricedDecimals);
  const known = tokenOf(token, chains);
  // How many of its units make a whole is told by the token itself, which may lie.
  if (known === null) return `${units} ${words.unknownUnits}`;
  return `${shownUnits(units, known.decimals)} ${known.symbol}`;
}

export function tokenOf(ref: TokenRef, chains: readonly Chain[]) {
  return (
    chains
      .find(({ chainId }) => chainId === ref.chainId)
      ?.tokens.find(({ address }) => address === ref.tokenAddress) ?? null
  );
}
