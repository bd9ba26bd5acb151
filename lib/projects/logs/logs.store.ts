import type { AuditEntry } from "@/lib/accounts/audit.store";
import type { TokenRef } from "@/lib/chain/token.rules";
import { type Connections, read, run, type Statement } from "@/lib/platform/database";
import { countOf, type PruneBatch } from "@/lib/platform/jobs/prune-batch";
import { directionOf, givenConditions } from "@/lib/platform/lists/keyset";
import { dayBounds, type LogPlace, type TimedLogPlace } from "@/lib/platform/lists/list-place.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { AuditFilter, RequestFilter } from "./log-filters.rules";

/** An audit entry as members read it. */
export type AuditRecord = Pick<AuditEntry, "details" | "at"> & {
  id: bigint;
  action: string;
  target: string | null;
  /** Token of the entry's checkout or refund: amounts in `details` are in its smallest units. */
  token: TokenRef | null;
  /** Null for a server key, the operator, and a deleted account. */
  who: { userId: string; email: string; name: string | null } | null;
  /** The server key that acted; null for a person and the operator. */
  serverKey: { lastFour: string } | null;
};

export type AuditLog = {
  /** From the cursor on: oldest first for `before`, otherwise newest first. */
  page(projectId: string, filter: AuditFilter, place: TimedLogPlace, limit: number): Promise<AuditRecord[]>;
  /** Recent values for the filters. */
  choices(projectId: string): Promise<{
    people: { userId: string; email: string; name: string | null }[];
    actions: string[];
  }>;
};

/** How many of the newest entries provide the filter values. */
const looked = 10_000;

/** What was done in projects, read from Postgres. */
export function createAuditLog({ pool, prisma }: Connections): AuditLog {
  return {
    page: async (projectId, filter, place, limit) => {
      const { statement, values } = auditQuery(filter, place);
      return (await read<AuditRow>(pool, statement, [projectId, limit, ...values])).map(toRecord);
    },

    choices: async (projectId) => {
      type Recent = { userId: string | null; action: string };
      const recent = await read<Recent>(pool, selectRecent, [projectId, looked]);
      const ids = recent.flatMap(({ userId }) => userId ?? []);
      const people = await prisma.user.findMany({
        where: { id: { in: [...new Set(ids)] } },
        select: { id: true, email: true, name: true },
        orderBy: { email: "asc" },
      });
      return {
        people: people.map(({ id: userId, email, name }) => ({ userId, email, name })),
        actions: [...new Set(recent.map(({ action }) => action))],
      };
    },
  };
}

type AuditRow = Omit<AuditRecord, "token" | "who" | "serverKey"> & {
  keyLastFour: string | null;
  userId: string | null;
  email: string | null;
  name: string | null;
  chainId: number | null;
  tokenAddress: Hex | null;
};

function toRecord({
  userId,
  email,
  name,
  keyLastFour,
  chainId,
  tokenAddress,
  ...entry
}: AuditRow): AuditRecord {
  return {
    ...entry,
    token: chainId === null || tokenAddress === null ? null : { chainId, tokenAddress },
    who: userId === null || email === null ? null : { userId, email, name },
    serverKey: keyLastFour === null ? null : { lastFour: keyLastFour },
  };
}

/**
 * A statement for each combination of filters: with optional ones, PostgreSQL could plan it without their index. In the
 * order of times, so that an index ends at the days of a filter. SQL: keyset list.
 */
function auditQuery(
  { userId, action, ...days }: AuditFilter,
  place: TimedLogPlace,
): { statement: Statement; values: unknown[] } {
  const { order, beyond } = directionOf(place);
  const { from: since, before: until } = dayBounds(days);
  const cursor = place.kind === "first" ? null : place.cursor;
  const { names, text, values } = givenConditions(3, [
    ["user", (value) => `user_id = ${value}`, [userId]],
    ["action", (value) => `action = ${value}`, [action]],
    ["since", (value) => `created_at >= ${value}::timestamptz`, [since]],
    ["until", (value) => `created_at < ${value}::timestamptz`, [until]],
    [
      place.kind,
      (at, id) => `(created_at, id) ${beyond} (${at}::timestamptz, ${id}::bigint)`,
      [cursor?.at ?? null, cursor?.id ?? null],
    ],
  ]);
  return {
    statement: {
      name: ["audit_log_page", ...names].join("_"),
      text: `
        SELECT entry.id, entry.action, entry.target, entry.details, entry.created_at AS at, entry.user_id,
          person.email, person.name, key.last_four AS key_last_four,
          coalesce(refund.chain_id, checkout.chain_id) AS chain_id,
          coalesce(refund.token_address, checkout.token_address) AS token_address
        FROM (
          SELECT * FROM audit_log WHERE project_id = $1 ${text}
          ORDER BY created_at ${order}, id ${order} LIMIT $2
        ) AS entry
        LEFT JOIN users AS person ON person.id = entry.user_id
        LEFT JOIN api_keys AS key ON key.id = entry.key_id
        LEFT JOIN refunds AS refund ON refund.id = entry.target AND refund.project_id = $1
        LEFT JOIN checkouts AS checkout ON checkout.id = entry.target AND checkout.project_id = $1
        ORDER BY entry.created_at ${order}, entry.id ${order}`,
    },
    values,
  };
}

