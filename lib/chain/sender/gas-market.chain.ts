import { decodeAbiParameters, encodeFunctionData, parseAbi, serializeTransaction, size } from "viem";
import {
  answerAt,
  data,
  ethCall,
  isRateLimit,
  isRevert,
  object,
  quantity,
  type RpcAnswer,
  type RpcCall,
  RpcRefusal,
  resultOf,
  UnusableAnswer,
} from "@/lib/chain/rpc/answers";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { GasMarket, GasTerms, L1Fee } from "./sending.rules";

export type Asks = <T>(calls: readonly RpcCall[], read: (answers: readonly RpcAnswer[]) => T) => Promise<T>;

export const marketCalls: readonly RpcCall[] = [
  { method: "eth_getBlockByNumber", params: ["latest", false] },
  { method: "eth_maxPriorityFeePerGas", params: [] },
  { method: "eth_gasPrice", params: [] },
];

export function askMarket(ask: Asks, onlyLegacy = false): Promise<GasMarket> {
  return ask(marketCalls, (answers) => readMarket(answers, onlyLegacy));
}

/**
 * The price of gas, from the answers to `marketCalls`. With a base fee of zero the tip is all that counts, and only
 * `eth_gasPrice` gives one that every such chain accepts.
 *
 * @param onlyLegacy whether the chain refuses EIP-1559 transactions, even if its blocks show a base fee
 * @throws UnusableAnswer when the node gives no price
 */
export function readMarket(answers: readonly RpcAnswer[], onlyLegacy = false): GasMarket {
  const baseFee = readBaseFee(answers);
  if (baseFee > 0n && !onlyLegacy) {
    const tip = answerAt(answers, 1);
    // A node without the method: use the chain's minimum tip.
    return { kind: "base_fee", baseFeePerGas: baseFee, tip: tip.ok ? quantity(tip.result, "the tip") : 0n };
  }
  const price = answerAt(answers, 2);
  if (!price.ok && isRateLimit(price)) throw new RpcRefusal(price);
  if (!price.ok) throw new UnusableAnswer(`eth_gasPrice gives no price: ${price.message}`);
  return { kind: "gas_price", gasPrice: quantity(price.result, "the gas price") };
}

/** Zero for a block without one. */
function readBaseFee(answers: readonly RpcAnswer[]): bigint {
  const { baseFeePerGas = null } = object(resultOf(answerAt(answers, 0)), "the block");
  return baseFeePerGas === null ? 0n : quantity(baseFeePerGas, "the block's base fee");
}

const anywhere: Hex = `0x${"0".repeat(40)}`;

export function gasTermsCalls(chainId: number): RpcCall[] {
  return [...marketCalls, ...charging.flatMap((l1Fee) => l1FeeCalls(l1Fee, chainId, anywhere, "0x"))];
}

/** From the answers to `gasTermsCalls`. @throws RpcRefusal for a rate limit, which says nothing about the chain */
export function readGasTerms(answers: readonly RpcAnswer[]): GasTerms {
  for (const answer of answers) if (!answer.ok && isRateLimit(answer)) throw new RpcRefusal(answer);
  readBaseFee(answers);
  return {
    pricing: orNull(() => readMarket(answers).kind),
    l1Fee: foundL1Fee(answers.slice(marketCalls.length)),
  };
}

function foundL1Fee(answers: readonly RpcAnswer[]): L1Fee {
  const found = charging.find(
    (_, index) =>
      orNull(() => readL1Fee(answers.slice(index * callsOfOracle, (index + 1) * callsOfOracle))) !== null,
  );
  return found ?? "none";
}

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnusableAnswer || error instanceof RpcRefusal) return null;
    throw error;
  }
}

const charging = ["op-stack", "scroll"] as const satisfies readonly L1Fee[];

/** Predeployed on every chain of the stack: Optimism's specification, "predeploys"; Scroll's documentation, "contracts". */
const oracles: Readonly<Record<(typeof charging)[number], Hex>> = {
  "op-stack": "0x420000000000000000000000000000000000000f",
  scroll: "0x5300000000000000000000000000000000000002",
};

const oracleAbi = parseAbi([
  "function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)",
  "function getL1Fee(bytes unsignedTx) view returns (uint256)",
]);

/** Maximum-length numbers, so that the real transaction is not longer than the priced one. */
const long = 2n ** 63n;

/** Of one oracle: the upper bound, and the fee itself. */
const callsOfOracle = 2;

/**
 * The data fee of a rollup, charged besides gas: reads the upper bound, and the fee itself for an oracle without it
 * (Scroll's, and the OP Stack's before Fjord). Arbitrum charges data as gas: its `eth_estimateGas` and a receipt's
 * `gasUsed` (which includes `gasUsedForL1`) cover it. Linea's tip covers it.
 */
export function l1FeeCalls(l1Fee: L1Fee, chainId: number, to: Hex, callData: Hex): RpcCall[] {
  if (l1Fee === "none") return [];
  const unsigned = serializeTransaction({
    type: "eip1559",
    chainId,
    nonce: Number.MAX_SAFE_INTEGER,
    to,
    data: callData,
    gas: long,
    maxFeePerGas: long,
    maxPriorityFeePerGas: long,
  });
  const bound = encodeFunctionData({
    abi: oracleAbi,
    functionName: "getL1FeeUpperBound",
    args: [BigInt(size(unsigned))],
  });
  const exact = encodeFunctionData({ abi: oracleAbi, functionName: "getL1Fee", args: [unsigned] });
  return [bound, exact].map((question) => ethCall(oracles[l1Fee], question));
}

/**
 * The highest data fee, in wei, from the answers to `l1FeeCalls`: twice the present fee, so that the fee of the chain
 * below may double like the base fee.
 * @throws UnusableAnswer without an oracle
 */
export function readL1Fee(answers: readonly RpcAnswer[]): bigint {
  for (const answer of answers) {
    if (!answer.ok && isRevert(answer)) continue;
    const word = data(resultOf(answer), "the fee for data");
    if (word.length === 66) return 2n * decodeAbiParameters([{ type: "uint256" }], word)[0];
  }
  throw new UnusableAnswer(
    "the chain has no GasPriceOracle: it charges for data otherwise than its settings say",
  );
}
