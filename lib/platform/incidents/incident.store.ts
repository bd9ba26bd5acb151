import { type Database, type Queryable, run, type Statement } from "@/lib/platform/database";
import type { Log } from "@/lib/platform/log";
import type { Incident, IncidentKind, IncidentStore, OpenIncident } from "./incident-store.port";

/** One that somebody holds comes back by itself when they change it; else it is looked at when its pause is over. */
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

/** Ends the pause of what lies at these checkouts' addresses: something that settlement waited for may have come. */
export async function lookAgain(connection: Queryable, checkoutIds: readonly string[]): Promise<void> {
  if (checkoutIds.length > 0) await run(connection, takeUp, [checkoutIds]);
}

/** Incidents in Postgres. Each is told to the operator once, by an error in the log, when it is new. */
export function createIncidentStore({ pool }: Pick<Database, "pool">, log: Log): IncidentStore {
  return {
    raise: async (incident, at) => {
      const [isNew] = await saveIncidents(pool, [incident], at);
      if (isNew !== undefined) log.error({ incident }, "an operator has to look at this");
      return isNew !== undefined;
    },

    resolve: async (kind, subject, at) => {
      await run(pool, resolveIncident, [kind, subject, at]);
    },

    openAbout: async (subjects) => {
      if (subjects.length === 0) return [];
      return (await run<IncidentRow>(pool, selectAbout, [subjects])).map(toIncident);
    },

    open: async (limit) => (await run<IncidentRow>(pool, selectOpen, [limit])).map(toIncident),

    openOnChain: async (chainId, kinds, limit) =>
      (await run<IncidentRow>(pool, selectOnChain, [chainId, kinds, limit])).map(toIncident),

    close: async (incidentId, at) => {
      const [row] = await run<IncidentRow & { released: boolean }>(pool, closeIncident, [incidentId, at]);
      if (row === undefined) return null;
      // After the freeze is lifted: whoever looks again must find it gone.
      if (row.released && row.checkout_id !== null) await lookAgain(pool, [row.checkout_id]);
      return { incident: toIncident(row), released: row.released };
    },

    count: async () => {
      const [row] = await run<{ count: bigint }>(pool, countOpen);
      return Number(row?.count ?? 0n);
    },
  };
}

/** In the order of their unique key, so that two transactions never wait for each other in a circle. */
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
 * Opens them, or notes that they are still there.
 *
 * @param incidents each kind and subject once
 * @returns those that are new
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

const resolveIncident: Statement = {
  name: "incidents_resolve",
  text: "UPDATE incidents SET resolved_at = $3 WHERE kind = $1::incident_kind AND subject = $2 AND resolved_at IS NULL",
};

const columns = "id, kind, subject, chain_id, checkout_id, details, created_at, last_seen_at";

const selectAbout: Statement = {
  name: "incidents_open_about",
  text: `
    SELECT ${columns} FROM incidents
    WHERE subject = ANY ($1::text[]) AND resolved_at IS NULL ORDER BY created_at, id`,
};

const selectOpen: Statement = {
  name: "incidents_open",
  text: `SELECT ${columns} FROM incidents WHERE resolved_at IS NULL ORDER BY created_at, id LIMIT $1`,
};

const selectOnChain: Statement = {
  name: "incidents_open_on_chain",
  text: `
    SELECT ${columns} FROM incidents
    WHERE chain_id = $1 AND kind = ANY ($2::incident_kind[]) AND resolved_at IS NULL
    ORDER BY last_seen_at, id LIMIT $3`,
};

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

const countOpen: Statement = {
  name: "incidents_count",
  text: "SELECT count(*) AS count FROM incidents WHERE resolved_at IS NULL",
};

type IncidentRow = {
  id: string;
  kind: IncidentKind;
  subject: string;
  chain_id: number | null;
  checkout_id: string | null;
  details: Incident["details"];
  created_at: Date;
  last_seen_at: Date;
};

function toIncident(row: IncidentRow): OpenIncident {
  return {
    id: row.id,
    kind: row.kind,
    subject: row.subject,
    chainId: row.chain_id,
    checkoutId: row.checkout_id,
    details: row.details,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
  };
}
