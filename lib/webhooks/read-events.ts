import type { Clock } from "@/lib/platform/clock";
import { fault } from "@/lib/platform/faults/fault.rules";
import type { ListPart, ListPlace } from "@/lib/platform/lists/list-place.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { hasIdForm } from "@/lib/platform/values/ids.rules";
import { dayMs } from "@/lib/platform/values/time.rules";
import type { Acting } from "@/lib/projects/project-access";
import type { EventFilter, EventLog, StoredEvent } from "./event-log.store";

/** How far back events can be read. */
const readableMs = 90 * dayMs;

type ReadEventsDeps = { clock: Clock; eventLog: EventLog };

/** A page of a project's events of the last 90 days, newest first. A rare kind is searched in parts. */
export async function listEvents(
  { clock, eventLog }: ReadEventsDeps,
  { projectId }: Acting,
  filter: Partial<EventFilter>,
  place: ListPlace,
  take: number,
): Promise<ListPart<StoredEvent>> {
  const since = new Date(clock.now().getTime() - readableMs);
  const from = filter.from !== undefined && filter.from > since ? filter.from : since;
  return eventLog.page(projectId, { ...filter, from }, place, take);
}

/**
 * One of a project's events.
 * @throws CheckoutError EVENT_NOT_FOUND for an unknown id, another project's, or an event of more than 90 days ago
 */
export async function readEvent(
  { clock, eventLog }: ReadEventsDeps,
  { projectId }: Acting,
  eventId: string,
): Promise<StoredEvent> {
  const since = new Date(clock.now().getTime() - readableMs);
  // The URL may hold any text: a malformed id costs no query.
  const event = hasIdForm("evt", eventId) ? await eventLog.find(projectId, eventId, since) : null;
  if (event === null) throw new CheckoutError("EVENT_NOT_FOUND", fault("webhooks.eventNotFound"));
  return event;
}
