import { type Database, type Queryable, read, run, type Statement } from "@/lib/platform/database";
import type { Log } from "@/lib/platform/log";
import type { Incident as Row } from "@/prisma/generated/client";
import type { Incident, IncidentKind, IncidentStore, OpenIncident } from "./incident-store.port";

/**
 * A locked deposit becomes due by itself when its holder changes it; otherwise it is checked after its pause. SQL:
 * claim of rows that others may hold.
 */
const takeUp: Statement = {
  name: "settlements_look_again",
  text: `
    WITH idle AS (
      SELECT checkout_id, chain_id, token_address FROM deposit_holdings
      WHERE checkout_id = ANY ($1::text[]) AND amount_units > 0 AND look_after > '-infinity'
      FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE deposit_holdings AS holding SET look_after = '-infinity' FROM idle
    WHERE (holding.checkout_id, holding.chain_id, holding.token_address)
      = (idle.checkout_id, idle.chain_id, idle.token_address)`,
};

/** Makes the deposits of these checkouts due: a condition of their settlement may have changed. */
export async function lookAgain(connection: Queryable, checkoutIds: readonly string[]): Promise<void> {
  if (checkoutIds.length > 0) await run(connection, takeUp, [checkoutIds]);
}

/** Incidents in Postgres. A new incident is logged once, as an error. */
export function createIncidentStore(
  { pool, prisma }: Pick<Database, "pool" | "prisma">,
  log: Log,
): IncidentStore {
  const open = { resolvedAt: null };
  return {
    raise: async (incident, at) => {
      const [isNew] = await saveIncidents(pool, [incident], at);
      if (isNew !== undefined) log.error({ incident }, "opened an incident for the operator");
      return isNew !== undefined;
    },

    resolve: async (kind, subject, at) => {
      await prisma.incident.updateMany({ where: { kind, subject, ...open }, data: { resolvedAt: at } });
    },

    openAbout: async (subjects) => {
      const where = { subject: { in: [...subjects] }, ...open };
      return (await prisma.incident.findMany({ where, orderBy: [{ createdAt: "asc" }, { id: "asc" }] })).map(
        toIncident,
      );
    },

    open: async (take) =>
      (
        await prisma.incident.findMany({ where: open, orderBy: [{ createdAt: "asc" }, { id: "asc" }], take })
      ).map(toIncident),

    openOnChain: async (chainId, kinds, take) => {
      const where = { chainId, kind: { in: [...kinds] }, ...open };
      return (
        await prisma.incident.findMany({ where, orderBy: [{ lastSeenAt: "asc" }, { id: "asc" }], take })
      ).map(toIncident);
    },

    close: async (incidentId, at) => {
      const [row] = await read<OpenIncident & { released: boolean }>(pool, closeIncident, [incidentId, at]);
      if (row === undefined) return null;
      const { released, ...incident } = row;
      // After lifting the freeze, so that the next check finds it gone.
      if (released && incident.checkoutId !== null) await lookAgain(pool, [incident.checkoutId]);
      return { incident, released };
    },

    count: () => prisma.incident.count({ where: open }),
  };
}

function toIncident(row: Row): OpenIncident {
  const { id, kind, subject, chainId, checkoutId, createdAt, lastSeenAt } = row;
  const details = row.details as OpenIncident["details"];
  return { id, kind, subject, chainId, checkoutId, details, createdAt, lastSeenAt };
}

/**
 * In the order of their unique key, so that two transactions never deadlock. SQL: an upsert with a condition or a
 * computed value.
 */
const upsertIncidents: Statement = {
  name: "incidents_save",
  text: `
    INSERT INTO incidents (id, kind, subject, chain_id, checkout_id, details, created_at, last_seen_at)
    SELECT 'inc_' || new_ulid(), kind, subject, chain_id, checkout_id, details, $6::timestamptz, $6::timestamptz
    FROM unnest($1::incident_kind[], $2::text[], $3::int[], $4::text[], $5::jsonb[])
      AS incident (kind, subject, chain_id, checkout_id, details)
    ORDER BY kind, subject
    ON CONFLICT (kind, subject) WHERE resolved_at IS NULL DO UPDATE SET
      details = excluded.details, last_seen_at = greatest(incidents.last_seen_at, excluded.last_seen_at)
    RETURNING kind, subject, xmax = 0 AS is_new`,
};

/**
 * Opens incidents, or refreshes open ones.
 *
 * @param incidents each kind and subject once
 * @returns the new ones
 */
export async function saveIncidents(
  connection: Queryable,
  incidents: readonly Incident[],
  at: Date,
): Promise<Incident[]> {
  if (incidents.length === 0) return [];
  const rows = await run<{ kind: IncidentKind; subject: string; is_new: boolean }>(
    connection,
    upsertIncidents,
    [
      incidents.map(({ kind }) => kind),
      incidents.map(({ subject }) => subject),
      incidents.map(({ chainId }) => chainId),
      incidents.map(({ checkoutId }) => checkoutId),
      incidents.map(({ details }) => JSON.stringify(details)),
      at,
    ],
  );
  const added = new Set(rows.filter((row) => row.is_new).map((row) => `${row.kind} ${row.subject}`));
  return incidents.filter(({ kind, subject }) => added.has(`${kind} ${subject}`));
}

const columns = "id, kind, subject, chain_id, checkout_id, details, created_at, last_seen_at";

/** SQL: several facts at once. */
const closeIncident: Statement = {
  name: "incidents_close",
  text: `
    WITH closed AS (
      UPDATE incidents SET resolved_at = $2::timestamptz WHERE id = $1 AND resolved_at IS NULL
      RETURNING ${columns}
    ), released AS (
      UPDATE checkouts AS checkout SET settlement_frozen = false FROM closed
      WHERE closed.kind IN ('PAYMENT_REVERTED', 'REFUND_REVERTED') AND checkout.id = closed.checkout_id AND checkout.settlement_frozen
        AND checkout.refunded_units + checkout.refunding_units <= checkout.total_paid_units
      RETURNING checkout.id, checkout.project_id
    ), told AS (
      INSERT INTO checkout_events (checkout_id, kind, details, created_at)
      SELECT id, 'settlement.released', NULL, $2::timestamptz FROM released
    ), noted AS (
      INSERT INTO audit_log (project_id, action, target, details, created_at)
      SELECT (SELECT project_id FROM released), 'incident.closed', closed.id,
        jsonb_build_object('kind', closed.kind, 'subject', closed.subject), $2::timestamptz
      FROM closed
    )
    SELECT ${columns}, EXISTS (SELECT FROM released) AS released FROM closed`,
};
