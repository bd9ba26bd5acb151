import { type Connections, read, type Statement } from "@/lib/platform/database";
import { directionOf } from "@/lib/platform/lists/keyset";
import type { ListCursor, ListPlace } from "@/lib/platform/lists/list-place.rules";
import { type EventKind, eventKinds } from "./events.rules";

/** An event as it was sent; `body` is its exact text. */
export type StoredEvent = ListCursor & { body: string };

export type EventFilter = {
  kind?: EventKind | undefined;
  checkoutId?: string | undefined;
  /** From then on. */
  from: Date;
  /** Before then. */
  to?: Date | undefined;
};

/** The events of a project's checkouts, whether an endpoint received them or not. Tests of endpoints are not among them. */
export type EventLog = {
  /**
   * From the cursor on: oldest first for `before`, otherwise newest first.
   * @returns `searchedTo`: where the search of a bounded number of events stopped; null when it reached the end
   */
  page(
    projectId: string,
    filter: EventFilter,
    place: ListPlace,
    limit: number,
  ): Promise<{ events: StoredEvent[]; searchedTo: ListCursor | null }>;
  /** Null for an unknown id, another project's, or an event from before then. */
  find(projectId: string, eventId: string, since: Date): Promise<StoredEvent | null>;
};

/** The events in Postgres. */
export function createEventLog({ pool, prisma }: Connections): EventLog {
  return {
    page: async (projectId, filter, place, limit) => {
      const { kind, checkoutId } = filter;
      const { order } = directionOf(place);
      const isOfCheckout = checkoutId !== undefined;
      // Kinds have no index; without that filter, all but the tests of endpoints are wanted.
      const searched = isOfCheckout ? null : kind === undefined ? limit + testsAtOnce : searchedAtOnce;
      const values = [
        projectId,
        ...boundsOf(filter, place),
        kind === undefined ? eventKinds : [kind],
        limit,
        searched,
        ...(isOfCheckout ? [checkoutId] : []),
      ];
      const rows = await read<Row>(pool, statements[isOfCheckout ? "checkout" : "project"][order], values);
      const [first] = rows;
      const isBounded = first !== undefined && first.searched === searched;
      return {
        events: rows.flatMap(({ id, createdAt, body }) => (id === null ? [] : [{ id, createdAt, body }])),
        searchedTo: isBounded ? { createdAt: first.untilCreatedAt, id: first.untilId } : null,
      };
    },
    find: (projectId, id, since) =>
      prisma.outboxEvent.findFirst({
        where: { id, projectId, checkoutId: { not: null }, createdAt: { gte: since } },
        select: { id: true, createdAt: true, body: true },
      }),
  };
}

/** Each row says how many were searched and to where; without matches it is a row of its own. */
type Row = { searched: number; untilCreatedAt: Date; untilId: string } & (
  | StoredEvent
  | { id: null; createdAt: null; body: null }
);

const searchedAtOnce = 5_000;
/** Tests of endpoints that a page without a filter passes over; more of them only make it shorter. */
const testsAtOnce = 10;

/** Both ends excluded. Every id is greater than an empty one. */
function boundsOf(
  { from, to }: EventFilter,
  place: ListPlace,
): [lowAt: Date, lowId: string, highAt: Date | "infinity", highId: string] {
  const low =
    place.kind === "before" && place.cursor.createdAt >= from ? place.cursor : { createdAt: from, id: "" };
  const high =
    place.kind === "after" && (to === undefined || place.cursor.createdAt < to)
      ? place.cursor
      : { createdAt: to ?? ("infinity" as const), id: "" };
  return [low.createdAt, low.id, high.createdAt, high.id];
}

/**
 * Pairs for both bounds, because the planner takes two bounds of one column for a narrow range and sorts it all. Bodies
 * are read for the page alone. SQL: keyset list.
 */
function selectPage(of: "project" | "checkout", order: "ASC" | "DESC"): Statement {
  const sorted = `created_at ${order}, id ${order}`;
  return {
    name: `event_log_of_${of}_${order.toLowerCase()}`,
    text: `
      WITH searched AS MATERIALIZED (
        SELECT id, created_at, kind FROM outbox_events
        WHERE project_id = $1 AND (created_at, id) > ($2::timestamptz, $3::text)
          AND (created_at, id) < ($4::timestamptz, $5::text)
          ${of === "checkout" ? "AND checkout_id = $9" : ""}
        ORDER BY ${sorted} LIMIT $8::int
      ), page AS (
        SELECT id FROM searched WHERE kind = ANY ($6::text[]) ORDER BY ${sorted} LIMIT $7
      ), until AS (
        SELECT count(*) OVER ()::int AS searched, created_at AS until_created_at, id AS until_id
        FROM searched ORDER BY created_at ${order === "ASC" ? "DESC" : "ASC"}, id ${order === "ASC" ? "DESC" : "ASC"}
        LIMIT 1
      )
      SELECT until.*, event.id, event.created_at, event.body
      FROM until LEFT JOIN (
        SELECT event.id, event.created_at, event.body FROM page JOIN outbox_events AS event ON event.id = page.id
      ) AS event ON true
      ORDER BY event.created_at ${order}, event.id ${order}`,
  };
}

const statements = {
  project: { ASC: selectPage("project", "ASC"), DESC: selectPage("project", "DESC") },
  checkout: { ASC: selectPage("checkout", "ASC"), DESC: selectPage("checkout", "DESC") },
} as const;
