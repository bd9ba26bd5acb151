import { type Queryable, run, type Statement } from "@/lib/platform/database";
import type { EndpointTransaction } from "./webhook-endpoint-store.port";

/** Of the project's events in that time, which is short, the endpoint's tests. */
const selectTests: Statement = {
  name: "webhook_tests_since",
  text: `
    SELECT created_at FROM outbox_events
    WHERE project_id = $1 AND created_at > $3 AND endpoint_id = $2 ORDER BY created_at, id`,
};
const insertEventAndDelivery: Statement = {
  name: "webhook_tests_insert",
  text: `
    WITH event AS (
      INSERT INTO outbox_events (id, project_id, endpoint_id, kind, sequence, body, created_at)
      VALUES ($1, $2, $3, 'endpoint.test', 0, $4, $5) RETURNING id, endpoint_id, created_at
    )
    INSERT INTO webhook_deliveries (id, event_id, endpoint_id, next_attempt_at, created_at)
    SELECT $6, id, endpoint_id, created_at, created_at FROM event`,
};

export async function testsSince(
  connection: Queryable,
  ...[{ id, projectId }, since]: Parameters<EndpointTransaction["testsSince"]>
): Promise<Date[]> {
  const rows = await run<{ created_at: Date }>(connection, selectTests, [projectId, id, since]);
  return rows.map(({ created_at }) => created_at);
}

export async function insertTest(
  connection: Queryable,
  ...[endpoint, event, deliveryId]: [...Parameters<EndpointTransaction["insertTest"]>, string]
): Promise<{ deliveryId: string }> {
  const { id, body, createdAt } = event;
  await run(connection, insertEventAndDelivery, [
    id,
    endpoint.projectId,
    endpoint.id,
    body,
    createdAt,
    deliveryId,
  ]);
  return { deliveryId };
}
