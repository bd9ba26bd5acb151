import type { ChainSender, SweepItem, TokenBlocks } from "@/lib/chain/sender/chain-sender.port";
import type { SweepRefusal } from "@/lib/chain/sender/sweep-refusals.store";
import type { Hex } from "@/lib/platform/hex.rules";

/**
 * Why each of these sweeps is refused, as their tokens tell now; in the order of the items.
 *
 * @throws ChainUnavailable
 */
export async function explainRefusals(
  sender: Pick<ChainSender, "tokenBlocks">,
  items: readonly SweepItem[],
): Promise<SweepRefusal[]> {
  const blocks = new Map<Hex, TokenBlocks>();
  for (const token of new Set(items.map(({ tokenAddress }) => tokenAddress))) {
    const accounts = items.filter(({ tokenAddress }) => tokenAddress === token).flatMap(partiesOf);
    blocks.set(token, await sender.tokenBlocks(token, [...new Set(accounts)]));
  }
  return items.map((item): SweepRefusal => {
    const found = blocks.get(item.tokenAddress);
    if (found?.paused === true) return { reason: "PAUSED", account: null };
    const account = partiesOf(item).find((party) => found?.blocked.includes(party));
    return account === undefined ? { reason: "OTHER", account: null } : { reason: "BLACKLISTED", account };
  });
}

function partiesOf({ merchantAddress, depositAddress }: SweepItem): Hex[] {
  return [merchantAddress, depositAddress];
}
