import type { Chain } from "@/lib/chain/chains.rules";
import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import { majorityBalances, witness } from "@/lib/chain/witness";
import type { BalanceStore, BookedDeposit } from "@/lib/checkouts/balances/balance.store";
import type { ChainPosition } from "@/lib/checkouts/state/payment-store.port";
import {
  depositSubject,
  type IncidentKind,
  type IncidentStore,
  type OpenIncident,
} from "@/lib/platform/incidents/incident-store.port";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";
import { dropRefuted, type RereadDeps, rereadLogs } from "./reread-logs";

export type BalanceDeps = RereadDeps & { balances: BalanceStore; incidents: IncidentStore };

/** The chain's balance compared with the books; null when the token returned no balance. */
export type Verdict = "equal" | "above" | "below" | null;

/** Verdicts by `depositKey`. */
export type Verdicts = ReadonlyMap<string, Verdict>;

/** An unexplained balance is examined again after this long, not on every pass. */
const quietMs = 15_000;

/** A missing balance may be a node's mistake for this long; after it we drop transfers that no node shows. */
const patienceMs = minuteMs;

type Block = { number: bigint; hash: Hex };

/** With the majority's balance, or every balance while nodes differ. */
type Read = BookedDeposit & { balances: readonly bigint[] };

export function depositKey(checkoutId: string, tokenAddress: Hex): string {
  return `${checkoutId} ${tokenAddress}`;
}

/**
 * Compares the balances of deposit addresses with their recorded logs. Where they differ, the logs are read again from
 * every node and missed ones are recorded; an unexplained rest is an incident until a later pass explains it.
 */
export async function reconcileBalances(
  deps: BalanceDeps,
  chain: Chain,
  position: ChainPosition,
  at: Block,
  checkoutIds: readonly string[],
  tokens: readonly Hex[] = chain.tokens.map(({ address }) => address),
  since: { block: bigint } | null = null,
): Promise<{ verdicts: Verdicts; events: number }> {
  const verdicts = new Map<string, Verdict>();
  const { chainId } = chain;
  const now = deps.clock.now();
  const ids = [...new Set(checkoutIds)];
  const books = await deps.balances.books(chainId, ids, tokens, at.number);
  const incidents = incidentsBySubject(
    await deps.incidents.openAbout(books.map((book) => subjectOf(chainId, book))),
  );

  const due: BookedDeposit[] = [];
  for (const book of books) {
    const known = incidents.get(subjectOf(chainId, book))?.at(-1);
    const isRecent = known !== undefined && now.getTime() - known.lastSeenAt.getTime() < quietMs;
    if (isRecent) verdicts.set(keyOf(book), known.kind === "BALANCE_ABOVE_BOOKS" ? "above" : "below");
    else due.push(book);
  }
  if (due.length === 0) return { verdicts, events: 0 };

  const read = await readBalances(deps, chainId, at, due);
  const differing = read.filter(
    (item) => compareWithBooks(item) === "above" || compareWithBooks(item) === "below",
  );
  let events = 0;
  let settled: readonly Read[] = read;
  if (differing.length > 0) {
    const oldest = new Date(Math.min(...differing.map(({ createdAt }) => createdAt.getTime())));
    const addresses = [...new Set(differing.map(({ depositAddress }) => depositAddress))];
    events += (await rereadLogs(deps, chain, position, addresses, since ?? { at: oldest })).events;
    const missing = differing.filter((item) => compareWithBooks(item) === "below");
    events += (await dropRefuted(deps, chainId, missing, waitingLong(chainId, missing, incidents, now)))
      .events;
    settled = await withNewBooks(deps, chainId, at, read);
  }
  // After a rewind the books and the balances are of different blocks: a later pass compares again.
  if (!(await isStillScanned(deps, chainId, at))) throw new ChainUnavailable(`chain ${chainId} was rewound`);
  for (const item of settled) {
    const verdict = compareWithBooks(item);
    verdicts.set(keyOf(item), verdict);
    await report(deps, chainId, at, item, verdict, incidents.get(subjectOf(chainId, item)) ?? []);
  }
  return { verdicts, events };
}

/** Deposits whose balance has been missing for long. */
function waitingLong(
  chainId: number,
  missing: readonly Read[],
  incidents: ReadonlyMap<string, readonly OpenIncident[]>,
  now: Date,
): Read[] {
  const before = now.getTime() - patienceMs;
  return missing.filter((item) =>
    (incidents.get(subjectOf(chainId, item)) ?? []).some(
      ({ kind, createdAt }) => kind === "BALANCE_BELOW_BOOKS" && createdAt.getTime() <= before,
    ),
  );
}

