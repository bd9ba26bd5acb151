import { type Connections, type Queryable, read, run, type Statement } from "@/lib/platform/database";
import type { Log } from "@/lib/platform/log";
import type { Incident as Row } from "@/prisma/generated/client";
import type { Incident, IncidentKind, IncidentStore, OpenIncident } from "./incident-store.port";

/** Incidents in Postgres. A new incident is logged once, as an error. */
export function createIncidentStore({ pool, prisma }: Connections, log: Log): IncidentStore {
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

    count: () => prisma.incident.count({ where: open }),
  };
}

function toIncident(row: Row): OpenIncident {
  const { id, kind, subject, chainId, checkoutId, createdAt, lastSeenAt } = row;
  const details = row.details as OpenIncident["details"];
  return { id, kind, subject, chainId, checkoutId, details, createdAt, lastSeenAt };
}

/**
 * In the order of their unique key, so that two transactions never deadlock. SQL: the key is unique among open
 * incidents only, and Prisma's upsert cannot name a partial index.
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

/** SQL: part of the transaction on `pg` that writes the audit entry. */
const resolveRow: Statement = {
  name: "incidents_resolve",
  text: `
    UPDATE incidents SET resolved_at = $2::timestamptz WHERE id = $1 AND resolved_at IS NULL
    RETURNING id, kind, subject, chain_id, checkout_id, details, created_at, last_seen_at`,
};

/** Marks an open incident as resolved. Null when no such incident is open. */
export async function resolveIncident(
  connection: Queryable,
  incidentId: string,
  at: Date,
): Promise<OpenIncident | null> {
  return (await read<OpenIncident>(connection, resolveRow, [incidentId, at]))[0] ?? null;
}