/** SQL: sums or bounded counts. */
const selectRecent: Statement = {
  name: "audit_log_recent",
  text: `
    SELECT DISTINCT recent.user_id, recent.action
    FROM (SELECT user_id, action FROM audit_log WHERE project_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2) AS recent
    ORDER BY recent.action`,
};

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
export function createRequestLog({ pool }: Connections): RequestLog {
  return {
    write: async (requests) => {
      await run(pool, insertRequests, [JSON.stringify(requests)]);
    },

    page: async (projectId, filter, place, limit) => {
      const { statement, values } = pageQuery(filter, place);
      return read<ListedRequest>(pool, statement, [projectId, limit, ...values]);
    },
  };
}

/** Takes the requests as JSON, with the property names of `LoggedRequest`. SQL: many rows in one statement. */
const insertRequests: Statement = {
  name: "request_log_insert",
  text: `
    INSERT INTO request_log
      (request_id, project_id, key_id, operation, method, path, status_code, error_code, duration_ms, created_at)
    SELECT "requestId", "projectId", "keyId", operation, method, path, "statusCode", "errorCode", "durationMs", "createdAt"
    FROM ROWS FROM (json_to_recordset($1) AS (
      "requestId" text, "projectId" text, "keyId" text, operation text, method text, path text, "statusCode" int,
      "errorCode" text, "durationMs" int, "createdAt" timestamptz
    )) WITH ORDINALITY
    ORDER BY ordinality`,
};

/**
 * Scans the project's index and filters on the way: pruning keeps a project at some 100,000 rows. A request's id has an
 * index of its own.
 */
function pageQuery(
  { status, operation, request, ...days }: RequestFilter,
  place: LogPlace,
): { statement: Statement; values: unknown[] } {
  const { order, beyond } = directionOf(place);
  const { from: since, before: until } = dayBounds(days);
  const [from, below] = status === null ? [null, null] : statusRanges[status];
  const { names, text, values } = givenConditions(3, [
    ["request", (value) => `request_id = ${value}`, [request]],
    ["operation", (value) => `operation = ${value}`, [operation]],
    ["from", (value) => `status_code >= ${value}`, [from]],
    ["below", (value) => `status_code < ${value}`, [below]],
    ["since", (value) => `created_at >= ${value}::timestamptz`, [since]],
    ["until", (value) => `created_at < ${value}::timestamptz`, [until]],
    [place.kind, (value) => `id ${beyond} ${value}::bigint`, [place.kind === "first" ? null : place.cursor]],
  ]);
  return {
    statement: {
      name: ["request_log_page", ...names].join("_"),
      text: `
        SELECT id, request_id, key_id, operation, method, path, status_code, error_code, duration_ms, created_at
        FROM request_log WHERE project_id = $1 ${text}
        ORDER BY id ${order} LIMIT $2`,
    },
    values,
  };
}

const statusRanges = { "2xx": [200, 300], "4xx": [400, 500], "5xx": [500, 600] } as const;

/** Deletes requests logged at or before the time. */
export const pruneRequests =
  ({ prisma }: Connections): PruneBatch =>
  (before, limit) =>
    countOf(prisma.requestLog.deleteMany({ where: { createdAt: { lte: before } }, limit }));

/** Deletes the oldest requests of each project that has more than `most`. @returns how many */
export const pruneSurplusRequests =
  ({ pool }: Connections) =>
  async (most: number, limit: number): Promise<number> =>
    (await run(pool, deleteSurplusRequests, [most, limit])).length;

/**
 * Steps from project to project by the index instead of scanning all rows, and in each to the last row that may stay.
 * SQL: claim of rows that others may hold.
 */
const deleteSurplusRequests: Statement = {
  name: "prune_surplus_requests",
  text: `
    WITH RECURSIVE project AS (
      (SELECT project_id FROM request_log ORDER BY project_id LIMIT 1)
      UNION ALL
      SELECT (
        SELECT request.project_id FROM request_log AS request
        WHERE request.project_id > project.project_id ORDER BY request.project_id LIMIT 1)
      FROM project WHERE project.project_id IS NOT NULL
    ), surplus AS MATERIALIZED (
      SELECT request.project_id, request.id
      FROM project
      CROSS JOIN LATERAL (
        SELECT id FROM request_log WHERE project_id = project.project_id ORDER BY id DESC OFFSET $1 LIMIT 1) AS newest
      JOIN request_log AS request ON request.project_id = project.project_id AND request.id <= newest.id
      LIMIT $2 FOR UPDATE OF request SKIP LOCKED
    )
    DELETE FROM request_log AS request USING surplus
    WHERE request.project_id = surplus.project_id AND request.id = surplus.id RETURNING request.id`,
};
