import { decodeAbiParameters, encodeFunctionData, parseAbi, serializeTransaction, size } from "viem";
import { isRevert, type RpcAnswer, type RpcCall, resultOf } from "@/lib/chain/rpc/answers";
import { data, UnusableAnswer } from "@/lib/chain/rpc/shapes";
import type { Hex } from "@/lib/platform/hex.rules";

/** Where every OP Stack chain has its GasPriceOracle (Optimism's specification, "predeploys"). */
const oracle: Hex = "0x420000000000000000000000000000000000000f";
const oracleAbi = parseAbi([
  "function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)",
  "function getL1Fee(bytes unsignedTx) view returns (uint256)",
]);

/** Numbers as long as they ever are, so that the real transaction is not longer than the one that is priced. */
const long = 2n ** 63n;

/**
 * What an OP Stack chain charges, beside the gas, for bringing a transaction's data to the chain below: asks for the
 * upper bound, and for the fee itself where the oracle is older than the bound (before Fjord). Arbitrum charges for
 * data too, but as gas: its `eth_estimateGas` and a receipt's `gasUsed` (of which `gasUsedForL1` is a part) hold it.
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
 * The most that the data can cost, in wei, from the answers to `l1FeeCalls`: twice what it costs now, so that the fee
 * of the chain below may double as the base fee may.
 * @throws UnusableAnswer when there is no oracle
 */
export function readL1Fee(answers: readonly RpcAnswer[]): bigint {
  for (const answer of answers) {
    if (!answer.ok && isRevert(answer)) continue;
    const word = data(resultOf(answer), "the fee for data");
    if (word.length === 66) return 2n * decodeAbiParameters([{ type: "uint256" }], word)[0];
  }
  throw new UnusableAnswer("the chain has no GasPriceOracle: it is not of the OP Stack");
}
