import { writeAudit } from "@/lib/accounts/audit.store";
import { makeDepositsDue } from "@/lib/checkouts/balances/deposit-holdings.store";
import { releaseSettlement } from "@/lib/checkouts/state/checkout-advances.store";
import { type Connections, transact } from "@/lib/platform/database";
import { resolveIncident } from "@/lib/platform/incidents/incident.store";
import type { IncidentKind, OpenIncident } from "@/lib/platform/incidents/incident-store.port";

/** Incidents that freeze the settlement of their checkout. */
export const freezingIncidents: readonly IncidentKind[] = [
  "PAYMENT_REVERTED",
  "REFUND_REVERTED",
  "SWEEP_REVERTED",
  "OVER_REFUNDED",
];

/**
 * Closes an incident after review, with an audit entry. For one that froze settlement, the same transaction lifts the
 * freeze, unless refunds exceed the money there.
 *
 * @returns null when no such incident is open
 */
export function closeIncident(
  { pool }: Connections,
  incidentId: string,
  at: Date,
): Promise<{ incident: OpenIncident; released: boolean } | null> {
  return transact(pool, async (connection) => {
    const incident = await resolveIncident(connection, incidentId, at);
    if (incident === null) return null;
    const { kind, subject, checkoutId } = incident;
    const isFreezing = checkoutId !== null && freezingIncidents.includes(kind);
    const released = isFreezing ? await releaseSettlement(connection, checkoutId, at) : null;
    if (isFreezing && released !== null) await makeDepositsDue(connection, [checkoutId]);
    await writeAudit(connection, {
      projectId: released?.projectId ?? null,
      userId: null,
      action: "incident.closed",
      target: incident.id,
      details: { kind, subject },
      at,
    });
    return { incident, released: released !== null };
  });
}
