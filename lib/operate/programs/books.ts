/**
 * `npm run books -- --out FILE`: every movement of a period, of one project or of all, as CSV or as hledger journal. It
 * reads only, and may run beside the service. Exits with 0, or with 2 when there is no file.
 */
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { exportJournal, exportMovements } from "@/lib/books/export-books";
import { readPeriod } from "@/lib/books/movement.rules";
import { createMovementStore } from "@/lib/books/movement.store";
import { makeProjectDepositsDue } from "@/lib/checkouts/balances/deposit-holdings.store";
import { readArguments, runProgram, UsageError } from "@/lib/operate/commands/program";
import { createProjectBalances } from "@/lib/payments/balances/project-balances.store";
import { createSystemClock } from "@/lib/platform/clock";
import { createDatabase, type Database } from "@/lib/platform/database";
import { utc } from "@/lib/platform/i18n/time-zone.rules";
import { csvStart } from "@/lib/platform/lists/csv.rules";
import { projectNotFound } from "@/lib/projects/project-access";
import { createSettingsStore } from "@/lib/projects/settings/settings.store";
import { findOperatorSettings } from "@/lib/settings/operator-settings";

const usage = `Usage: npm run books -- --out FILE [--project ID] [--from DAY] [--to DAY]
  Writes every payment, refund, sweep and gas cost to FILE, which must not exist yet and ends with .csv or .journal (for hledger).
  --project  of one project; without it, of all
  --from, --to  the first and last day, such as 2026-01-31; without them, everything
Days are in the project's time zone, and in UTC for all projects.`;

const kinds = {
  ".csv": { start: csvStart, lines: exportMovements },
  ".journal": { start: "", lines: exportJournal },
} as const;

await runProgram(async (args) => {
  const text = { type: "string" } as const;
  const { values } = readArguments(usage, {
    args,
    options: { out: text, project: text, from: text, to: text },
  });
  const { out, project = null, ...days } = values;
  if (out === undefined) throw new UsageError("--out is missing.", usage);
  const extension = path.extname(out);
  if (extension !== ".csv" && extension !== ".journal")
    throw new UsageError("--out must end with .csv or .journal.", usage);
  const clock = createSystemClock();
  // Refused before a connection.
  readPeriod(days, clock.now(), utc);
  const { databaseUrl, chains } = await findOperatorSettings();
  const database = createDatabase(databaseUrl(), { maxConnections: 2 });
  try {
    const period = readPeriod(days, clock.now(), await timeZoneOf(database, project));
    const deps = {
      clock,
      chains,
      movements: createMovementStore(database),
      projectBalances: createProjectBalances(database),
    };
    const { start, lines } = kinds[extension];
    await write(out, start, lines(deps, project, period));
    console.log(`${out}: booked before ${period.before.toISOString()}, days in ${period.timeZone}.`);
  } finally {
    await database.close();
  }
  return 0;
});

/** @throws CheckoutError PROJECT_NOT_FOUND */
async function timeZoneOf(database: Database, projectId: string | null): Promise<string> {
  if (projectId === null) return utc;
  const settings = await createSettingsStore(database, makeProjectDepositsDue).find(projectId);
  if (settings === null) throw projectNotFound();
  return settings.timeZone ?? utc;
}

/** A file is whole or not there. @throws when it exists already */
async function write(file: string, start: string, parts: AsyncIterable<string>): Promise<void> {
  const target = createWriteStream(file, { flags: "wx" });
  let isOpen = false;
  target.once("open", () => {
    isOpen = true;
  });
  try {
    await pipeline(async function* () {
      if (start !== "") yield start;
      yield* parts;
    }, target);
  } catch (error) {
    if (isOpen) await rm(file, { force: true });
    throw error;
  }
}
