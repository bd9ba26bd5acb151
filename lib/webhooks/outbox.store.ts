import { type Queryable, run, type Statement } from "@/lib/platform/database";
import { noteDue } from "@/lib/platform/due-work";
import { currentRequestId } from "@/lib/platform/tracing";
import type { EventKind } from "./events.rules";

/** An event of a checkout; `body` is the exact text that every delivery sends. */
export type OutboxEvent = {
  id: string;
  projectId: string;
  checkoutId: string;
  kind: EventKind;
  sequence: number;
  body: string;
  createdAt: Date;
};

/**
 * SQL that inserts events and a delivery for each subscribed endpoint, as two common table expressions: `event` and
 * `delivery`.
 *
 * @param source a query of id, project_id, checkout_id, kind, sequence, body, created_at and request_id
 */
export const insertedEvents = (source: string) => `
  event AS (
    INSERT INTO outbox_events (id, project_id, checkout_id, kind, sequence, body, created_at, request_id)
    ${source}
    RETURNING id, project_id, kind, created_at
  ), delivery AS (
    INSERT INTO webhook_deliveries (id, event_id, endpoint_id, next_attempt_at, created_at)
    SELECT 'whd_' || new_ulid(), event.id, endpoint.id, event.created_at, event.created_at
    FROM event JOIN webhook_endpoints AS endpoint
      ON endpoint.project_id = event.project_id AND endpoint.disabled_at IS NULL AND event.kind = ANY (endpoint.kinds)
    RETURNING id, event_id
  )`;

/**
 * SQL: events and their deliveries are one statement, so an event has a delivery for exactly the endpoints that
 * subscribe when it is written.
 */
const insertMany: Statement = {
  name: "outbox_insert_events",
  text: `
    WITH ${insertedEvents(`
      SELECT *, $8::text
      FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[], $6::text[], $7::timestamptz[])`)}
    SELECT FROM delivery LIMIT 1`,
};

/** Writes events in the transaction of what they report: an event exists exactly if the transition did. */
export async function insertEvents(connection: Queryable, events: readonly OutboxEvent[]): Promise<void> {
  if (events.length === 0) return;
  const due = await run(connection, insertMany, [
    events.map(({ id }) => id),
    events.map(({ projectId }) => projectId),
    events.map(({ checkoutId }) => checkoutId),
    events.map(({ kind }) => kind),
    events.map(({ sequence }) => sequence),
    events.map(({ body }) => body),
    events.map(({ createdAt }) => createdAt),
    currentRequestId(),
  ]);
  if (due.length > 0) noteDue(connection, "deliver");
}
