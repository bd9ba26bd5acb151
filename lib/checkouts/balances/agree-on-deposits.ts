import { type ChainNode, type ChainNodes, ChainUnavailable } from "@/lib/chain/chain-reader.port";
import type { ChainPosition, PaymentStore } from "@/lib/checkouts/payment-store.port";
import type { Clock } from "@/lib/platform/clock.port";
import type { Hex } from "@/lib/platform/hex.rules";
import {
  blocksSubject,
  depositSubject,
  type IncidentKind,
  type IncidentStore,
  type OpenIncident,
} from "@/lib/platform/incidents/incident-store.port";
import type { Log } from "@/lib/platform/log.port";
import type { BalanceStore, BookedDeposit, SettleableCheckout } from "./balance-store.port";
import { settledBlock } from "./settled-block";

/** So many nodes have to agree before money is moved, where as many are configured. */
const quorum = 2;

/**
 * What has to lie there: enough for all that the books know of, or exactly that, so that nothing left or came that
 * the books do not know of. For the latter a chain's only node is asked, too.
 */
type Measure = "enough" | "exactly";

export type AgreeDeps = {
  clock: Clock;
  log: Log;
  payments: PaymentStore;
  balances: BalanceStore;
  incidents: IncidentStore;
  reader: (chainId: number) => ChainNodes;
};

/** What one node says: its block's hash, and the balances in the books' order once the block is the right one. */
type Statement = { host: string; hash: Hex | null; balances: readonly (bigint | null)[] | null };

/**
 * Those of the checkouts of which two nodes agree that the deposit address holds what the books say, in the same
 * block. Where they differ, the checkout waits and an operator is called; where fewer than two answer, all wait. A
 * chain with a single node has nobody to agree with.
 *
 * @param settledUpTo the newest block that settlement trusts: the block asked about is not below it
 */
export async function agreedDeposits(
  deps: AgreeDeps,
  position: ChainPosition,
  settledUpTo: bigint,
  checkouts: readonly SettleableCheckout[],
  measure: Measure = "enough",
): Promise<SettleableCheckout[]> {
  const { chainId } = position;
  const { nodes } = deps.reader(chainId);
  if (checkouts.length === 0 || (nodes.length < quorum && measure === "enough")) return [...checkouts];
  const needed = Math.min(quorum, nodes.length);

  const at = await settledBlock(deps.payments, position, settledUpTo);
  const ids = checkouts.map(({ checkoutId }) => checkoutId);
  const tokens = [...new Set(checkouts.map(({ tokenAddress }) => tokenAddress))];
  const wanted = new Set(checkouts.map(keyOf));
  const books = (await deps.balances.books(chainId, ids, tokens, at.number)).filter((book) =>
    wanted.has(keyOf(book)),
  );

  const isBorneOut = asAgreedBy(needed, measure);
  const statements: Statement[] = [];
  for (const node of nodes) {
    const statement = await ask(deps, node, at, books);
    if (statement !== null) statements.push(statement);
    // One that lies, or lags, is outvoted where there are more.
    if (
      statements.length >= needed &&
      books.every((_, index) => isBorneOut(statements, at.hash, books, index))
    )
      break;
  }
  if (statements.length < needed) {
    deps.log.warn({ chainId, answered: statements.length }, "money is not moved: too few nodes answer");
    return [];
  }
  if (statements.filter(({ hash }) => hash === at.hash).length < needed) {
    const details = Object.fromEntries(statements.map(({ host, hash }) => [host, hash]));
    await raise(deps, "NODES_DISAGREE", chainId, null, { blockNumber: String(at.number), ...details });
    return [];
  }
  await deps.incidents.resolve("NODES_DISAGREE", blocksSubject(chainId), deps.clock.now());

  const open = await deps.incidents.openAbout(books.map((book) => subjectOf(chainId, book)));
  const agreed = new Set<string>();
  for (const [index, book] of books.entries()) {
    if (isBorneOut(statements, at.hash, books, index)) {
      agreed.add(keyOf(book));
      continue;
    }
    const balances = statements.map((statement) => statement.balances?.[index] ?? null);
    // The look at all balances tells of those; for what was to be moved here it is a reason to wait, and no more.
    if (measure === "exactly" && balances.every((balance) => balance !== null && balance > book.units))
      continue;
    const kind = balances.some((balance) => balance !== null && balance >= book.units)
      ? "NODES_DISAGREE"
      : "BALANCE_BELOW_BOOKS";
    // Not once more: what was seen just now is left alone by the look at balances, which reads the logs again.
    if (open.some((incident) => incident.kind === kind && incident.subject === subjectOf(chainId, book)))
      continue;
    await raise(deps, kind, chainId, book, {
      blockNumber: String(at.number),
      bookUnits: String(book.units),
      ...Object.fromEntries(statements.map(({ host }, place) => [host, balances[place]?.toString() ?? null])),
    });
  }
  const settled = books.filter((book) => agreed.has(keyOf(book))).map((book) => subjectOf(chainId, book));
  await resolveAll(
    deps,
    open.filter(({ subject }) => settled.includes(subject)),
  );
  return checkouts.filter((checkout) => agreed.has(keyOf(checkout)));
}

