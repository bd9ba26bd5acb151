import type { Client } from "pg";
import type {
  BlockHeader,
  ChainNode,
  ChainNodes,
  ChainReader,
  Heads,
  LogRange,
  TransferLog,
} from "@/lib/chain/reader/chain-reader.port";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { blockHash } from "@/lib/testing/builders";

export type PreparedTransfer = Pick<TransferLog, "tokenAddress" | "to" | "amountUnits">;

/** A chain in this process's memory: what is measured with it is the recorder and the database, no node. */
export type PreparedChain = {
  nodes: ChainNodes;
  /** One more block, with these transfers. */
  add(transfers: readonly PreparedTransfer[]): void;
};

const payer: Hex = `0x${"f".repeat(40)}`;

/** @param start when its first, empty block was made; a block a second follows */
export function prepareChain(chainId: number, start: Date): PreparedChain {
  const headers: BlockHeader[] = [];
  const transfers: TransferLog[][] = [];
  const held = new Map<string, bigint>();
  const add: PreparedChain["add"] = (given) => {
    const number = BigInt(headers.length);
    headers.push({
      number,
      hash: blockHash(number),
      parentHash: blockHash(number - (number === 0n ? 0n : 1n)),
      timestamp: new Date(start.getTime() + Number(number) * 1_000),
    });
    for (const { tokenAddress, to, amountUnits } of given) {
      const deposit = `${tokenAddress} ${to}`;
      held.set(deposit, (held.get(deposit) ?? 0n) + amountUnits);
    }
    transfers.push(
      given.map((transfer, logIndex) => ({
        ...transfer,
        blockNumber: number,
        blockHash: blockHash(number),
        txHash: `0x${number.toString(16).padStart(32, "0")}${logIndex.toString(16).padStart(32, "0")}`,
        logIndex,
        from: payer,
      })),
    );
  };
  add([]);

  const at = (number: bigint) => headers[Number(number)] ?? null;
  const newest = (): BlockHeader => {
    const header = headers.at(-1);
    if (header === undefined) throw new Error("a prepared chain has a first block");
    return header;
  };
  const within = (range: LogRange): TransferLog[] =>
    "blockHash" in range
      ? transfers.flat().filter((transfer) => transfer.blockHash === range.blockHash)
      : transfers.slice(Number(range.fromBlock), Number(range.toBlock) + 1).flat();
  const unprepared = (): never => {
    throw new Error("the prepared chain knows blocks and transfers alone");
  };
  const reader: ChainReader = {
    chainId,
    heads: async (): Promise<Heads> => ({ latest: newest(), safeNumber: null, finalizedNumber: null }),
    latest: async () => newest(),
    header: async (number) => at(number),
    headers: async (numbers) => numbers.map(at),
    logs: async (range, filter) => {
      const to = filter?.to == null ? null : new Set(filter.to);
      const found = filter === null ? [] : within(range);
      return {
        transfers: to === null ? found : found.filter((log) => to.has(log.to)),
        sweeps: [],
        refunds: [],
      };
    },
    blocksAtOnce: () => 1_000,
    sentCall: unprepared,
    known: unprepared,
    receipts: unprepared,
    balances: async (_block, queries) =>
      queries.map(({ tokenAddress, address }) => held.get(`${tokenAddress} ${address}`) ?? 0n),
    decimals: unprepared,
    code: unprepared,
    hasCode: unprepared,
  };
  // Balances are compared node by node.
  const node: ChainNode = {
    ...reader,
    host: "prepared",
    askChainId: unprepared,
    gasTerms: unprepared,
    measureSizes: unprepared,
  };
  const nodes: ChainNodes = {
    ...reader,
    nodes: [node],
    others: () => [],
    use: () => undefined,
    health: () => [],
    askIdle: async () => undefined,
  };
  return { nodes, add };
}

/** Of open checkouts all over the table, each one's exact price. */
export async function choosePayments(client: Client, count: number): Promise<PreparedTransfer[]> {
  const { rows } = await client.query<{ deposit_address: Hex; token_address: Hex; amount_units: string }>(
    `SELECT deposit_address, token_address, amount_units FROM checkouts
     WHERE status = 'PENDING' AND token_address IS NOT NULL ORDER BY md5(id) LIMIT $1`,
    [count],
  );
  if (rows.length < count) throw new RangeError(`there are ${rows.length} checkouts to pay, not ${count}`);
  return rows.map((row) => ({
    to: row.deposit_address,
    tokenAddress: row.token_address,
    amountUnits: BigInt(row.amount_units),
  }));
}
