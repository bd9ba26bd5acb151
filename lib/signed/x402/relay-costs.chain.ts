import type { Chain } from "@/lib/chain/chains.rules";
import type { SigningKind } from "@/lib/chain/contracts/signing.rules";
import { createRpcNodes, type RpcNodesOptions } from "@/lib/chain/rpc/nodes";
import { l1FeeCalls, marketCalls, readL1Fee, readMarket } from "@/lib/chain/sender/gas-market.chain";
import { priceNow, raisedTo } from "@/lib/chain/sender/sending.rules";
import type { RelayCosts } from "@/lib/checkouts/views/gasless-signing";
import type { Clock } from "@/lib/platform/clock";
import { withTimeLimit } from "@/lib/platform/time-limit";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";
import type { CoinChain, CoinPrices } from "@/lib/rates/coin-prices";
import { usdOf } from "@/lib/rates/gas-floor.rules";

/** A typical payment to an unused address. */
const relayGas: Readonly<Record<SigningKind, bigint>> = {
  EIP3009: 85_000n,
  PERMIT2: 100_000n,
  EIP2612: 130_000n,
};

const anywhere: Hex = `0x${"11".repeat(20)}`;
/** As long as such a call, without zeros, which are cheaper. */
const callData: Hex = `0x${"11".repeat(4 + 9 * 32)}`;

const rereadMs = minuteMs;
/** After no node answered we ask again soon. */
const retryMs = 15_000;

type PricedChain = RpcNodesOptions & Pick<Chain, "sending"> & CoinChain;

/** Prices by the market that the sender reads, kept for a minute. The relay itself checks the price once more. */
export function createRelayCosts(
  chains: readonly PricedChain[],
  coinPrices: CoinPrices,
  clock: Clock,
  { timeoutMs = 1_000 }: { timeoutMs?: number } = {},
): RelayCosts {
  const markets = new Map(
    chains.map((chain) => [chain.chainId, { chain, marketNow: createMarket(chain, clock) }]),
  );
  return async (chainId, kind) => {
    const found = markets.get(chainId);
    const usd = found === undefined ? null : await coinPrices(found.chain);
    if (found === undefined || usd === null) return null;
    const { chain, marketNow } = found;
    const market = await withTimeLimit(timeoutMs, "the price of gas", marketNow()).catch(() => null);
    if (market === null) return null;
    const wei = relayGas[kind] * market.gasPriceWei + market.l1FeeWei;
    return usdOf(wei, usd, chain.nativeCurrency.decimals);
  };
}

type Market = { gasPriceWei: bigint; l1FeeWei: bigint };

function createMarket(chain: PricedChain, clock: Clock): () => Promise<Market | null> {
  const { chainId, sending } = chain;
  const nodes = createRpcNodes(chain);
  const calls = [...marketCalls, ...l1FeeCalls(sending.l1Fee, chainId, anywhere, callData)];
  let known: { market: Market | null; until: number } = { market: null, until: Number.NEGATIVE_INFINITY };
  let asking: Promise<Market | null> | null = null;

  const read = (): Promise<Market> =>
    nodes.run((node) =>
      node.ask(calls, (answers) => {
        const market = raisedTo(readMarket(answers), sending.minPriorityFeePerGasWei);
        const l1FeeWei = sending.l1Fee === "none" ? 0n : readL1Fee(answers.slice(marketCalls.length));
        return { gasPriceWei: priceNow(market), l1FeeWei };
      }),
    );

  return () => {
    const now = clock.now().getTime();
    if (now < known.until) return Promise.resolve(known.market);
    asking ??= read()
      .then(
        (market) => ({ market, until: now + rereadMs }),
        () => ({ market: known.market, until: now + retryMs }),
      )
      .then((next) => {
        known = next;
        asking = null;
        return next.market;
      });
    return asking;
  };
}
