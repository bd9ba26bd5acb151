import type { Chain } from "@/lib/chain/chains.rules";
import { type ChainHead, highestFinalBlock } from "@/lib/chain/confirmation-policy.rules";
import type { ChainNode, ChainNodes } from "@/lib/chain/reader/chain-reader.port";
import type { ChainPosition } from "@/lib/chain/scan-position.rules";
import { endDispute, hasQuorum, noteDispute, quorumOf, type Testimony, witness } from "@/lib/chain/witness";
import type { PositionStore } from "@/lib/checkouts/state/chain-position.store";
import type { Clock } from "@/lib/platform/clock";
import {
  blocksSubject,
  depositSubject,
  type IncidentStore,
} from "@/lib/platform/incidents/incident-store.port";
import type { Log } from "@/lib/platform/log";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";
import type { BalanceStore, BookedDeposit, SettleableCheckout } from "./balance.store";

/**
 * Whether the address must hold at least the booked sum or exactly that sum. "exactly" also asks the node of a
 * single-node chain.
 */
type Measure = "enough" | "exactly";

/** What nodes are asked with about deposits. */
export type AgreeParts = {
  clock: Clock;
  log: Log;
  positions: PositionStore;
  balances: BalanceStore;
  incidents: IncidentStore;
  reader: (chainId: number) => ChainNodes;
};

/** One node's block hash, and the balances in the order of the books when the hash is the expected one. */
type Holdings = { hash: Hex; balances: readonly (bigint | null)[] };

type Block = { number: bigint; hash: Hex };

/**
 * The checkouts for which a quorum of nodes shows the booked balance at the deposit address in the same block. When
 * nodes differ, the checkout waits and we raise an incident. Without a quorum of answers every checkout waits. A chain
 * with a single node needs no quorum.
 *
 * @param settledUpTo the newest block that settlement trusts; the block we ask about is never below it
 */
export async function agreedDeposits(
  deps: AgreeParts,
  position: ChainPosition,
  settledUpTo: bigint,
  checkouts: readonly SettleableCheckout[],
  measure: Measure = "enough",
): Promise<SettleableCheckout[]> {
  const { chainId } = position;
  const nodes = deps.reader(chainId);
  if (checkouts.length === 0 || (!hasQuorum(nodes) && measure === "enough")) return [...checkouts];

  const at = await settledBlock(deps.positions, position, settledUpTo);
  const ids = checkouts.map(({ checkoutId }) => checkoutId);
  const tokens = [...new Set(checkouts.map(({ tokenAddress }) => tokenAddress))];
  const wanted = new Set(checkouts.map(keyOf));
  const books = (await deps.balances.books(chainId, ids, tokens, at.number)).filter((book) =>
    wanted.has(keyOf(book)),
  );

  const { verdicts, answers } = await witness<Holdings>(
    [
      ({ hash }) => hash === at.hash,
      ...books.map(({ units }, index) => ({ balances }: Holdings): Testimony => {
        const balance = balances[index] ?? null;
        if (balance === null) return null;
        return measure === "exactly" ? balance === units : balance >= units;
      }),
    ],
    nodes,
    "quorum",
    (node) => readHoldings(node, at, books),
  );
  const [block, ...ofBooks] = verdicts;
  if (answers.length < quorumOf(nodes)) {
    const hosts = answers.map(({ host }) => host);
    deps.log.warn({ chainId, hosts }, "not moving money: too few nodes answer");
    return [];
  }
  if (block !== "confirmed") {
    const details = Object.fromEntries(answers.map(({ host, answer }) => [host, answer.hash]));
    const dispute = { chainId, subject: blocksSubject(chainId), checkoutId: null };
    await noteDispute(deps, { ...dispute, details: { blockNumber: String(at.number), ...details } });
    return [];
  }
  await endDispute(deps, blocksSubject(chainId));

  const now = deps.clock.now();
  const open = await deps.incidents.openAbout(books.map((book) => subjectOf(chainId, book)));
  const confirmed = new Set<string>();
  for (const [index, book] of books.entries()) {
    const subject = subjectOf(chainId, book);
    if (ofBooks[index] === "confirmed") {
      confirmed.add(keyOf(book));
      for (const { kind } of open.filter((incident) => incident.subject === subject)) {
        if (kind === "NODES_DISAGREE" || kind === "BALANCE_BELOW_BOOKS")
          await deps.incidents.resolve(kind, subject, now);
      }
      continue;
    }
    const balances = answers.map(({ answer }) => answer.balances[index] ?? null);
    // The balance pass reports a surplus. Here it is only a reason to wait.
    if (measure === "exactly" && balances.every((balance) => balance !== null && balance > book.units))
      continue;
    const isDisputed = balances.some((balance) => balance !== null && balance >= book.units);
    const kind = isDisputed ? "NODES_DISAGREE" : "BALANCE_BELOW_BOOKS";
    // No second incident: the balance pass skips deposits with a fresh one and reads their logs again.
    if (open.some((incident) => incident.kind === kind && incident.subject === subject)) continue;
    const details = {
      blockNumber: String(at.number),
      bookUnits: String(book.units),
      ...Object.fromEntries(answers.map(({ host }, place) => [host, balances[place]?.toString() ?? null])),
    };
    await deps.incidents.raise({ kind, subject, chainId, checkoutId: book.checkoutId, details }, now);
  }
  return checkouts.filter((checkout) => confirmed.has(keyOf(checkout)));
}

