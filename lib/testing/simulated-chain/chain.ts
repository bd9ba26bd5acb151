import { createHash } from "node:crypto";
import { encodeAbiParameters, pad, toEventSelector } from "viem";
import type { Hex } from "@/lib/platform/values/hex.rules";

export type SimulatedTransaction = { hash: Hex; actions: readonly Action[] };

export type SimulatedLog = EmittedLog & { logIndex: number };

export type MinedTransaction = {
  transaction: SimulatedTransaction;
  succeeded: boolean;
  logs: readonly SimulatedLog[];
};

export type SimulatedBlock = {
  number: number;
  hash: Hex;
  parentHash: Hex;
  /** Seconds since 1970. */
  timestamp: number;
  transactions: readonly MinedTransaction[];
};

/** A block to be made. It is never older than its parent; several may be of one second, as on rollups. */
export type NextBlock = { timestamp: number; transactions?: readonly SimulatedTransaction[] };

export type SimulatedChain = {
  readonly chainId: number;
  /** The canonical blocks; the index is the number. */
  readonly blocks: readonly SimulatedBlock[];
  readonly head: SimulatedBlock;
  /** Every block that was ever canonical, by hash. */
  readonly everBlocks: ReadonlyMap<Hex, SimulatedBlock>;
  /** Contracts that are there from the first block on. */
  readonly contracts: ReadonlySet<Hex>;
  /** How many blocks behind the newest the tags are. */
  readonly lags: { safe: number; finalized: number };
  /** A transaction with a hash of its own, to be mined now or later. */
  transaction(actions: readonly Action[]): SimulatedTransaction;
  mine(next: NextBlock): SimulatedBlock;
  /** Takes the newest `depth` blocks away and makes others, with other hashes even where they hold the same. */
  reorg(depth: number, next: readonly NextBlock[]): readonly SimulatedBlock[];
  /** After the block of this number. */
  balance(blockNumber: number, holding: Holding): bigint;
  /** A canonical transaction up to the block of this number; null when there is none. */
  find(txHash: Hex, upTo: number): { block: SimulatedBlock; mined: MinedTransaction; index: number } | null;
};

export type SimulatedChainOptions = {
  chainId: number;
  /** Of equal seeds all hashes are equal. */
  seed: number;
  /** Of the first block, seconds since 1970. */
  startsAt: number;
  contracts: readonly Hex[];
  lags?: { safe: number; finalized: number };
};

/**
 * A chain in memory that knows no more of the EVM than transfers, sweeps, refunds and balances. Thousands of histories with
 * reorganisations of any depth run on it in the time in which a real node mines a few hundred blocks.
 */
export function createSimulatedChain({
  chainId,
  seed,
  startsAt,
  contracts,
  lags = { safe: 4, finalized: 8 },
}: SimulatedChainOptions): SimulatedChain {
  let made = 0;
  const hashOf = (...parts: readonly unknown[]): Hex => {
    made += 1;
    return `0x${createHash("sha256")
      .update([seed, chainId, made, ...parts].join(" "))
      .digest("hex")}`;
  };
  const blocks: SimulatedBlock[] = [];
  const everBlocks = new Map<Hex, SimulatedBlock>();

  function append({ timestamp, transactions = [] }: NextBlock): SimulatedBlock {
    const parent = blocks.at(-1);
    const balances = (holding: Holding) =>
      parent === undefined ? 0n : chain.balance(parent.number, holding);
    const mined: MinedTransaction[] = [];
    const logsBefore: EmittedLog[] = [];
    for (const transaction of transactions) {
      const logs = perform(transaction.actions, (holding) =>
        logsBefore.reduce((sum, log) => sum + change(log, holding), balances(holding)),
      );
      const first = logsBefore.length;
      logsBefore.push(...(logs ?? []));
      mined.push({
        transaction,
        succeeded: logs !== null,
        logs: (logs ?? []).map((log, index) => ({ ...log, logIndex: first + index })),
      });
    }
    const number = parent === undefined ? 0 : parent.number + 1;
    const parentHash: Hex = parent?.hash ?? `0x${"0".repeat(64)}`;
    const block: SimulatedBlock = {
      number,
      hash: hashOf("block", number, parentHash),
      parentHash,
      timestamp: Math.max(timestamp, parent?.timestamp ?? 0),
      transactions: mined,
    };
    blocks.push(block);
    everBlocks.set(block.hash, block);
    return block;
  }

  const chain: SimulatedChain = {
    chainId,
    blocks,
    everBlocks,
    contracts: new Set(contracts),
    lags,
    get head() {
      const head = blocks.at(-1);
      if (head === undefined) throw new Error("the chain has no block");
      return head;
    },
    transaction: (actions) => ({ hash: hashOf("transaction"), actions }),
    mine: append,
    reorg(depth, next) {
      if (depth < 1 || depth >= blocks.length) throw new RangeError(`cannot take ${depth} blocks away`);
      const gone = blocks.splice(-depth);
      for (const block of next) append(block);
      return gone;
    },
    balance(blockNumber, holding) {
      let sum = 0n;
      for (const { number, transactions } of blocks) {
        if (number > blockNumber) break;
        for (const { transaction, succeeded, logs } of transactions) {
          for (const log of logs) sum += change(log, holding);
          if (succeeded && holding.token === null) sum += coinTo(transaction, holding.address);
        }
      }
      return sum;
    },
    find(txHash, upTo) {
      for (const block of blocks) {
        if (block.number > upTo) break;
        const index = block.transactions.findIndex(({ transaction }) => transaction.hash === txHash);
        const mined = block.transactions[index];
        if (mined !== undefined) return { block, mined, index };
      }
      return null;
    },
  };
  append({ timestamp: startsAt });
  return chain;
}

