import { createHash } from "node:crypto";
import { encodeAbiParameters, pad, toEventSelector } from "viem";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { type Action, actionsOf, type SignedCall } from "./contracts";
import { createState, type State } from "./state";

/** Its actions are given, or those of the call that a wallet signed. */
export type SimulatedTransaction = { hash: Hex; actions: readonly Action[]; signed?: SignedCall };

export type SimulatedLog = EmittedLog & { logIndex: number };

export type MinedTransaction = {
  transaction: SimulatedTransaction;
  succeeded: boolean;
  logs: readonly SimulatedLog[];
  gasUsed: bigint;
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
  /** Tokens that take no signature themselves, and of which Permit2 may move everything. */
  readonly permit2Tokens: ReadonlySet<Hex>;
  /** How many blocks behind the newest the tags are. */
  readonly lags: { safe: number; finalized: number };
  /** Signed transactions that no block holds. */
  readonly mempool: Map<Hex, SimulatedTransaction>;
  /** What a transaction pays for each gas; those that offer less wait. */
  baseFeeWei: bigint;
  /** A transaction with a hash of its own, to be mined now or later. */
  transaction(actions: readonly Action[]): SimulatedTransaction;
  mine(next: NextBlock): SimulatedBlock;
  /** Takes the newest `depth` blocks away and makes others, with other hashes even where they hold the same. */
  reorg(depth: number, next: readonly NextBlock[]): readonly SimulatedBlock[];
  /** After the block of this number. */
  balance(blockNumber: number, holding: Holding): bigint;
  /** How many transactions the account had sent after the block of this number. */
  nonce(blockNumber: number, account: Hex): number;
  /** Whether the token has seen this signed payment. */
  isUsed(blockNumber: number, authorization: { token: Hex; from: Hex; nonce: Hex }): boolean;
  /** The call's actions, and whether they would succeed; after the block of this number. */
  simulate(blockNumber: number, call: { from: Hex; to: Hex; input: Hex }): { succeeds: boolean; gas: bigint };
  /** Takes signed transactions of the mempool, each account's in the order of nonces. */
  pickWaiting(isLeftOut?: (transaction: SimulatedTransaction) => boolean): SimulatedTransaction[];
  /** A canonical transaction; null when there is none. */
  find(txHash: Hex): { block: SimulatedBlock; mined: MinedTransaction; index: number } | null;
};

