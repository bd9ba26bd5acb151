import {
  closingAssertions,
  createDeclarations,
  createOpeningBalances,
  journalEntry,
  journalStart,
  postingsOf,
} from "@/lib/books/journal";
import {
  addressOf,
  fiatValue,
  type GasMovement,
  kindName,
  type LedgerAccount,
  type Movement,
  type Period,
  type TokenMovement,
} from "@/lib/books/movement.rules";
import type { MovementStore } from "@/lib/books/movement.store";
import type { Chain } from "@/lib/chain/chains.rules";
import { findToken } from "@/lib/chain/chains.rules";
import { nativeCurrencyOf } from "@/lib/chain/native-currency.rules";
import {
  addressCell,
  amountCell,
  networkCell,
  timeCell,
  tokenCell,
} from "@/lib/checkouts/dashboard/export-checkouts";
import type { ProjectBalances } from "@/lib/payments/balances/project-balances.store";
import type { Clock } from "@/lib/platform/clock";
import { dayIn, localTime } from "@/lib/platform/i18n/time-zone.rules";
import { csvLine } from "@/lib/platform/lists/csv.rules";
import { formatUnits } from "@/lib/platform/values/money.rules";

export type ExportParts = {
  clock: Clock;
  chains: readonly Chain[];
  movements: MovementStore;
  projectBalances: ProjectBalances;
};

/** Every movement of the period as a record of a CSV file, oldest first: of one project, or of all. */
export function exportMovements(
  deps: ExportParts,
  scope: string | null,
  period: Period,
): AsyncGenerator<string> {
  return inParts(csvLines(deps, scope, period));
}

/**
 * The same as a journal in double entry for hledger. It begins with the balances before the period, and ends with
 * assertions of the ledger's own sums and the declarations of its accounts and commodities.
 */
export function exportJournal(
  deps: ExportParts,
  scope: string | null,
  period: Period,
): AsyncGenerator<string> {
  return inParts(declaredEntries(deps, scope, period));
}

async function* csvLines(deps: ExportParts, scope: string | null, period: Period) {
  yield csvLine(movementColumns);
  for await (const movement of readMovements(deps, scope, period))
    yield csvLine(movementCells(movement, deps.chains, period.timeZone));
}

async function* declaredEntries(deps: ExportParts, scope: string | null, period: Period) {
  const declarations = createDeclarations();
  for await (const text of journalEntries(deps, scope, period)) yield declarations.read(text);
  yield declarations.entry();
}

async function* journalEntries(deps: ExportParts, scope: string | null, period: Period) {
  const { chains, projectBalances } = deps;
  const { from, before, timeZone } = period;
  const begin = from === null ? "" : `from ${from.toISOString()} `;
  yield journalStart(
    `Movements of ${scope ?? "all projects"}, booked ${begin}before ${before.toISOString()}, days in ${timeZone}`,
  );
  if (from !== null) {
    const opening = createOpeningBalances();
    for await (const movement of readMovements(deps, scope, { from: null, before: from, timeZone }))
      opening.add(postingsOf(movement, chains));
    yield opening.entry(dayIn(from, timeZone));
  }
  for await (const movement of readMovements(deps, scope, period))
    yield journalEntry(movement, chains, timeZone);
  const balances =
    scope === null ? await projectBalances.ofAll(before) : await projectBalances.of(scope, before);
  const gas = await deps.movements.gasSums(scope, period);
  const lastDay = dayIn(new Date(before.getTime() - 1), timeZone);
  yield closingAssertions(balances, gas, chains, lastDay);
}

/** Fewer and larger pieces: each costs its reader about the same. */
const pieceLength = 64 * 1024;

async function* inParts(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let part = "";
  for await (const line of lines) {
    part += line;
    if (part.length < pieceLength) continue;
    yield part;
    part = "";
  }
  if (part !== "") yield part;
}

const pageSize = 1_000;

/**
 * Everything that moved in the period, in the order in which it was booked: of one project, or of all. Read page by page
 * as it is taken, so that a slow or aborted download reads no further.
 */
