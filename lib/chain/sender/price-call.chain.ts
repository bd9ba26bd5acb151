import { decodeAbiParameters, encodeFunctionData, parseAbi, serializeTransaction, size } from "viem";
import {
  answerAt,
  data,
  integer,
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
import { CallRefused, type PreparedCall } from "./chain-sender.port";
import { type Fees, feesAt, type SendingPolicy } from "./sending.rules";

/** The GasPriceOracle of every OP Stack chain (Optimism's specification, "predeploys"). */
const oracle: Hex = "0x420000000000000000000000000000000000000f";

const oracleAbi = parseAbi([
  "function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)",
  "function getL1Fee(bytes unsignedTx) view returns (uint256)",
]);

/** Maximum-length numbers, so that the real transaction is not longer than the priced one. */
const long = 2n ** 63n;

/**
 * The data fee of an OP Stack chain, charged besides gas: reads the upper bound, and the fee itself for an oracle
 * without it (before Fjord). Arbitrum charges data as gas: its `eth_estimateGas` and a receipt's `gasUsed` (which
 * includes `gasUsedForL1`) cover it.
 */
export function l1FeeCalls(chainId: number, to: Hex, callData: Hex): RpcCall[] {
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
  return [bound, exact].map((question) => ({
    method: "eth_call",
    params: [{ to: oracle, data: question }, "latest"],
  }));
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
  throw new UnusableAnswer("the chain has no GasPriceOracle: it is not of the OP Stack");
}

export type Asks = <T>(calls: readonly RpcCall[], read: (answers: readonly RpcAnswer[]) => T) => Promise<T>;

/** The result of a simulated call. */
export type SimulatedCall = {
  call: { from: Hex; to: Hex; data: Hex };
  /** The call's return value. */
  result: Simulated<Hex>;
  /** Its gas; on Arbitrum including the data. */
  gas: Simulated<bigint>;
  market: Market;
  balanceWei: bigint;
  /** The highest data fee besides gas. */
  l1FeeWei: bigint;
};

type Simulated<T> = { value: T; reverted: null } | { value: null; reverted: string };

type Market = { baseFeePerGas: bigint; tip: bigint };

const marketCalls: readonly RpcCall[] = [
  { method: "eth_getBlockByNumber", params: ["latest", false] },
  { method: "eth_maxPriorityFeePerGas", params: [] },
];

/** Reads everything that a call depends on in one round trip. @throws ChainUnavailable */
export function simulate(
  ask: Asks,
  chainId: number,
  call: SimulatedCall["call"],
  { l1Fee }: SendingPolicy,
): Promise<SimulatedCall> {
  const calls: RpcCall[] = [
    { method: "eth_call", params: [call, "latest"] },
    { method: "eth_estimateGas", params: [call] },
    { method: "eth_getBalance", params: [call.from, "latest"] },
    ...marketCalls,
    ...(l1Fee === "op-stack" ? l1FeeCalls(chainId, call.to, call.data) : []),
  ];
  return ask(calls, (answers) => ({
    call,
    result: mayRevert(answerAt(answers, 0), (value) => data(value, "the result")),
    gas: mayRevert(answerAt(answers, 1), (value) => integer(value, "the gas")),
    balanceWei: quantity(resultOf(answerAt(answers, 2)), "the balance"),
    market: readMarket(answers.slice(3, 5)),
    l1FeeWei: l1Fee === "op-stack" ? readL1Fee(answers.slice(5)) : 0n,
  }));
}

export function askMarket(ask: Asks): Promise<Market> {
  return ask(marketCalls, readMarket);
}

function readMarket(answers: readonly RpcAnswer[]): Market {
  const block = object(resultOf(answerAt(answers, 0)), "the block");
  const tip = answerAt(answers, 1);
  return {
    baseFeePerGas: quantity(block.baseFeePerGas, "the block's base fee"),
    // A node without the method: use the chain's minimum tip.
    tip: tip.ok ? quantity(tip.result, "the tip") : 0n,
  };
}

/** @throws CallRefused FEE_ABOVE_CEILING */
export function offeredFees({ baseFeePerGas, tip }: Market, sending: SendingPolicy): Fees {
  const { minPriorityFeePerGasWei, maxFeePerGasWei } = sending;
  const least = tip > minPriorityFeePerGasWei ? tip : minPriorityFeePerGasWei;
  const fees = feesAt({ baseFeePerGas, tip: least }, maxFeePerGasWei);
  if (fees !== null) return fees;
  const price = baseFeePerGas + least;
  throw new CallRefused("FEE_ABOVE_CEILING", `gas costs ${price} wei, the ceiling is ${maxFeePerGasWei}`);
}

/** The call's return value. @throws CallRefused REVERTED, NO_GAS_MONEY */
export function resultOfCall({ result }: SimulatedCall): Hex {
  if (result.reverted !== null) throw refused(result.reverted);
  return result.value;
}

/**
 * The call with the limits under which it is signed.
 * @param gasCap the highest gas allowed
 * @throws CallRefused
 */
export function priced(
  simulated: SimulatedCall,
  sending: SendingPolicy,
  gasCap: bigint | null = null,
): PreparedCall {
  resultOfCall(simulated);
  const { call, gas, market, balanceWei, l1FeeWei } = simulated;
  if (gas.reverted !== null) throw refused(gas.reverted);
  if (gasCap !== null && gas.value > gasCap)
    throw new CallRefused("REVERTED", `the call takes ${gas.value} gas, above the gas cap of ${gasCap}`);
  // Balances and other transactions may change before the block.
  const roomy = (gas.value * 125n) / 100n;
  const gasLimit = gasCap !== null && roomy > gasCap ? gasCap : roomy;
  const fees = offeredFees(market, sending);
  const maxCostWei = gasLimit * fees.maxFeePerGas + l1FeeWei;
  if (balanceWei < maxCostWei) {
    const message = `the wallet has ${balanceWei} wei, the call can cost ${maxCostWei}`;
    throw new CallRefused("NO_GAS_MONEY", message, maxCostWei);
  }
  return { to: call.to, data: call.data, gasLimit, ...fees, maxCostWei };
}

/** Tells a call refused by the chain from a node that does not answer. */
function mayRevert<T>(answer: RpcAnswer, read: (value: unknown) => T): Simulated<T> {
  if (answer.ok) return { value: read(answer.result), reverted: null };
  if (!noGasMoney.test(answer.message) && !/revert|out of gas|gas required exceeds/i.test(answer.message))
    throw new RpcRefusal(answer);
  return { value: null, reverted: answer.message };
}

/** Some nodes check the wallet's balance in the estimate, others only in the transaction. */
const noGasMoney = /^(?!.*revert).*(?:insufficient funds|gas required exceeds allowance \(0\))/i;

/** The reason why the chain refuses a call. */
export function refused(message: string): CallRefused {
  return new CallRefused(noGasMoney.test(message) ? "NO_GAS_MONEY" : "REVERTED", message);
}
