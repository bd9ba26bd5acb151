/**
 * `npm run incidents`: what an operator has to look at, oldest first.
 * `npm run incidents -- --close <id> [--close <id> …]`: someone has looked. Of a payment that a reorganisation took
 * this also lets its checkout be settled again.
 *
 * Ends with 0, or with 1 when an id names no open incident.
 */
import { parseArgs } from "node:util";
import { findOperatorSettings } from "@/lib/api/settings/operator-settings";
import { createDatabase } from "@/lib/platform/database";
import { createIncidentStore } from "@/lib/platform/incidents/incident.store";
import type { IncidentStore, OpenIncident } from "@/lib/platform/incidents/incident-store.port";
import { createLog } from "@/lib/platform/log";
import { escapeText } from "@/lib/platform/values/text.rules";
import { announceAct } from "@/lib/projects/logs/acts.store";

const shown = 500;

async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { close: { type: "string", multiple: true } } });
  const { databaseUrl } = await findOperatorSettings();
  const database = createDatabase(databaseUrl(), { maxConnections: 1 });
  try {
    const incidents = createIncidentStore(database, createLog("silent"));
    if (values.close === undefined) return await list(incidents);
    const exitCode = await close(incidents, values.close);
    // What was frozen may be settled now.
    await announceAct(database).catch(() => undefined);
    return exitCode;
  } finally {
    await database.close();
  }
}

async function list(incidents: IncidentStore): Promise<number> {
  const open = await incidents.open(shown);
  const count = await incidents.count();
  for (const incident of open) console.log(toText(incident));
  if (count === 0) console.log("No incident is open.");
  if (count > open.length) console.log(`… and ${count - open.length} more.`);
  return 0;
}

async function close(incidents: IncidentStore, ids: readonly string[]): Promise<number> {
  let unknown = 0;
  for (const id of ids) {
    const closed = await incidents.close(id, new Date());
    if (closed === null) {
      unknown += 1;
      console.log(`${id}: no such incident is open.`);
      continue;
    }
    const { incident, released } = closed;
    const freezes = incident.kind === "PAYMENT_REVERTED" || incident.kind === "REFUND_REVERTED";
    const kept = freezes && !released;
    console.log(
      `${id}: closed.` +
        (released ? ` ${incident.checkoutId} may be settled again.` : "") +
        (kept ? ` ${incident.checkoutId} was not frozen, or more was given back than is there.` : ""),
    );
  }
  return unknown === 0 ? 0 : 1;
}

function toText({
  id,
  kind,
  chainId,
  checkoutId,
  subject,
  details,
  createdAt,
  lastSeenAt,
}: OpenIncident): string {
  const about = checkoutId ?? subject;
  const where = chainId === null ? "" : ` on chain ${chainId}`;
  const facts = Object.entries(details).map(
    ([name, value]) => `${name} ${escapeText(String(value ?? "unknown"))}`,
  );
  return [
    `${id}  ${kind}  ${about}${where}`,
    `    What to do: docs/incidents/${kind.toLowerCase().replaceAll("_", "-")}.md`,
    `    since ${createdAt.toISOString()}, last seen ${lastSeenAt.toISOString()}`,
    ...(facts.length > 0 ? [`    ${facts.join(", ")}`] : []),
  ].join("\n");
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
