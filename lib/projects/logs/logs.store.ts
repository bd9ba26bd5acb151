import type { AuditEntry } from "@/lib/accounts/audit.store";
import type { TokenRef } from "@/lib/chain/token.rules";
import {
  type Connections,
  countOf,
  type PruneBatch,
  read,
  run,
  type Statement,
} from "@/lib/platform/database";
import { byNumber, byTime, defineList } from "@/lib/platform/lists/define-list.store";
import { dayBounds, type TimedEntry } from "@/lib/platform/lists/list-place.rules";
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

/** How many of the newest entries provide the filter values. */
const looked = 10_000;

/** What was done in projects. */
const auditList = defineList<AuditFilter, AuditRecord, AuditRow, TimedEntry>({
  name: "audit_log_page",
  table: "audit_log",
  row: "entry",
  owner: "project_id",
  order: byTime,
  filters: {
    userId: (id, param) => `entry.user_id = ${param(id)}`,
    action: (action, param) => `entry.action = ${param(action)}`,
  },
  within: dayBounds,
  columns: `entry.id, entry.action, entry.target, entry.details, entry.created_at AS at, entry.user_id, person.email,
    person.name, key.last_four AS key_last_four, coalesce(refund.chain_id, checkout.chain_id) AS chain_id,
    coalesce(refund.token_address, checkout.token_address) AS token_address`,
  joins: `
    LEFT JOIN users AS person ON person.id = entry.user_id
    LEFT JOIN api_keys AS key ON key.id = entry.key_id
    LEFT JOIN refunds AS refund ON refund.id = entry.target AND refund.project_id = $1
    LEFT JOIN checkouts AS checkout ON checkout.id = entry.target AND checkout.project_id = $1`,
  toItem: toRecord,
});

export type AuditLog = ReturnType<typeof createAuditLog>;

/** What was done in projects, read from Postgres. */
export function createAuditLog({ pool, prisma }: Connections) {
  return {
    page: auditList(pool).page,

    /** Recent values for the filters. */
    choices: async (projectId: string) => {
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

/** SQL: DISTINCT over the newest rows alone needs a query over a limited query. */
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

export type RequestLog = ReturnType<typeof createRequestLog>;

/**
 * Requests to the keyed API. Scans the project's index and filters on the way: pruning keeps a project at some 100,000
 * rows. A request's id has an index of its own.
 */
const requestList = defineList<RequestFilter, ListedRequest, ListedRequest, bigint>({
  name: "request_log_page",
  table: "request_log",
  row: "request",
  owner: "project_id",
  order: byNumber,
  filters: {
    request: (id, param) => `request.request_id = ${param(id)}`,
    operation: (operation, param) => `request.operation = ${param(operation)}`,
    status: (status, param) => {
      const [from, below] = statusRanges[status];
      return `request.status_code >= ${param(from)} AND request.status_code < ${param(below)}`;
    },
  },
  within: dayBounds,
  columns: `request.id, request.request_id, request.key_id, request.operation, request.method, request.path,
    request.status_code, request.error_code, request.duration_ms, request.created_at`,
});

const statusRanges = { "2xx": [200, 300], "4xx": [400, 500], "5xx": [500, 600] } as const;

/** Requests to the keyed API in Postgres, in a table that a crash of the server empties. */
export function createRequestLog({ pool }: Connections) {
  return {
    /** Writes requests in one statement. */
    write: async (requests: readonly LoggedRequest[]) => {
      await run(pool, insertRequests, [JSON.stringify(requests)]);
    },
    page: requestList(pool).page,
  };
}

/**
 * Takes the requests as JSON, with the property names of `LoggedRequest`. SQL: one parameter carries a batch of any
 * size, so that the statement stays prepared.
 */
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
 * SQL: Prisma has neither WITH RECURSIVE nor SKIP LOCKED.
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
