import { decodeFunctionResult, encodeFunctionData, keccak256 } from "viem";
import type { Hex } from "@/lib/core/checkout";
import {
  CallRefused,
  type ChainSender,
  type PreparedCall,
  type SweepItem,
} from "@/lib/services/ports/chain-sender";
import { depositFactoryAbi } from "@/lib/solidity/abi/deposit-factory";
import { checkoutKey } from "./deposit-address";
import { isRateLimit, type RpcAnswer, type RpcCall, RpcRefusal, resultOf } from "./rpc/answers";
import { createRpcNodes, type RpcNodesOptions } from "./rpc/nodes";
import { data, hash, integer, object, quantity, UnusableAnswer } from "./rpc/shapes";
import type { Signer } from "./signer";

export type ChainSenderOptions = RpcNodesOptions & {
  signer: Signer;
  factoryAddress: Hex;
  /** The least tip, in wei per gas, when the node suggests less or nothing. */
  minPriorityFeePerGas?: bigint;
  /** The most that is ever paid, in wei per gas. */
  maxFeePerGasCeiling?: bigint;
};

const gwei = 10n ** 9n;

/** Writes to a chain over JSON-RPC with the signer's key. */
export function createChainSender({
  signer,
  factoryAddress,
  minPriorityFeePerGas = gwei / 1_000n,
  maxFeePerGasCeiling = 1_000n * gwei,
  ...rpc
}: ChainSenderOptions): ChainSender {
  const nodes = createRpcNodes(rpc);
  const ask = <T>(calls: readonly RpcCall[], read: (answers: readonly RpcAnswer[]) => T): Promise<T> =>
    nodes.run((node) => node.ask(calls, read));

  /** Asks everything that the call depends on in one round trip. */
  async function simulate(call: { from: Hex; to: Hex; data: Hex }) {
    return ask(
      [
        { method: "eth_call", params: [call, "latest"] },
        { method: "eth_estimateGas", params: [call] },
        { method: "eth_getBlockByNumber", params: ["latest", false] },
        { method: "eth_maxPriorityFeePerGas", params: [] },
      ],
      ([result, gas, block, tip]) => ({
        result: mayRevert(required(result), (value) => data(value, "the result")),
        gas: mayRevert(required(gas), (value) => integer(value, "the gas")),
        baseFee: quantity(
          object(resultOf(required(block)), "the block").baseFeePerGas,
          "the block's base fee",
        ),
        // A node without the method leaves the floor.
        tip: tip?.ok ? quantity(tip.result, "the tip") : 0n,
      }),
    );
  }

  return {
    chainId: rpc.chainId,
    operatorAddress: signer.address,

    async prepareSweep(items) {
      const call = { from: signer.address, to: factoryAddress, data: encodeSweep(items) };
      const { result, gas, baseFee, tip } = await simulate(call);
      if (result.reverted !== null) throw refused(result.reverted);
      if (!decodeSucceeded(result.value).includes(true)) {
        throw new CallRefused("NOTHING_SWEPT", "none of the sweeps would go through");
      }
      if (gas.reverted !== null) throw refused(gas.reverted);
      return {
        to: call.to,
        data: call.data,
        // Balances and the sweeps of others may change between this moment and the block.
        gasLimit: (gas.value * 125n) / 100n,
        ...price(baseFee, tip > minPriorityFeePerGas ? tip : minPriorityFeePerGas, maxFeePerGasCeiling),
      };
    },

    minedNonce: () =>
      ask([{ method: "eth_getTransactionCount", params: [signer.address, "latest"] }], ([answer]) =>
        integer(resultOf(required(answer)), "the nonce"),
      ),

    async sign(call, nonce) {
      const rawTransaction = await signer.signTransaction({
        chainId: rpc.chainId,
        nonce: Number(nonce),
        to: call.to,
        data: call.data,
        gas: call.gasLimit,
        maxFeePerGas: call.maxFeePerGas,
        maxPriorityFeePerGas: call.maxPriorityFeePerGas,
      });
      return { ...call, nonce, rawTransaction, txHash: keccak256(rawTransaction) };
    },

    broadcast: (rawTransaction) =>
      ask([{ method: "eth_sendRawTransaction", params: [rawTransaction] }], ([first]) => {
        const answer = required(first);
        if (answer.ok) {
          if (hash(answer.result, "the transaction's hash") !== keccak256(rawTransaction)) {
            throw new UnusableAnswer("the node names another transaction");
          }
          return { accepted: true, message: null };
        }
        if (isRateLimit(answer) && !maySentAlready.test(answer.message)) throw new RpcRefusal(answer);
        return { accepted: maySentAlready.test(answer.message), message: answer.message };
      }),
  };
}

/** The node has this transaction, or one with its nonce: perhaps ours, sent by an attempt that we know nothing of. */
const maySentAlready =
  /already known|known transaction|already imported|already exists|already in (?:the )?mempool|nonce (?:is )?too low|underpriced/i;

function encodeSweep(items: readonly SweepItem[]): Hex {
  return encodeFunctionData({
    abi: depositFactoryAbi,
    functionName: "sweepMany",
    args: [
      items.map((item) => ({
        terms: {
          checkoutKey: checkoutKey(item.checkoutId),
          merchant: item.merchantAddress,
          refundAuthority: item.refundAuthority,
          openSweep: item.openSweep,
        },
        token: item.tokenAddress,
      })),
    ],
  });
}

function decodeSucceeded(result: Hex): readonly boolean[] {
  try {
    return decodeFunctionResult({ abi: depositFactoryAbi, functionName: "sweepMany", data: result });
  } catch {
    throw new CallRefused("REVERTED", "the factory does not answer: it may not be deployed on this chain");
  }
}

/** Room for the base fee to double, which takes six full blocks; never above the ceiling. */
function price(
  baseFee: bigint,
  tip: bigint,
  ceiling: bigint,
): Pick<PreparedCall, "maxFeePerGas" | "maxPriorityFeePerGas"> {
  if (baseFee + tip > ceiling) {
    throw new CallRefused("FEE_ABOVE_CEILING", `gas costs ${baseFee + tip} wei, the ceiling is ${ceiling}`);
  }
  const wanted = 2n * baseFee + tip;
  return { maxFeePerGas: wanted < ceiling ? wanted : ceiling, maxPriorityFeePerGas: tip };
}

type Simulated<T> = { value: T; reverted: null } | { value: null; reverted: string };

/** Tells a call that the chain refuses from a node that does not answer. */
function mayRevert<T>(answer: RpcAnswer, read: (value: unknown) => T): Simulated<T> {
  if (answer.ok) return { value: read(answer.result), reverted: null };
  if (!noGasMoney.test(answer.message) && !/revert|out of gas|gas required exceeds/i.test(answer.message))
    throw new RpcRefusal(answer);
  return { value: null, reverted: answer.message };
}

/** Some nodes hold the operator's balance against the estimate, others only against the transaction. */
const noGasMoney = /^(?!.*revert).*(?:insufficient funds|gas required exceeds allowance \(0\))/i;

function refused(message: string): CallRefused {
  return new CallRefused(noGasMoney.test(message) ? "NO_GAS_MONEY" : "REVERTED", message);
}

function required(answer: RpcAnswer | undefined): RpcAnswer {
  if (answer === undefined) throw new UnusableAnswer("a question was not answered");
  return answer;
}
