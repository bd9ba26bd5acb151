/**
 * `npm run incidents`: open incidents, oldest first. `npm run incidents -- --close <id> [--close <id> …]`: closes them
 * after review. For a payment taken by a reorg, this also allows settlement of its checkout again.
 *
 * Exits with 0, or with 1 when an id names no open incident.
 */

import { closeIncident, freezingIncidents, readIncidentFacts } from "@/lib/books/incident-facts.store";
import type { Chain } from "@/lib/chain/chains.rules";
import { incidentLines } from "@/lib/operate/commands/incident-lines";
import { printLines, readArguments, runProgram } from "@/lib/operate/commands/program";
import { createDatabase, type Database } from "@/lib/platform/database";
import { createIncidentStore } from "@/lib/platform/incidents/incident.store";
import type { IncidentStore } from "@/lib/platform/incidents/incident-store.port";
import { createLog } from "@/lib/platform/log";
import { announceAct } from "@/lib/projects/logs/acts.store";
import { findOperatorSettings } from "@/lib/settings/operator-settings";

const maxRows = 500;

const usage = `Usage: npm run incidents [-- --close ID [--close ID …]]
  Lists open incidents, oldest first. --close marks an incident as reviewed.`;

async function main(args: string[]): Promise<number> {
  const { values } = readArguments(usage, { args, options: { close: { type: "string", multiple: true } } });
  const { databaseUrl, chains } = await findOperatorSettings();
  const database = createDatabase(databaseUrl(), { maxConnections: 1 });
  try {
    const incidents = createIncidentStore(database, createLog("silent"));
    if (values.close === undefined) return await list(database, incidents, chains);
    const exitCode = await close(database, values.close);
    // A checkout that was frozen may be settled now.
    await announceAct(database).catch(() => undefined);
    return exitCode;
  } finally {
    await database.close();
  }
}

async function list(database: Database, incidents: IncidentStore, chains: readonly Chain[]): Promise<number> {
  const open = await incidents.open(maxRows);
  const count = await incidents.count();
  const facts = await readIncidentFacts(database, open, new Date());
  printLines(
    open.flatMap((incident) => {
      const known = facts.get(incident.id);
      return known === undefined ? [] : incidentLines({ incident, facts: known, chains });
    }),
  );
  if (count === 0) console.log("There are no open incidents.");
  if (count > open.length) console.log(`… and ${count - open.length} more.`);
  return 0;
}

async function close(database: Database, ids: readonly string[]): Promise<number> {
  let unknown = 0;
  for (const id of ids) {
    const closed = await closeIncident(database, id, new Date());
    if (closed === null) {
      unknown += 1;
      printLines([`${id}: no open incident has this id.`]);
      continue;
    }
    const { incident, released } = closed;
    const kept = freezingIncidents.includes(incident.kind) && !released;
    console.log(
      `${id}: closed.` +
        (released ? ` ${incident.checkoutId} can settle again.` : "") +
        (kept
          ? ` ${incident.checkoutId} stays as it is: it was not frozen, or its refunds exceed what it received.`
          : ""),
    );
  }
  return unknown === 0 ? 0 : 1;
}

await runProgram(main);
