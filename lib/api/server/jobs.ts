/**
 * `npm run jobs:status [-- --json]`: all background work: what is due, late or failing, and when it last ran. Reads a
 * few rows of each kind, however many wait.
 *
 * Exits with 0, with 1 when something is late, with 2 when it could not check.
 */
import { parseArgs } from "node:util";
import { findOperatorSettings } from "@/lib/api/settings/operator-settings";
import { type JobsStatus, readJobsStatus, type WorkStatus } from "@/lib/books/jobs-status";
import { createJobsStatusStore } from "@/lib/books/jobs-status.store";
import { createPaymentStore } from "@/lib/payments/payment.store";
import { createDatabase } from "@/lib/platform/database";
import { createIncidentStore } from "@/lib/platform/incidents/incident.store";
import { createLog } from "@/lib/platform/log";
import { createSecretBox } from "@/lib/platform/secret-box";
import { createRateStore } from "@/lib/rates/rate.store";

const secretKeyBytes = 32;

async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { json: { type: "boolean" } } });
  const { databaseUrl, chains } = await findOperatorSettings();
  const database = createDatabase(databaseUrl(), { maxConnections: 1 });
  try {
    const status = await readJobsStatus({
      clock: { now: () => new Date() },
      chains,
      jobsStatus: createJobsStatusStore(database),
      // It reads nothing sealed, so any key works.
      payments: createPaymentStore(database, createSecretBox(Buffer.alloc(secretKeyBytes))),
      rateStore: createRateStore(database),
      incidents: createIncidentStore(database, createLog("silent")),
    });
    console.log(values.json ? JSON.stringify(status, null, 2) : toText(status));
    return status.isLate ? 1 : 0;
  } finally {
    await database.close();
  }
}

const columns = ["", "due", "late", "failing", "oldest", "last done"] as const;
const widths = [18, 8, 8, 9, 10, 12];

function toText({ at, isLate, work }: JobsStatus): string {
  const rows = work.map((kind) => `${row(cells(kind, at))}${kind.isLate ? "  LATE" : ""}${details(kind)}`);
  return [row(columns), ...rows, "", isLate ? "Some of it is late." : "Nothing is late."].join("\n");
}

function cells({ name, due, late, failing, oldestDueSeconds, lastEndedAt }: WorkStatus, at: Date): string[] {
  const since = lastEndedAt === null ? null : Math.max(0, (at.getTime() - lastEndedAt.getTime()) / 1_000);
  return [name, String(due), String(late), String(failing), duration(oldestDueSeconds), duration(since)];
}

function row(cells: readonly string[]): string {
  return cells
    .map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0)))
    .join("");
}

function details(kind: WorkStatus): string {
  const told = Object.entries(kind.details).filter(([, value]) => value !== null && value !== 0);
  return told.length === 0 ? "" : `  ${told.map(([name, value]) => `${name} ${value}`).join(", ")}`;
}

function duration(seconds: number | null): string {
  if (seconds === null) return "-";
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}

main(process.argv.slice(2)).then(
  (exitCode) => {
    process.exitCode = exitCode;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  },
);
