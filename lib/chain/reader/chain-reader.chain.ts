import type { RpcNode } from "@/lib/chain/rpc/node";
import { createRpcNodes, type RpcNodesOptions } from "@/lib/chain/rpc/nodes";
import type { ChainNode, ChainNodes } from "./chain-reader.port";
import { createNodeReader } from "./node-reader.chain";

export type ChainReaderOptions = RpcNodesOptions & {
  /** Whether `heads` also reads the safe and finalized blocks; not needed when no payment waits for them. */
  usesTags?: boolean | undefined;
};

/**
 * Reads a chain over JSON-RPC through the node in use, and fails over to the next one. A self-contained answer may come
 * from another node within the same call, always wholly from one node. Headers by number may not: they belong to the
 * head read before.
 * @throws TypeError without a URL, or for one that is not http(s)
 */
export function createChainReader({ usesTags = true, ...options }: ChainReaderOptions): ChainNodes {
  const { chainId } = options;
  const rpc = createRpcNodes(options);
  const readers = new Map<RpcNode, ChainNode>(
    rpc.all.map((node) => [node, createNodeReader(node, { chainId, usesTags })]),
  );
  const readerOf = (node: RpcNode): ChainNode => {
    const reader = readers.get(node);
    if (reader === undefined) throw new Error(`node ${node.host} is not of chain ${chainId}`);
    return reader;
  };
  const fromOne = <T>(ask: (reader: ChainNode) => Promise<T>): Promise<T> =>
    rpc.run((node) => ask(readerOf(node)));
  const fromAny = <T>(ask: (reader: ChainNode) => Promise<T>): Promise<T> =>
    rpc.run((node) => ask(readerOf(node)), true);

  /** Reads a head, which starts a view of the chain: the moment to change the node. */
  async function beginView<T>(
    ask: (reader: ChainNode) => Promise<T>,
    numberOf: (told: T) => bigint,
  ): Promise<T> {
    rpc.returnToProven();
    const told = await fromAny(ask);
    // Not awaited: a preferred node that hangs must not delay the head.
    void rpc.prove(async (node) => (await readerOf(node).latest()).number >= numberOf(told));
    return told;
  }

  return {
    chainId,
    latest: () =>
      beginView(
        (reader) => reader.latest(),
        ({ number }) => number,
      ),
    heads: () =>
      beginView(
        (reader) => reader.heads(),
        ({ latest }) => latest.number,
      ),
    header: (number) => fromOne((reader) => reader.header(number)),
    headers: (numbers) => fromOne((reader) => reader.headers(numbers)),
    logs: (...question) => fromAny((reader) => reader.logs(...question)),
    receipt: (txHash) => fromAny((reader) => reader.receipt(txHash)),
    sentCall: (txHash) => fromAny((reader) => reader.sentCall(txHash)),
    receipts: (txHashes) => fromAny((reader) => reader.receipts(txHashes)),
    balances: (block, queries) => fromAny((reader) => reader.balances(block, queries)),
    decimals: (tokenAddress) => fromAny((reader) => reader.decimals(tokenAddress)),
    code: (address) => fromAny((reader) => reader.code(address)),
    hasCode: (address) => fromAny((reader) => reader.hasCode(address)),
    nodes: [...readers.values()],
    others: () => rpc.others().map(readerOf),
    use: rpc.use,
    health: rpc.health,
  };
}