/** The change of an account's token balance by a log. */
function change({ moved }: EmittedLog, { token, address }: Holding): bigint {
  if (moved === null || moved.token !== token) return 0n;
  return (moved.to === address ? moved.amountUnits : 0n) - (moved.from === address ? moved.amountUnits : 0n);
}

function coinTo({ actions }: SimulatedTransaction, address: Hex): bigint {
  return actions.reduce(
    (sum, action) => sum + (action.kind === "coin" && action.to === address ? action.wei : 0n),
    0n,
  );
}

/** A transaction's actions, all or none: it reverts when a balance is too low. */
export type Action =
  | { kind: "mint"; token: Hex; to: Hex; amountUnits: bigint }
  | { kind: "transfer"; token: Hex; from: Hex; to: Hex; amountUnits: bigint }
  /** All of the token at a deposit address goes to the merchant; nothing happens when there is none. */
  | { kind: "sweep"; token: Hex; deposit: Hex; merchant: Hex }
  /** From a deposit address by its refund authority, to any address. */
  | { kind: "refund"; token: Hex; deposit: Hex; to: Hex; amountUnits: bigint }
  /** The chain's own coin, out of nowhere; it leaves no log. */
  | { kind: "coin"; to: Hex; wei: bigint };

/** Of an account: of a token, or of the chain's own coin where `token` is null. */
export type Holding = { token: Hex | null; address: Hex };

/** EIP-20 */
const transferTopic = toEventSelector("Transfer(address,address,uint256)");
/** `Deposit.sol` */
const sweptTopic = toEventSelector("DepositSwept(address,address,uint256)");
/** `Deposit.sol` */
export const refundedTopic = toEventSelector("DepositRefunded(address,address,uint256)");

const nobody: Hex = `0x${"0".repeat(40)}`;

export type EmittedLog = {
  address: Hex;
  topics: readonly Hex[];
  data: Hex;
  /** The movement of a `Transfer`; null for another event. */
  moved: { token: Hex; from: Hex; to: Hex; amountUnits: bigint } | null;
};

/** The logs of a transaction; null when it reverts. */
function perform(
  actions: readonly Action[],
  balanceBefore: (holding: Holding) => bigint,
): EmittedLog[] | null {
  const logs: EmittedLog[] = [];
  const balance = (token: Hex, address: Hex) =>
    logs.reduce((sum, { moved }) => {
      if (moved === null || moved.token !== token) return sum;
      return (
        sum +
        (moved.to === address ? moved.amountUnits : 0n) -
        (moved.from === address ? moved.amountUnits : 0n)
      );
    }, balanceBefore({ token, address }));

  for (const action of actions) {
    switch (action.kind) {
      case "mint":
        logs.push(transferLog(action.token, nobody, action.to, action.amountUnits));
        break;
      case "transfer":
        if (balance(action.token, action.from) < action.amountUnits) return null;
        logs.push(transferLog(action.token, action.from, action.to, action.amountUnits));
        break;
      case "sweep": {
        const { token, deposit, merchant } = action;
        const amountUnits = balance(token, deposit);
        if (amountUnits === 0n) break;
        logs.push(depositLog(deposit, sweptTopic, token, merchant, amountUnits));
        logs.push(transferLog(token, deposit, merchant, amountUnits));
        break;
      }
      case "refund": {
        const { token, deposit, to, amountUnits } = action;
        if (balance(token, deposit) < amountUnits) return null;
        logs.push(depositLog(deposit, refundedTopic, token, to, amountUnits));
        logs.push(transferLog(token, deposit, to, amountUnits));
        break;
      }
      case "coin":
        break;
      default:
        action satisfies never;
    }
  }
  return logs;
}

function depositLog(deposit: Hex, topic: Hex, token: Hex, to: Hex, amountUnits: bigint): EmittedLog {
  return { address: deposit, topics: [topic, pad(token), pad(to)], data: amount(amountUnits), moved: null };
}

function transferLog(token: Hex, from: Hex, to: Hex, amountUnits: bigint): EmittedLog {
  return {
    address: token,
    topics: [transferTopic, pad(from), pad(to)],
    data: amount(amountUnits),
    moved: { token, from, to, amountUnits },
  };
}

function amount(units: bigint): Hex {
  return encodeAbiParameters([{ type: "uint256" }], [units]);
}
