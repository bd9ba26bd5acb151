import { decodeFunctionResult, encodeFunctionData, erc20Abi, multicall3Abi } from "viem";
import {
  answerAt,
  data,
  ethCall,
  isRevert,
  quantity,
  type RpcAnswer,
  type RpcCall,
  RpcRefusal,
  resultOf,
  toQuantity,
  UnusableAnswer,
} from "@/lib/chain/rpc/answers";
import type { RpcNode } from "@/lib/chain/rpc/node";
import { RequestRefused } from "@/lib/chain/rpc/refusals";
import { inParts } from "@/lib/chain/rpc/sizes";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { blockCall, readHeader } from "./blocks.chain";
import { type BalanceQuery, type ChainReader, ChainUnavailable } from "./chain-reader.port";

/** The address of Multicall3 on every chain that has it (mds1/multicall3). */
export const multicall3Address: Hex = "0xca11bde05977b3631167028862be2a173976ca11";

/** Balances per `aggregate3`: far below the gas that nodes grant an eth_call. */
const queriesPerCall = 200;

type Block = { number: bigint; hash: Hex };
/** Undefined: not known yet, to be read alone. */
type Found = bigint | null | undefined;

/**
 * A chain reader's `balances` through one node. Each request includes the block's header, and its answers count only
 * with the expected one. Balances that Multicall3 does not return are read again alone: a token whose code burns
 * all gas of an `aggregate3`, or fails for lack of it, must not affect the others.
 */
export function createBalanceReader(node: RpcNode): ChainReader["balances"] {
  let hasMulticall: boolean | null = null;

  /** Its code is larger than many answers. @throws RequestRefused */
  const findMulticall = (): Promise<boolean> =>
    node.ask(
      [{ method: "eth_getCode", params: [multicall3Address, "latest"], refusal: "shrinks" }],
      (answers) => data(resultOf(answerAt(answers, 0)), "the code") !== "0x",
    );

  /**
   * Requests the header and the rest, together if the node accepts that. Another block is no failure of the node: it says
   * something about the chain, which a rest would silence.
   *
   * @throws ChainUnavailable
   */
  async function askAt<T>(
    block: Block,
    calls: readonly RpcCall[],
    read: (answer: RpcAnswer, index: number) => T,
  ): Promise<T[]> {
    const found = await node.ask([blockCall(block.number), ...calls], (answers) => {
      const header = readHeader(resultOf(answerAt(answers, 0)), block.number);
      if (header === null) throw new UnusableAnswer("the node has no block under that number");
      if (header.hash !== block.hash.toLowerCase()) return null;
      return calls.map((_, index) => read(answerAt(answers, index + 1), index));
    });
    if (found !== null) return found;
    throw new ChainUnavailable(`${node.host} has another block ${block.number}`, { deniesBlock: true });
  }

  async function aggregated(block: Block, queries: readonly BalanceQuery[]): Promise<Found[]> {
    const found: Found[] = [];
    try {
      hasMulticall ??= await findMulticall();
      if (!hasMulticall) return queries.map(() => undefined);
      await inParts(node.sizes.balances, queries.length, async (start, count) => {
        const parts = chunks(queries.slice(start, start + count), queriesPerCall);
        const calls = parts.map(
          (part): RpcCall => ({
            ...ethCall(multicall3Address, encodeAggregate(part), block.number),
            refusal: "shrinks",
          }),
        );
        const answers = await askAt(block, calls, (answer, index) =>
          readAggregate(answer, parts[index]?.length ?? 0),
        );
        found.push(...answers.flat());
        return count;
      });
    } catch (error) {
      // Even for one balance: the node may refuse the calldata, or the gas, of Multicall3.
      if (!(error instanceof RequestRefused)) throw error;
    }
    return queries.map((_, index) => found[index]);
  }

  const alone = (block: Block, queries: readonly BalanceQuery[]): Promise<(bigint | null)[]> =>
    queries.length === 0
      ? Promise.resolve([])
      : askAt(
          block,
          queries.map((query) => balanceCall(block, query)),
          (answer, index) => (queries[index]?.tokenAddress === null ? readCoin(answer) : readToken(answer)),
        );

  return async (block, queries) => {
    if (queries.length === 0) return [];
    const found = await aggregated(block, queries);
    const missing = queries.filter((_, index) => found[index] === undefined);
    const rest = (await alone(block, missing)).values();
    return found.map((balance) => (balance === undefined ? (rest.next().value ?? null) : balance));
  };
}

const balanceOf = (address: Hex): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [address] });

function balanceCall(block: Block, { tokenAddress, address }: BalanceQuery): RpcCall {
  return tokenAddress === null
    ? { method: "eth_getBalance", params: [address, toQuantity(block.number)] }
    : ethCall(tokenAddress, balanceOf(address), block.number);
}

function encodeAggregate(queries: readonly BalanceQuery[]): Hex {
  const calls = queries.map(({ tokenAddress, address }) => ({
    target: tokenAddress ?? multicall3Address,
    allowFailure: true,
    callData:
      tokenAddress === null
        ? encodeFunctionData({ abi: multicall3Abi, functionName: "getEthBalance", args: [address] })
        : balanceOf(address),
  }));
  return encodeFunctionData({ abi: multicall3Abi, functionName: "aggregate3", args: [calls] });
}

function readAggregate(answer: RpcAnswer, count: number): Found[] {
  const unknown: Found[] = Array.from({ length: count });
  if (!answer.ok && isRevert(answer)) return unknown;
  const result = data(stateResult(answer), "the balances");
  // Multicall3 did not exist yet at that block.
  if (result === "0x") return unknown;
  const items = decodeAggregate(result);
  if (items.length !== count) throw new UnusableAnswer("the balances are not as many as asked for");
  return items.map(({ success, returnData }) =>
    success && returnData.length === 66 ? BigInt(returnData) : undefined,
  );
}

function decodeAggregate(result: Hex) {
  try {
    return decodeFunctionResult({ abi: multicall3Abi, functionName: "aggregate3", data: result });
  } catch {
    throw new UnusableAnswer("the balances are not what Multicall3 answers");
  }
}

function readToken(answer: RpcAnswer): bigint | null {
  if (!answer.ok && isRevert(answer)) return null;
  const word = data(stateResult(answer), "a balance");
  return word.length === 66 ? BigInt(word) : null;
}

function readCoin(answer: RpcAnswer): bigint {
  return quantity(stateResult(answer), "a balance");
}

/** The result of a call at a block, whose state a node keeps only for a while. */
function stateResult(answer: RpcAnswer): unknown {
  if (!answer.ok && noState.test(answer.message)) throw new RpcRefusal(answer, "state");
  return resultOf(answer);
}

/**
 * Wordings of geth, Erigon, Nethermind, Reth, Besu, anvil and providers: there is no error code for it. "Block not
 * found" means the same here, since the same answer contains its header.
 */
const noState =
  /missing trie node|\bpruned\b|\bstate\b.*(?:unavailable|not (?:available|found|exist))|no state available|historical state|archive|distance to target block exceeds|(?:header|block) not found|unknown block|BlockOutOfRange/i;

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