/** A token's balance at each address and, once per address, the native coin. */
async function readBalances(
  deps: BalanceDeps,
  chainId: number,
  at: Block,
  books: readonly BookedDeposit[],
): Promise<Read[]> {
  const owners = new Map(books.map(({ checkoutId, depositAddress }) => [checkoutId, depositAddress]));
  const queries = [
    ...books.map(({ tokenAddress, depositAddress }) => ({ tokenAddress, address: depositAddress })),
    ...[...owners.values()].map((address) => ({ tokenAddress: null, address })),
  ];
  const balances = await majorityBalances(deps.reader(chainId), at, queries);
  const found = [...owners.keys()].flatMap((checkoutId, index) => {
    const [amountWei, another] = balances[books.length + index] ?? [];
    return amountWei === undefined || another !== undefined ? [] : [{ checkoutId, amountWei }];
  });
  await deps.balances.noteNative(chainId, at.number, found, deps.clock.now());
  return books.map((book, index) => ({ ...book, balances: balances[index] ?? [] }));
}

/** When nodes differ, a shortfall on one node takes precedence over a surplus on another. */
function compareWithBooks({ balances, units, leavingUnits }: Read): Verdict {
  if (balances.length === 0) return null;
  if (balances.some((chainUnits) => chainUnits < units - leavingUnits)) return "below";
  return balances.some((chainUnits) => chainUnits > units) ? "above" : "equal";
}

/** The same balances against the updated books. */
async function withNewBooks(
  deps: BalanceDeps,
  chainId: number,
  at: Block,
  read: readonly Read[],
): Promise<Read[]> {
  const balancesOf = new Map(read.map((item) => [keyOf(item), item.balances]));
  const ids = [...new Set(read.map(({ checkoutId }) => checkoutId))];
  const tokens = [...new Set(read.map(({ tokenAddress }) => tokenAddress))];
  const books = await deps.balances.books(chainId, ids, tokens, at.number);
  return books.flatMap((book) => {
    const balances = balancesOf.get(keyOf(book));
    return balances === undefined ? [] : [{ ...book, balances }];
  });
}

async function isStillScanned(deps: BalanceDeps, chainId: number, at: Block): Promise<boolean> {
  return deps.payments.transaction(async (tx) => (await tx.headerHash(chainId, at.number)) === at.hash);
}

/** Opens an incident for each unexplained balance, and resolves the explained ones. */
async function report(
  deps: BalanceDeps,
  chainId: number,
  at: Block,
  item: Read,
  verdict: Verdict,
  open: readonly OpenIncident[],
): Promise<void> {
  if (verdict === null) return;
  const kind = verdict === "equal" ? null : await kindOf(deps, chainId, at, item, verdict);
  const subject = subjectOf(chainId, item);
  const now = deps.clock.now();
  for (const incident of open) {
    if (incident.kind !== kind) await deps.incidents.resolve(incident.kind, subject, now);
  }
  if (kind === null) return;
  const details = {
    tokenAddress: item.tokenAddress,
    depositAddress: item.depositAddress,
    chainUnits: item.balances.join(" or "),
    bookUnits: String(item.units),
    blockNumber: String(at.number),
  };
  await deps.incidents.raise({ kind, subject, chainId, checkoutId: item.checkoutId, details }, now);
}

/** When one node matches the books and another does not, the nodes disagree. */
async function kindOf(
  deps: BalanceDeps,
  chainId: number,
  at: Block,
  item: Read,
  verdict: "above" | "below",
): Promise<"BALANCE_ABOVE_BOOKS" | "BALANCE_BELOW_BOOKS" | "NODES_DISAGREE"> {
  if (verdict === "above") return "BALANCE_ABOVE_BOOKS";
  const query = { tokenAddress: item.tokenAddress, address: item.depositAddress };
  const isEnough = ([chainUnits]: (bigint | null)[]) =>
    chainUnits == null ? null : chainUnits >= item.units;
  const { verdicts } = await witness([isEnough], deps.reader(chainId), "any", (node) =>
    node.balances(at, [query]),
  );
  return verdicts[0] === "confirmed" ? "NODES_DISAGREE" : "BALANCE_BELOW_BOOKS";
}

function incidentsBySubject(incidents: readonly OpenIncident[]): Map<string, OpenIncident[]> {
  const bySubject = new Map<string, OpenIncident[]>();
  for (const incident of incidents) {
    if (!aboutBalances.includes(incident.kind)) continue;
    const group = bySubject.get(incident.subject);
    if (group === undefined) bySubject.set(incident.subject, [incident]);
    else group.push(incident);
  }
  return bySubject;
}

/** Incidents that end when the balance equals the books. */
export const aboutBalances: readonly IncidentKind[] = [
  "BALANCE_ABOVE_BOOKS",
  "BALANCE_BELOW_BOOKS",
  "NODES_DISAGREE",
];

function keyOf({ checkoutId, tokenAddress }: Pick<BookedDeposit, "checkoutId" | "tokenAddress">): string {
  return depositKey(checkoutId, tokenAddress);
}

function subjectOf(chainId: number, { checkoutId, tokenAddress }: BookedDeposit): string {
  return depositSubject(chainId, checkoutId, tokenAddress);
}