async function* readMovements(
  { movements }: ExportParts,
  scope: string | null,
  period: Period,
): AsyncGenerator<Movement> {
  const gas = pages((last: Awaited<ReturnType<MovementStore["gas"]>>[number] | null) =>
    movements.gas(scope, period, last, pageSize),
  );
  const ledger = pages((last: Awaited<ReturnType<MovementStore["ledger"]>>[number] | null) =>
    movements.ledger(scope, period, last?.id ?? 0n, pageSize),
  );
  let spent = await gas.next();
  for await (const entry of ledger) {
    for (; !spent.done && spent.value.bookedAt < entry.bookedAt; spent = await gas.next()) yield spent.value;
    yield entry;
  }
  for (; !spent.done; spent = await gas.next()) yield spent.value;
}

async function* pages<Item>(read: (last: Item | null) => Promise<Item[]>): AsyncGenerator<Item> {
  for (let last: Item | null = null; ; ) {
    const items: Item[] = await read(last);
    yield* items;
    last = items.at(-1) ?? null;
    if (items.length < pageSize) return;
  }
}

export const movementColumns = [
  "booked_at_utc",
  "block_at_utc",
  "kind",
  "from_account",
  "to_account",
  "amount",
  "token",
  "network",
  "fiat_value",
  "fiat_currency",
  "rate",
  "rate_at_utc",
  "rate_source",
  "checkout",
  "reference",
  "refund",
  "settlement",
  "from_address",
  "to_address",
  "transaction",
  "block",
  "project",
  "booked_at_local",
  "time_zone",
] as const;

type Cells = Partial<Record<(typeof movementColumns)[number], string | null>>;

/** A movement as the cells of a CSV record. Amounts have no sign: the accounts say where the money went. */
export function movementCells(
  movement: Movement,
  chains: readonly Chain[],
  timeZone: string,
): (string | null)[] {
  const { bookedAt, projectId, checkoutId, refundId, chainId, txHash, blockNumber } = movement;
  const cells: Cells = {
    booked_at_utc: timeCell(bookedAt),
    kind: kindName(movement),
    network: networkCell(chains, chainId),
    checkout: checkoutId,
    refund: refundId,
    transaction: txHash,
    block: blockNumber?.toString() ?? null,
    project: projectId,
    booked_at_local: localTime(bookedAt, timeZone),
    time_zone: timeZone,
    ...(movement.kind === "GAS" ? gasCells(movement, chains) : tokenCells(movement, chains)),
  };
  return movementColumns.map((column) => cells[column] ?? null);
}

function gasCells(
  { chainId, costWei, operatorAddress, settlementId }: GasMovement,
  chains: readonly Chain[],
) {
  const coin = nativeCurrencyOf(chains, chainId);
  return {
    from_account: "operator",
    to_account: "network",
    amount: formatUnits(costWei, coin.decimals, 0),
    token: coin.symbol,
    settlement: settlementId,
    from_address: addressCell(operatorAddress),
  } satisfies Cells;
}

const accountNames: Readonly<Record<LedgerAccount, string>> = {
  CUSTOMER: "customer",
  DEPOSIT: "deposit",
  MERCHANT: "merchant",
};

function tokenCells(movement: TokenMovement, chains: readonly Chain[]) {
  const { fromAccount, toAccount, amountUnits, referenceId, blockTimestamp } = movement;
  return {
    block_at_utc: timeCell(blockTimestamp),
    from_account: accountNames[fromAccount],
    to_account: accountNames[toAccount],
    amount: amountCell(chains, movement, amountUnits),
    token: tokenCell(chains, movement),
    reference: referenceId,
    from_address: addressCell(addressOf(movement, fromAccount)),
    to_address: addressCell(addressOf(movement, toAccount)),
    ...fiatCells(movement, chains),
  } satisfies Cells;
}

/** Empty without a rate, and for a token that is no longer listed, whose decimals nobody knows. */
function fiatCells(movement: TokenMovement, chains: readonly Chain[]): Cells {
  const { rate, amountUnits } = movement;
  const found = findToken(chains, movement);
  if (rate === null || found === null) return {};
  const { currency, digits, places } = fiatValue(amountUnits, found.token.decimals, rate);
  return {
    fiat_value: formatUnits(digits, places, places),
    fiat_currency: currency,
    rate: rate.perToken,
    rate_at_utc: timeCell(rate.at),
    rate_source: rate.source,
  };
}
