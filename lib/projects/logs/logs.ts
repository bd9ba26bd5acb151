import type { ListPart, LogPlace, TimedEntry, TimedLogPlace } from "@/lib/platform/lists/list-place.rules";
import type { Log } from "@/lib/platform/log";
import type { ProjectAccess } from "@/lib/projects/project-access";
import type { AuditFilter, RequestFilter } from "./log-filters.rules";
import type { AuditLog, AuditRecord, ListedRequest, LoggedRequest, RequestLog } from "./logs.store";

const mostPerFlush = 200;

const mostWaiting = 10_000;

const flushAfterMs = 1_000;

export type RequestRecorder = {
  /**
   * Queues a log entry for an answered request. Returns at once and never throws: no answer waits for its log entry.
   */
  note(request: LoggedRequest): void;
  /** Writes the queue. Later entries are lost. */
  stop(): Promise<void>;
  /** Entries lost since the start: the queue was full, or the database failed. */
  readonly dropped: number;
};

/**
 * Writes requests after their answers: in batches, one at a time, within a second. The queue is bounded: when requests
 * arrive faster than we can write, the oldest entries are dropped.
 */
export function createRequestRecorder({
  requestLog,
  log,
}: {
  requestLog: Pick<RequestLog, "write">;
  log: Log;
}): RequestRecorder {
  let waiting: LoggedRequest[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let stopped = false;
  let dropped = 0;

  /** Writes the queue; entries that arrive meanwhile wait, unless they fill a whole batch. */
  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, mostPerFlush);
      try {
        await requestLog.write(batch);
      } catch (error) {
        dropped += batch.length;
        log.warn({ error, lost: batch.length, dropped }, "could not write the request log");
      }
      if (!stopped && waiting.length < mostPerFlush) return;
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing ??= write().finally(() => {
      writing = undefined;
      if (waiting.length > 0) schedule();
    });
    return writing;
  }

  function schedule(): void {
    timer ??= setTimeout(flush, flushAfterMs).unref();
  }

  return {
    note: (request) => {
      if (stopped) return;
      if (waiting.length >= mostWaiting) {
        waiting = waiting.slice(mostPerFlush);
        dropped += mostPerFlush;
      }
      waiting.push(request);
      if (writing !== undefined) return;
      if (waiting.length >= mostPerFlush) void flush();
      else schedule();
    },
    stop: async () => {
      stopped = true;
      await flush();
    },
    get dropped() {
      return dropped;
    },
  };
}

const perPage = 50;

/** A page of the requests with the project's keys, newest first. @throws CheckoutError FORBIDDEN */
export async function listRequests(
  { requestLog }: { requestLog: Pick<RequestLog, "page"> },
  access: ProjectAccess,
  filter: RequestFilter,
  place: LogPlace,
): Promise<ListPart<ListedRequest, bigint>> {
  access.require("requestLog.read");
  return requestLog.page(access.projectId, filter, place, perPage);
}

const auditPerPage = 50;

/** A page of the project's audit log, newest first, and the filter values. @throws CheckoutError FORBIDDEN */
export async function readAuditLog(
  { auditLog }: { auditLog: AuditLog },
  access: ProjectAccess,
  filter: AuditFilter,
  place: TimedLogPlace,
): Promise<{ part: ListPart<AuditRecord, TimedEntry>; choices: Awaited<ReturnType<AuditLog["choices"]>> }> {
  access.require("audit.read");
  const [part, choices] = await Promise.all([
    auditLog.page(access.projectId, filter, place, auditPerPage),
    auditLog.choices(access.projectId),
  ]);
  return { part, choices };
}
