import { pad } from "viem";
import type { Chain } from "@/lib/chain/chains.rules";
import type { RpcAnswer, RpcCall } from "@/lib/chain/rpc/answers";
import type { RpcNode } from "@/lib/chain/rpc/node";
import type { LearnedSize } from "@/lib/chain/rpc/sizes";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { blockCall, transfersCall } from "./blocks.chain";
import { busiestSizes, type MeasuredSizes } from "./measured-sizes.rules";

/** Sends the requests of the service's busiest moments: a batch of headers, a wide range, a long list of addresses. */
export async function measureSizes(node: RpcNode, chain: Chain, headNumber: bigint): Promise<MeasuredSizes> {
  const busiest = busiestSizes(chain, headNumber);
  const tokens = chain.tokens.length === 0 ? null : chain.tokens.map(({ address }) => address);
  const back = (blocks: number) => (headNumber >= BigInt(blocks) ? headNumber - BigInt(blocks) : 0n);
  const logs = (blocks: number, addresses: number): RpcCall[] =>
    [
      transfersCall(
        { fromBlock: back(blocks - 1), toBlock: headNumber },
        { to: Array.from({ length: addresses }, (_, index) => nobody(index)), tokens },
      ),
    ].filter((call) => call !== null);
  return {
    calls: await largest(node.sizes.calls, busiest.calls, (calls) =>
      node.accepts(
        Array.from({ length: calls }, (_, index) => blockCall(back(index))),
        ({ ok }) => ok,
      ),
    ),
    blocks: await largest(node.sizes.blocks, busiest.blocks, (blocks) =>
      node.accepts(logs(blocks, 1), isList),
    ),
    addresses: await largest(node.sizes.addresses, busiest.addresses, (addresses) =>
      node.accepts(logs(1, addresses), isList),
    ),
  };
}

/** Searches as requests do, so that the node's learned sizes are what was found. */
async function largest(
  size: LearnedSize,
  wanted: number,
  accepts: (count: number) => Promise<boolean>,
): Promise<number> {
  let below: number | undefined;
  let found = 0;
  for (let count = wanted; count > found; count = size.next(wanted, below)) {
    if (await accepts(count)) {
      if (below !== undefined) size.refused(below, count);
      size.accepted(count);
      below = undefined;
      found = count;
    } else {
      if (count === 1) return 0;
      // What was accepted before needs no second proof.
      if (found > 0) size.refused(count, found);
      below = found > 0 ? undefined : count;
    }
  }
  return found;
}

function isList(answer: RpcAnswer): boolean {
  return answer.ok && Array.isArray(answer.result);
}

/** An address that no one has. */
function nobody(index: number): Hex {
  return pad(`0x${(index + 1).toString(16)}`, { size: 20 });
}
