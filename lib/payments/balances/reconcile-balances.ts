import type { Chain } from "@/lib/chain/chains.rules";
import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import type { ChainPosition } from "@/lib/chain/scan-position.rules";
import { majorityBalances, witness } from "@/lib/chain/witness";
import type { BookedDeposit } from "@/lib/checkouts/balances/balance.store";
import type { ScanParts } from "@/lib/payments/payments.parts";
import {
  depositSubject,
  type IncidentKind,
  type OpenIncident,
} from "@/lib/platform/incidents/incident-store.port";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";
import { dropRefuted, rereadLogs } from "./reread-logs";

/** The chain's balance compared with the books; null when the token returned no balance. */
type Comparison = "equal" | "above" | "below" | null;

/** Comparisons by `depositKey`. */
export type Comparisons = ReadonlyMap<string, Comparison>;

/** An unexplained balance is examined again after this long, not on every pass. */
const quietMs = 15_000;

/** A missing balance may be a node's mistake for this long; after it we drop transfers that every node refutes. */
const mistakeMs = minuteMs;

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
  deps: ScanParts,
  chain: Chain,
  position: ChainPosition,
  at: Block,
  checkoutIds: readonly string[],
  tokens: readonly Hex[] = chain.tokens.map(({ address }) => address),
  since: { block: bigint } | null = null,
): Promise<Comparisons> {
  const comparisons = new Map<string, Comparison>();
  const { chainId } = chain;
  const now = deps.clock.now().getTime();
  const ids = [...new Set(checkoutIds)];
  const books = await deps.balances.books(chainId, ids, tokens, at.number);
  const open = await deps.incidents.openAbout(books.map((book) => subjectOf(chainId, book)));
  const incidentsOf = (book: BookedDeposit) =>
    open.filter(({ kind, subject }) => subject === subjectOf(chainId, book) && aboutBalances.includes(kind));

  const due: BookedDeposit[] = [];
  for (const book of books) {
    const known = incidentsOf(book).at(-1);
    const isRecent = known !== undefined && now - known.lastSeenAt.getTime() < quietMs;
    if (isRecent) comparisons.set(keyOf(book), known.kind === "BALANCE_ABOVE_BOOKS" ? "above" : "below");
    else due.push(book);
  }
  if (due.length === 0) return comparisons;

  let read = await readBalances(deps, chainId, at, due);
  const missing = read.filter((item) => compareWithBooks(item) === "below");
  const differing = [...missing, ...read.filter((item) => compareWithBooks(item) === "above")];
  if (differing.length > 0) {
    const oldest = new Date(Math.min(...differing.map(({ createdAt }) => createdAt.getTime())));
    const addresses = [...new Set(differing.map(({ depositAddress }) => depositAddress))];
    await rereadLogs(deps, chain, position, addresses, since ?? { at: oldest });
    const missingForLong = missing.filter((item) =>
      incidentsOf(item).some(
        ({ kind, createdAt }) => kind === "BALANCE_BELOW_BOOKS" && now - createdAt.getTime() >= mistakeMs,
      ),
    );
    await dropRefuted(deps, chainId, missing, missingForLong);
    read = await withNewBooks(deps, chainId, at, read);
  }
  // After a rewind the books and the balances are of different blocks: a later pass compares again.
  const scannedHash = await deps.scanProgress.headerHash(chainId, at.number);
  if (scannedHash !== at.hash) throw new ChainUnavailable(`chain ${chainId} was rewound`);
  for (const item of read) {
    const comparison = compareWithBooks(item);
    comparisons.set(keyOf(item), comparison);
    await report(deps, chainId, at, item, comparison, incidentsOf(item));
  }
  return comparisons;
}

/** A token's balance at each address and, once per address, the native coin. */
async function readBalances(
  deps: ScanParts,
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
function compareWithBooks({ balances, units, leavingUnits }: Read): Comparison {
  if (balances.length === 0) return null;
  if (balances.some((chainUnits) => chainUnits < units - leavingUnits)) return "below";
  return balances.some((chainUnits) => chainUnits > units) ? "above" : "equal";
}

/** The same balances against the updated books. */
async function withNewBooks(
  deps: ScanParts,
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

/** Opens an incident for each unexplained balance, and resolves the explained ones. */
async function report(
  deps: ScanParts,
  chainId: number,
  at: Block,
  item: Read,
  comparison: Comparison,
  open: readonly OpenIncident[],
): Promise<void> {
  if (comparison === null) return;
  const kind = comparison === "equal" ? null : await kindOf(deps, chainId, at, item, comparison);
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
  deps: ScanParts,
  chainId: number,
  at: Block,
  item: Read,
  comparison: "above" | "below",
): Promise<"BALANCE_ABOVE_BOOKS" | "BALANCE_BELOW_BOOKS" | "NODES_DISAGREE"> {
  if (comparison === "above") return "BALANCE_ABOVE_BOOKS";
  const query = { tokenAddress: item.tokenAddress, address: item.depositAddress };
  const isEnough = ([chainUnits]: (bigint | null)[]) =>
    chainUnits == null ? null : chainUnits >= item.units;
  const { verdicts } = await witness([isEnough], deps.reader(chainId), "any", (node) =>
    node.balances(at, [query]),
  );
  return verdicts[0] === "confirmed" ? "NODES_DISAGREE" : "BALANCE_BELOW_BOOKS";
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
