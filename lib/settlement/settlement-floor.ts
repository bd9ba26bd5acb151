import { type Chain, findToken } from "@/lib/chain/chains.rules";
import type { ChainSender } from "@/lib/chain/sender/chain-sender.port";
import type { DepositKey } from "@/lib/chain/sender/sweep-refusals.store";
import { settlementFloor } from "@/lib/projects/settlement-policy.rules";

/**
 * Which deposits are worth the gas of their sweep at this moment. What it costs is asked of the chain itself: the
 * sweep of a deposit that nobody made, with the rollup's charge for its data, stands for the share of one item.
 *
 * @throws ChainUnavailable
 * @throws CallRefused when the chain is too dear now, or the wallet cannot pay at all
 */
export async function worthSweeping(
  chain: Chain,
  sender: ChainSender,
): Promise<(deposit: DepositKey & { units: bigint }) => boolean> {
  const [token] = chain.tokens;
  if (chain.nativeCoinUsd === null || token === undefined) return () => true;
  const wallet = sender.operatorAddress;
  const { call } = await sender.prepareSweep([
    {
      checkoutId: "chk_nobody",
      depositAddress: wallet,
      merchantAddress: wallet,
      refundAuthority: wallet,
      openSweep: true,
      tokenAddress: token.address,
    },
  ]);
  const forData = call.maxCostWei - call.gasLimit * call.maxFeePerGas;
  // The highest fee has room for the base fee to double: half of it, with the tip, is today's price.
  const price = (call.maxFeePerGas + call.maxPriorityFeePerGas) / 2n;
  const shareWei = call.gasLimit * price + (forData > 0n ? forData : 0n);
  return ({ tokenAddress, units }) => {
    const decimals = findToken([chain], { chainId: chain.chainId, tokenAddress })?.token.decimals ?? 6;
    return units >= settlementFloor(shareWei, chain.nativeCoinUsd ?? 0, decimals);
  };
}
