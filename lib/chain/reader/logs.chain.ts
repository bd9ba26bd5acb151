import { answerAt, type RpcCall, resultOf, UnusableAnswer } from "@/lib/chain/rpc/answers";
import type { RpcNode } from "@/lib/chain/rpc/node";
import { RequestRefused } from "@/lib/chain/rpc/refusals";
import { inParts } from "@/lib/chain/rpc/sizes";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { readHeader } from "./blocks.chain";
import type { ChainLogs, ChainReader, LogRange, TransferLog } from "./chain-reader.port";
import {
  isListTooLong,
  isTo,
  type LogQuery,
  type Outgoing,
  ofContracts,
  outgoingQueries,
  type Proof,
  proofOf,
  type Question,
  queriesFor,
  sameByNumber,
  transferQueries,
} from "./log-queries.chain";

/**
 * A chain reader's `logs` through one node, the one place that decides in which requests logs are read: a range in
 * pieces, a list of addresses in parts, of the sizes that the node accepts. What it refuses for a single block is asked
 * for in simpler ways, one after another; only the refusal of the last is a failure of the node.
 *
 * @param hasBlock whether the node already returned this block
 */
export function createLogReader(node: RpcNode, hasBlock: (blockHash: Hex) => boolean): ChainReader["logs"] {
  const { addresses, blocks } = node.sizes;
  let acceptsBlockHash = true;

  return async (range, filter, sweepsOf, sweptTokens, narrower) => {
    const question: Question = {
      filter,
      sweepsOf: sweepsOf ?? null,
      sweptTokens: sweptTokens ?? null,
      narrower: narrower ?? null,
    };
    if (queriesFor(range, question, addresses, true).length === 0)
      return { transfers: [], sweeps: [], refunds: [] };
    const proof = proofOf(range, hasBlock);
    if ("blockHash" in range) return readBlock(range, proof, question);
    const found: ChainLogs[] = [];
    await inParts(blocks, Number(range.toBlock - range.fromBlock) + 1, async (start, count) => {
      const fromBlock = range.fromBlock + BigInt(start);
      const piece = { fromBlock, toBlock: fromBlock + BigInt(count) - 1n };
      const read = count === 1 ? readBlock : readPiece;
      found.push(await read(piece, proof, question));
      return count;
    });
    return {
      transfers: found.flatMap(({ transfers }) => transfers),
      sweeps: found.flatMap(({ sweeps }) => sweeps),
      refunds: found.flatMap(({ refunds }) => refunds),
    };
  };

  /** @throws RequestRefused unless the refusal counts as the node's failure */
  function ask<Logs>(
    queries: readonly LogQuery<Logs>[],
    proof: Proof | null,
    refusal: "shrinks" | "fails",
  ): Promise<Logs[]> {
    // The block goes first: a node that has it has its logs by then, too.
    const calls = [
      ...(proof === null ? [] : [proof.call]),
      ...queries.map(({ call }): RpcCall => ({ ...call, refusal })),
    ];
    return node.ask(calls, (answers) => {
      const own = answers.slice(calls.length - queries.length);
      const logs = queries.map(({ read }, index) => read(answerAt(own, index)));
      if (proof === null) return logs;
      const header = readHeader(resultOf(answerAt(answers, 0)), proof.number);
      if (header?.hash !== proof.hash)
        throw new UnusableAnswer("the node that returned the logs lacks the range's last block");
      return logs;
    });
  }

  /** Transfers, sweeps and refunds in one request. */
  async function readTogether(
    range: LogRange,
    proof: Proof | null,
    question: Question,
    withList = !isListTooLong(question, addresses),
  ): Promise<ChainLogs> {
    const found = await ask(queriesFor(range, question, addresses, withList), proof, "shrinks");
    const listed = question.filter?.to?.length ?? 0;
    if (listed > 0 && withList) addresses.accepted(addresses.next(listed));
    return {
      transfers: found.flatMap((logs) => ("transfers" in logs ? logs.transfers : [])),
      sweeps: found.flatMap((logs) => ("sweeps" in logs ? logs.sweeps : [])),
      refunds: found.flatMap((logs) => ("refunds" in logs ? logs.refunds : [])),
    };
  }

  /** Of several blocks. A list of addresses longer than any accepted before may be the reason for a refusal. */
  async function readPiece(range: LogRange, proof: Proof | null, question: Question): Promise<ChainLogs> {
    const tried = addresses.next(question.filter?.to?.length ?? 1);
    try {
      return await readTogether(range, proof, question);
    } catch (error) {
      const isProven = tried <= (addresses.seen().accepted ?? 1);
      if (!(error instanceof RequestRefused) || isProven || question.narrower === null) throw error;
    }
    const logs = await readTogether(range, proof, question, false);
    addresses.refused(tried, 1);
    return logs;
  }

  async function readBlock(range: LogRange, proof: Proof | null, question: Question): Promise<ChainLogs> {
    const byNumber = "blockHash" in range ? sameByNumber(range) : null;
    if (byNumber !== null && !acceptsBlockHash) return readBlock(byNumber.range, byNumber.proof, question);
    try {
      return await readTogether(range, proof, question);
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
    }
    if (byNumber !== null) {
      try {
        const logs = await readTogether(byNumber.range, byNumber.proof, question);
        acceptsBlockHash = false;
        return logs;
      } catch (error) {
        if (!(error instanceof RequestRefused)) throw error;
      }
    }
    const transfers = await readTransfersAlone(range, proof, question);
    const outgoing = await readOutgoingAlone(range, proof, question);
    return {
      transfers,
      sweeps: outgoing.flatMap(({ sweeps }) => sweeps),
      refunds: outgoing.flatMap(({ refunds }) => refunds),
    };
  }

  async function readTransfersAlone(
    range: LogRange,
    proof: Proof | null,
    { filter, narrower }: Question,
  ): Promise<TransferLog[]> {
    if (filter === null || filter.to?.length === 0 || filter.tokens?.length === 0) return [];
    const { to } = filter;
    const tokens = filter.tokens ?? narrower?.tokens ?? null;
    const askFor = async (list: readonly Hex[] | null, refusal: "shrinks" | "fails") =>
      (await ask(transferQueries(range, { to: list, tokens }), proof, refusal)).flatMap(
        ({ transfers }) => transfers,
      );
    if (to === null) return askFor(null, "fails");
    if (tokens !== null) {
      try {
        const all = (await askFor(null, "shrinks")).filter(isTo(to));
        // These are more logs: a refusal of the list can only be for its length.
        const tried = addresses.next(to.length);
        if (tried > 1 && !(await accepts(askFor(to.slice(0, tried), "shrinks")))) addresses.refused(tried, 1);
        return all;
      } catch (error) {
        if (!(error instanceof RequestRefused)) throw error;
      }
    }
    return byAddress(to, askFor);
  }

  async function readOutgoingAlone(
    range: LogRange,
    proof: Proof | null,
    { sweepsOf, sweptTokens, narrower }: Question,
  ): Promise<Outgoing[]> {
    if (sweepsOf?.length === 0 || sweptTokens?.length === 0) return [];
    const tokens = sweptTokens ?? narrower?.tokens ?? null;
    const askFor = (list: readonly Hex[], refusal: "shrinks" | "fails") =>
      ask(outgoingQueries(range, list, tokens), proof, refusal);
    const contracts = sweepsOf === null ? narrower?.sweepsOf : async () => sweepsOf;
    const anyContract = outgoingQueries(range, null, sweptTokens);
    if (contracts === undefined) return ask(anyContract, proof, "fails");
    try {
      const all = await ask(anyContract, proof, "shrinks");
      return sweepsOf === null ? all : all.map((logs) => ofContracts(logs, sweepsOf));
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
    }
    return byAddress(await contracts(), askFor);
  }

  /** In parts, down to single addresses. */
  async function byAddress<Logs>(
    list: readonly Hex[],
    ask: (part: readonly Hex[], refusal: "shrinks" | "fails") => Promise<Logs[]>,
  ): Promise<Logs[]> {
    const found: Logs[] = [];
    // Nothing is learned: the number of logs may be the reason.
    await inParts(addresses.fork(), list.length, async (start, count) => {
      found.push(...(await ask(list.slice(start, start + count), count === 1 ? "fails" : "shrinks")));
      return count;
    });
    return found;
  }
}

async function accepts(question: Promise<unknown>): Promise<boolean> {
  try {
    await question;
    return true;
  } catch (error) {
    if (error instanceof RequestRefused) return false;
    throw error;
  }
}