/** Null when the node has no such block yet. */
async function readHoldings(
  node: ChainNode,
  at: Block,
  books: readonly BookedDeposit[],
): Promise<Holdings | null> {
  const header = await node.header(at.number);
  if (header === null) return null;
  if (header.hash !== at.hash) return { hash: header.hash, balances: [] };
  const queries = books.map(({ tokenAddress, depositAddress }) => ({
    tokenAddress,
    address: depositAddress,
  }));
  return { hash: header.hash, balances: await node.balances(at, queries) };
}

function subjectOf(chainId: number, { checkoutId, tokenAddress }: BookedDeposit): string {
  return depositSubject(chainId, checkoutId, tokenAddress);
}

function keyOf({ checkoutId, tokenAddress }: { checkoutId: string; tokenAddress: Hex }): string {
  return `${checkoutId} ${tokenAddress}`;
}

/** A healthy node may be a few blocks behind another. */
const lagBlocks = 3;

/**
 * The block at which we ask nodes for balances: slightly below the scanned position, so that a node that lags by a
 * block or two can answer, and never below `atLeast`.
 */
export async function settledBlock(
  positions: PositionStore,
  position: ChainPosition,
  atLeast: bigint,
): Promise<{ number: bigint; hash: Hex }> {
  const headers = await positions.recentHeaders(position.chainId, lagBlocks + 1);
  const usable = headers.filter(({ number }) => number >= atLeast && number < position.blockNumber);
  const lowest = usable.at(-1);
  return lowest === undefined
    ? { number: position.blockNumber, hash: position.blockHash }
    : { number: lowest.number, hash: lowest.hash };
}

const stalledTagsMs = 10 * minuteMs;

/** The chain's head as far as it was scanned. */
export function chainHead(position: ChainPosition, now: Date): ChainHead {
  return {
    headNumber: position.blockNumber,
    safeNumber: position.safeNumber,
    finalizedNumber: position.finalizedNumber,
    tagsStalled: now.getTime() - position.tagsAdvancedAt.getTime() > stalledTagsMs,
  };
}

/** The newest block that settlement trusts; null when there is none, and for a chain that was never scanned. */
export function trustedBlock(
  { confirmations }: Chain,
  position: ChainPosition | null,
  now: Date,
): bigint | null {
  return position === null ? null : highestFinalBlock(confirmations.settle, chainHead(position, now));
}
