import { type Database, run, type Statement } from "@/lib/platform/database";
import { directionOf } from "@/lib/platform/lists/keyset";
import type { LogPlace } from "@/lib/platform/lists/list-place.rules";
import type { RequestFilter } from "./log-filters.rules";

/** A logged request to the keyed API: without query, body, or key. */
export type LoggedRequest = {
  requestId: string;
  projectId: string;
  keyId: string;
  operation: string;
  method: string;
  path: string;
  statusCode: number;
  /** Null for a success. */
  errorCode: string | null;
  durationMs: number;
  createdAt: Date;
};

/** `id` is the request's position in the log. */
export type ListedRequest = Omit<LoggedRequest, "projectId"> & { id: bigint };

export type RequestLog = {
  /** Writes requests in one statement. */
  write(requests: readonly LoggedRequest[]): Promise<void>;
  /** From the cursor on: oldest first for `before`, otherwise newest first. */
  page(projectId: string, filter: RequestFilter, place: LogPlace, limit: number): Promise<ListedRequest[]>;
};

/** Requests to the keyed API in Postgres, in a table that a crash of the server empties. */
export function createRequestLog({ pool, prisma }: Pick<Database, "pool" | "prisma">): RequestLog {
  return {
    write: async (requests) => {
      await prisma.requestLog.createMany({ data: [...requests] });
    },

    page: async (projectId, filter, place, limit) => {
      const { statement, values } = pageQuery(filter, place);
      const rows = await run<RequestRow>(pool, statement, [projectId, limit, ...values]);
      return rows.map(toListed);
    },
  };
}

type RequestRow = {
  id: bigint;
  request_id: string;
  key_id: string;
  operation: string;
  method: string;
  path: string;
  status_code: number;
  error_code: string | null;
  duration_ms: number;
  created_at: Date;
};

function toListed(row: RequestRow): ListedRequest {
  return {
    id: row.id,
    requestId: row.request_id,
    keyId: row.key_id,
    operation: row.operation,
    method: row.method,
    path: row.path,
    statusCode: row.status_code,
    errorCode: row.error_code,
    durationMs: row.duration_ms,
    createdAt: row.created_at,
  };
}

/**
 * Scans the project's index and filters on the way: pruning keeps a project at some 100,000 rows. A request's id has an
 * index of its own.
 */
function pageQuery(
  { status, operation, request }: RequestFilter,
  place: LogPlace,
): { statement: Statement; values: unknown[] } {
  const { order, beyond } = directionOf(place);
  const [from, below] = status === null ? [null, null] : statusRanges[status];
  const given: [name: string, condition: (value: string) => string, value: unknown][] = [
    ["request", (value) => `request_id = ${value}`, request],
    ["operation", (value) => `operation = ${value}`, operation],
    ["from", (value) => `status_code >= ${value}`, from],
    ["below", (value) => `status_code < ${value}`, below],
    [place.kind, (value) => `id ${beyond} ${value}::bigint`, place.kind === "first" ? null : place.cursor],
  ];
  const used = given.filter(([, , value]) => value !== null);
  const conditions = used.map(([, condition], index) => `AND ${condition(`$${index + 3}`)}`);
  return {
    statement: {
      name: ["request_log_page", ...used.map(([name]) => name)].join("_"),
      text: `
        SELECT id, request_id, key_id, operation, method, path, status_code, error_code, duration_ms, created_at
        FROM request_log WHERE project_id = $1 ${conditions.join(" ")}
        ORDER BY id ${order} LIMIT $2`,
    },
    values: used.map(([, , value]) => value),
  };
}

const statusRanges = { "2xx": [200, 300], "4xx": [400, 500], "5xx": [500, 600] } as const;
