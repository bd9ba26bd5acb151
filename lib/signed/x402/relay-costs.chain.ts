import type { Chain } from "@/lib/chain/chains.rules";
import { createRpcNodes, type RpcNodesOptions } from "@/lib/chain/rpc/nodes";
import { l1FeeCalls, marketCalls, readL1Fee, readMarket } from "@/lib/chain/sender/gas-market.chain";
import { priceNow, raisedTo } from "@/lib/chain/sender/sending.rules";
import type { Clock } from "@/lib/platform/clock";
import { withTimeLimit } from "@/lib/platform/time-limit";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";

/** About what it costs to submit a payment on a chain now, in US dollars; null when unknown. Never throws. */
export type RelayCosts = (chainId: number) => Promise<number | null>;

/** A typical `transferWithAuthorization`. */
const relayGas = 85_000n;

const anywhere: Hex = `0x${"11".repeat(20)}`;
/** As long as such a call, without zeros, which are cheaper. */
const callData: Hex = `0x${"11".repeat(4 + 9 * 32)}`;

const rereadMs = 5 * minuteMs;
/** After no node answered we ask again soon. */
const retryMs = 15_000;

type PricedChain = RpcNodesOptions & Pick<Chain, "sending" | "nativeCoinUsd" | "nativeCurrency">;

/** Prices by the market that the sender reads, kept for some minutes: they only order what we offer. */
export function createRelayCosts(
  chains: readonly PricedChain[],
  clock: Clock,
  { timeoutMs = 1_000 }: { timeoutMs?: number } = {},
): RelayCosts {
  const costs = new Map(
    chains
      .filter(({ nativeCoinUsd }) => nativeCoinUsd !== null)
      .map((chain) => [chain.chainId, createCost(chain, clock)]),
  );
  return async (chainId) => {
    const cost = costs.get(chainId);
    if (cost === undefined) return null;
    return withTimeLimit(timeoutMs, "the price of gas", cost()).catch(() => null);
  };
}

function createCost(chain: PricedChain, clock: Clock): () => Promise<number | null> {
  const { chainId, sending, nativeCoinUsd, nativeCurrency } = chain;
  const nodes = createRpcNodes(chain);
  const calls = [...marketCalls, ...l1FeeCalls(sending.l1Fee, chainId, anywhere, callData)];
  let known: { usd: number | null; until: number } = { usd: null, until: Number.NEGATIVE_INFINITY };
  let asking: Promise<number | null> | null = null;

  async function read(): Promise<number | null> {
    const wei = await nodes.run((node) =>
      node.ask(calls, (answers) => {
        const market = raisedTo(readMarket(answers), sending.minPriorityFeePerGasWei);
        const l1FeeWei = sending.l1Fee === "none" ? 0n : readL1Fee(answers.slice(marketCalls.length));
        return relayGas * priceNow(market) + l1FeeWei;
      }),
    );
    return (Number(wei) / 10 ** nativeCurrency.decimals) * (nativeCoinUsd ?? 0);
  }

  return () => {
    const now = clock.now().getTime();
    if (now < known.until) return Promise.resolve(known.usd);
    asking ??= read()
      .then(
        (usd) => ({ usd, until: now + rereadMs }),
        () => ({ usd: known.usd, until: now + retryMs }),
      )
      .then((next) => {
        known = next;
        asking = null;
        return next.usd;
      });
    return asking;
  };
}
