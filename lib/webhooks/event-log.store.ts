import type { Connections } from "@/lib/platform/database";
import { byCreation, defineList } from "@/lib/platform/lists/define-list.store";
import type { List, ListCursor } from "@/lib/platform/lists/list-place.rules";
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
export type EventLog = List<EventFilter, StoredEvent> & {
  /** Null for an unknown id, another project's, or an event from before then. */
  find(projectId: string, eventId: string, since: Date): Promise<StoredEvent | null>;
};

const searchedAtOnce = 5_000;
/** One more than the largest page, and tests of endpoints that it passes over; more of them only make it shorter. */
const pageAtOnce = 101 + 10;

/** Kinds have no index. Bodies are read for the page alone. */
const eventList = defineList<EventFilter, StoredEvent>({
  name: "event_log",
  table: "outbox_events",
  row: "event",
  owner: "project_id",
  order: byCreation,
  filters: {
    kind: null,
    checkoutId: (id, param) => `event.checkout_id = ${param(id)}`,
  },
  within: ({ from, to = null }) => ({ from, before: to }),
  walk: {
    rows: ({ kind, checkoutId }) =>
      checkoutId !== undefined ? null : kind === undefined ? pageAtOnce : searchedAtOnce,
    reads: "event.id, event.created_at, event.kind",
    // Without a filter, all but the tests of endpoints are wanted.
    where: ({ kind }, param) =>
      `event.kind = ANY (${param(kind === undefined ? eventKinds : [kind])}::text[])`,
  },
  columns: "event.id, event.created_at, sent.body",
  joins: "LEFT JOIN outbox_events AS sent ON sent.id = event.id",
});

/** The events in Postgres. */
export function createEventLog({ pool, prisma }: Connections): EventLog {
  return {
    ...eventList(pool),
    find: (projectId, id, since) =>
      prisma.outboxEvent.findFirst({
        where: { id, projectId, checkoutId: { not: null }, createdAt: { gte: since } },
        select: { id: true, createdAt: true, body: true },
      }),
  };
}
