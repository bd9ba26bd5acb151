import type { Chain } from "@/lib/chain/chains.rules";
import type { ProjectBalances } from "@/lib/payments/balances/project-balances.store";
import type { Clock } from "@/lib/platform/clock";
import { dayIn } from "@/lib/platform/i18n/time-zone.rules";
import { csvLine } from "@/lib/platform/lists/csv.rules";
import {
  closingAssertions,
  createDeclarations,
  createOpeningBalances,
  journalEntry,
  journalStart,
  postingsOf,
} from "./journal";
import type { Period } from "./movement.rules";
import type { MovementStore } from "./movement.store";
import { movementCells, movementColumns } from "./movements-csv";
import { readMovements } from "./read-movements";

export type ExportBooksDeps = {
  clock: Clock;
  chains: readonly Chain[];
  movements: MovementStore;
  projectBalances: ProjectBalances;
};

/** Every movement of the period as a record of a CSV file, oldest first: of one project, or of all. */
export function exportMovements(
  deps: ExportBooksDeps,
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
  deps: ExportBooksDeps,
  scope: string | null,
  period: Period,
): AsyncGenerator<string> {
  return inParts(declaredEntries(deps, scope, period));
}

async function* csvLines(deps: ExportBooksDeps, scope: string | null, period: Period) {
  yield csvLine(movementColumns);
  for await (const movement of readMovements(deps, scope, period))
    yield csvLine(movementCells(movement, deps.chains, period.timeZone));
}

async function* declaredEntries(deps: ExportBooksDeps, scope: string | null, period: Period) {
  const declarations = createDeclarations();
  for await (const text of journalEntries(deps, scope, period)) yield declarations.read(text);
  yield declarations.entry();
}

async function* journalEntries(deps: ExportBooksDeps, scope: string | null, period: Period) {
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
