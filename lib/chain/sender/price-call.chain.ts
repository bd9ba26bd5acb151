import {
  answerAt,
  data,
  integer,
  isRevert,
  quantity,
  type RpcAnswer,
  type RpcCall,
  RpcRefusal,
  resultOf,
} from "@/lib/chain/rpc/answers";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { formatUnits } from "@/lib/platform/values/money.rules";
import { CallRefused, type PreparedCall } from "./chain-sender.port";
import { type Asks, l1FeeCalls, marketCalls, readL1Fee, readMarket } from "./gas-market.chain";
import { type Fees, feesAt, type GasMarket, priceNow, raisedTo, type SendingPolicy } from "./sending.rules";

/** The result of a simulated call. */
export type SimulatedCall = {
  call: { from: Hex; to: Hex; data: Hex };
  /** The call's return value. */
  result: Simulated<Hex>;
  /** Its gas; on Arbitrum including the data. */
  gas: Simulated<bigint>;
  market: GasMarket;
  balanceWei: bigint;
  /** The highest data fee besides gas. */
  l1FeeWei: bigint;
};

type Simulated<T> = { value: T; reverted: null } | { value: null; reverted: string };

/**
 * Reads everything that a call depends on in one round trip.
 * @param ask fails over within the call
 * @throws ChainUnavailable
 */
export function simulate(
  ask: Asks,
  chainId: number,
  call: SimulatedCall["call"],
  { l1Fee }: SendingPolicy,
  onlyLegacy: boolean,
): Promise<SimulatedCall> {
  // They may run a stranger's token or wallet.
  const refusal = "says nothing";
  const calls: RpcCall[] = [
    { method: "eth_call", params: [call, "latest"], refusal },
    // Without a block some nodes would estimate on what waits, and contradict the call before it.
    { method: "eth_estimateGas", params: [call, "latest"], refusal },
    { method: "eth_getBalance", params: [call.from, "latest"] },
    ...marketCalls,
    ...l1FeeCalls(l1Fee, chainId, call.to, call.data),
  ];
  return ask(calls, (answers) => ({
    call,
    result: mayRevert(answerAt(answers, 0), (value) => data(value, "the result")),
    gas: mayRevert(answerAt(answers, 1), (value) => integer(value, "the gas")),
    balanceWei: quantity(resultOf(answerAt(answers, 2)), "the balance"),
    market: readMarket(answers.slice(3), onlyLegacy),
    l1FeeWei: l1Fee === "none" ? 0n : readL1Fee(answers.slice(3 + marketCalls.length)),
  }));
}

/** @throws CallRefused FEE_ABOVE_CEILING */
export function offeredFees(market: GasMarket, sending: SendingPolicy): Fees {
  const { minPriorityFeePerGasWei, maxFeePerGasWei } = sending;
  const wanted = raisedTo(market, minPriorityFeePerGasWei);
  const fees = feesAt(wanted, maxFeePerGasWei);
  if (fees !== null) return fees;
  throw new CallRefused(
    "FEE_ABOVE_CEILING",
    `gas costs ${formatUnits(priceNow(wanted), 9)} gwei, and the limit (sending.maxFeePerGasWei) is ${formatUnits(maxFeePerGasWei, 9)} gwei`,
  );
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
  const price = priceNow(raisedTo(market, sending.minPriorityFeePerGasWei));
  const costNowWei = gas.value * price + l1FeeWei;
  return { to: call.to, data: call.data, gasLimit, ...fees, maxCostWei, costNowWei };
}

/** Tells a call refused by the chain from a node that does not answer. */
function mayRevert<T>(answer: RpcAnswer, read: (value: unknown) => T): Simulated<T> {
  if (answer.ok) return { value: read(answer.result), reverted: null };
  if (!noGasMoney.test(answer.message) && !isRevert(answer)) throw new RpcRefusal(answer);
  return { value: null, reverted: answer.message };
}

/** Some nodes check the wallet's balance in the estimate, others only in the transaction. */
const noGasMoney = /^(?!.*revert).*(?:insufficient funds|gas required exceeds allowance \(0\))/i;

/** The reason why the chain refuses a call. */
export function refused(message: string): CallRefused {
  return new CallRefused(noGasMoney.test(message) ? "NO_GAS_MONEY" : "REVERTED", message);
}