/** Whether as many nodes as needed have the block and tell what the books say of this deposit. */
function asAgreedBy(needed: number, measure: Measure) {
  return (
    statements: readonly Statement[],
    hash: Hex,
    books: readonly BookedDeposit[],
    index: number,
  ): boolean => {
    const wanted = books[index]?.units ?? 0n;
    const agreeing = statements.filter((statement) => {
      const balance = statement.hash === hash ? (statement.balances?.[index] ?? null) : null;
      return balance !== null && (measure === "exactly" ? balance === wanted : balance >= wanted);
    });
    return agreeing.length >= needed;
  };
}

/** Too little is there no more, and the nodes agree. */
async function resolveAll(deps: AgreeDeps, incidents: readonly OpenIncident[]): Promise<void> {
  for (const { kind, subject } of incidents) {
    if (kind === "NODES_DISAGREE" || kind === "BALANCE_BELOW_BOOKS")
      await deps.incidents.resolve(kind, subject, deps.clock.now());
  }
}

/** Null when the node gave no usable answer, or has not come so far yet. */
async function ask(
  deps: AgreeDeps,
  node: ChainNode,
  at: { number: bigint; hash: Hex },
  books: readonly BookedDeposit[],
): Promise<Statement | null> {
  try {
    const header = await node.header(at.number);
    if (header === null) return null;
    if (header.hash !== at.hash) return { host: node.host, hash: header.hash, balances: null };
    const queries = books.map(({ tokenAddress, depositAddress }) => ({
      tokenAddress,
      address: depositAddress,
    }));
    return { host: node.host, hash: header.hash, balances: await node.balances(at, queries) };
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    deps.log.warn(
      { chainId: node.chainId, host: node.host, error },
      "a node has no say in what lies at deposits",
    );
    return null;
  }
}

async function raise(
  deps: AgreeDeps,
  kind: IncidentKind,
  chainId: number,
  book: BookedDeposit | null,
  details: Readonly<Record<string, string | null>>,
): Promise<void> {
  const about =
    book === null
      ? { subject: blocksSubject(chainId), checkoutId: null }
      : { subject: subjectOf(chainId, book), checkoutId: book.checkoutId };
  await deps.incidents.raise({ kind, chainId, ...about, details }, deps.clock.now());
}

function subjectOf(chainId: number, { checkoutId, tokenAddress }: BookedDeposit): string {
  return depositSubject(chainId, checkoutId, tokenAddress);
}

function keyOf({ checkoutId, tokenAddress }: { checkoutId: string; tokenAddress: Hex }): string {
  return `${checkoutId} ${tokenAddress}`;
}