export type SimulatedChainOptions = {
  chainId: number;
  /** Of equal seeds all hashes are equal. */
  seed: number;
  /** Of the first block, seconds since 1970. */
  startsAt: number;
  contracts: readonly Hex[];
  permit2Tokens?: readonly Hex[];
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
  permit2Tokens = [],
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
  const mempool = new Map<Hex, SimulatedTransaction>();
  const state = createState();
  /** Where canonical transactions are. */
  const places = new Map<Hex, { block: SimulatedBlock; mined: MinedTransaction; index: number }>();

  function append({ timestamp, transactions = [] }: NextBlock): SimulatedBlock {
    const parent = blocks.at(-1);
    const number = parent === undefined ? 0 : parent.number + 1;
    const mined: MinedTransaction[] = [];
    let logIndex = 0;
    for (const transaction of transactions) {
      const { signed } = transaction;
      if (signed !== undefined && signed.nonce !== chain.nonce(number, signed.from)) continue;
      mempool.delete(transaction.hash);
      const actions = signed === undefined ? transaction.actions : actionsOf(signed);
      const draft = state.draft(number);
      const logs = actions === null ? null : perform(actions, draft);
      const gasUsed = gasOf(actions);
      if (logs !== null) draft.commit();
      if (signed !== undefined) {
        const { from, to, nonce, valueWei } = signed;
        state.add(number, nonceKey(from), BigInt(nonce + 1) - BigInt(chain.nonce(number, from)));
        state.add(number, keyOf({ token: null, address: from }), -gasUsed * chain.baseFeeWei - valueWei);
        state.add(number, keyOf({ token: null, address: to }), valueWei);
      }
      mined.push({
        transaction,
        succeeded: logs !== null,
        logs: (logs ?? []).map((log) => ({ ...log, logIndex: logIndex++ })),
        gasUsed,
      });
    }
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
    for (const [index, each] of mined.entries())
      places.set(each.transaction.hash, { block, mined: each, index });
    return block;
  }

  const chain: SimulatedChain = {
    chainId,
    blocks,
    everBlocks,
    mempool,
    baseFeeWei: 1_000_000_000n,
    contracts: new Set(contracts),
    permit2Tokens: new Set(permit2Tokens),
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
      for (const { transactions } of gone)
        for (const { transaction } of transactions) places.delete(transaction.hash);
      state.rewind(chain.head.number);
      for (const block of next) append(block);
      return gone;
    },
    balance: (blockNumber, holding) => state.read(blockNumber, keyOf(holding)),
    nonce: (blockNumber, account) => Number(state.read(blockNumber, nonceKey(account))),
    isUsed: (blockNumber, authorization) => state.read(blockNumber, usedKey(authorization)) > 0n,
    simulate(blockNumber, call) {
      const actions = actionsOf(call);
      const logs = actions === null ? null : perform(actions, state.draft(blockNumber));
      return { succeeds: logs !== null, gas: gasOf(actions) };
    },
    pickWaiting(isLeftOut = () => false) {
      const next = new Map<Hex, number>();
      return [...mempool.values()]
        .filter((transaction) => !isLeftOut(transaction))
        .sort((a, b) => (a.signed?.nonce ?? 0) - (b.signed?.nonce ?? 0))
        .filter(({ signed }) => {
          if (signed === undefined || signed.maxFeePerGas < chain.baseFeeWei) return false;
          const due = next.get(signed.from) ?? chain.nonce(chain.head.number, signed.from);
          if (signed.nonce === due) next.set(signed.from, due + 1);
          return signed.nonce === due;
        });
    },
    find: (txHash) => places.get(txHash) ?? null,
  };
  append({ timestamp: startsAt });
  return chain;
}

/** A plain transfer's gas, and about what each movement of tokens takes. */
function gasOf(actions: readonly Action[] | null): bigint {
  return 21_000n + 60_000n * BigInt(actions?.length ?? 1);
}

const keyOf = ({ token, address }: Holding) => `${token ?? "coin"} ${address}`;
const nonceKey = (account: Hex) => `nonce ${account}`;
const usedKey = ({ token, from, nonce }: { token: Hex; from: Hex; nonce: Hex }) =>
  `used ${token} ${from} ${nonce}`;

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

/** The logs of a transaction, whose changes are in the draft; null when it reverts. */
function perform(actions: readonly Action[], draft: ReturnType<State["draft"]>): EmittedLog[] | null {
  const logs: EmittedLog[] = [];
  const balance = (token: Hex, address: Hex) => draft.read(keyOf({ token, address }));
  const move = (token: Hex, from: Hex, to: Hex, units: bigint) => {
    if (from !== nobody) draft.add(keyOf({ token, address: from }), -units);
    draft.add(keyOf({ token, address: to }), units);
    logs.push(transferLog(token, from, to, units));
  };
  for (const action of actions) {
    switch (action.kind) {
      case "mint":
        move(action.token, nobody, action.to, action.amountUnits);
        break;
      case "transfer":
        if (balance(action.token, action.from) < action.amountUnits) return null;
        move(action.token, action.from, action.to, action.amountUnits);
        break;
      case "use":
        if (draft.read(usedKey(action)) > 0n) return null;
        draft.add(usedKey(action), 1n);
        break;
      case "sweep": {
        const { token, deposit, merchant } = action;
        const amountUnits = balance(token, deposit);
        if (amountUnits === 0n) break;
        logs.push(depositLog(deposit, sweptTopic, token, merchant, amountUnits));
        move(token, deposit, merchant, amountUnits);
        break;
      }
      case "refund": {
        const { token, deposit, to, amountUnits } = action;
        if (balance(token, deposit) < amountUnits) return null;
        logs.push(depositLog(deposit, refundedTopic, token, to, amountUnits));
        move(token, deposit, to, amountUnits);
        break;
      }
      case "coin":
        draft.add(keyOf({ token: null, address: action.to }), action.wei);
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
