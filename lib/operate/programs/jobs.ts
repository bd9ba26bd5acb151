/**
 * `npm run jobs:status [-- --json]`: all background work: what is due, late or failing, and when it last ran. Reads a
 * few rows of each kind, however many wait.
 *
 * Exits with 0, with 1 when something is late, with 2 when it could not check.
 */

import { createJobsStatusStore } from "@/lib/books/jobs-status.store";
import { type JobsStatus, readJobsStatus, type WorkStatus } from "@/lib/books/service-status";
import { createPositionStore } from "@/lib/checkouts/state/chain-position.store";
import { printLines, readArguments, runProgram } from "@/lib/operate/commands/program";
import { createScanProgressStore } from "@/lib/payments/scan-progress.store";
import { createDatabase } from "@/lib/platform/database";
import { createIncidentStore } from "@/lib/platform/incidents/incident.store";
import { createLog } from "@/lib/platform/log";
import { alignColumns } from "@/lib/platform/values/text.rules";
import { createRateStore } from "@/lib/rates/rate.store";
import { findOperatorSettings } from "@/lib/settings/operator-settings";

const usage = `Usage: npm run jobs:status [-- --json]
  Shows each background job: how much is due, late or failing, and when it last ran.`;

async function main(args: string[]): Promise<number> {
  const { values } = readArguments(usage, { args, options: { json: { type: "boolean" } } });
  const { databaseUrl, chains } = await findOperatorSettings();
  const database = createDatabase(databaseUrl(), { maxConnections: 1 });
  try {
    const status = await readJobsStatus({
      clock: { now: () => new Date() },
      chains,
      jobsStatus: createJobsStatusStore(database),
      positions: createPositionStore(database),
      scanProgress: createScanProgressStore(database),
      rateStore: createRateStore(database),
      incidents: createIncidentStore(database, createLog("silent")),
    });
    if (values.json) console.log(JSON.stringify(status, null, 2));
    else printLines(toText(status));
    return status.isLate ? 1 : 0;
  } finally {
    await database.close();
  }
}

const columns = ["", "due", "late", "failing", "oldest", "last done"];

function toText({ at, isLate, work }: JobsStatus): string[] {
  const rows = work.map((kind) => [...cells(kind, at), kind.isLate ? "LATE" : "", details(kind)]);
  return [
    ...alignColumns([columns, ...rows], [1, 2, 3, 4, 5]),
    "",
    isLate ? "Some of it is late." : "Nothing is late.",
  ];
}

function cells({ name, due, late, failing, oldestDueSeconds, lastEndedAt }: WorkStatus, at: Date): string[] {
  const since = lastEndedAt === null ? null : Math.max(0, (at.getTime() - lastEndedAt.getTime()) / 1_000);
  return [name, String(due), String(late), String(failing), duration(oldestDueSeconds), duration(since)];
}

function details(kind: WorkStatus): string {
  const entries = Object.entries(kind.details).filter(([, value]) => value !== null && value !== 0);
  return entries.map(([name, value]) => `${name} ${value}`).join(", ");
}

function duration(seconds: number | null): string {
  if (seconds === null) return "-";
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}

await runProgram(main);
