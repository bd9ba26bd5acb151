import type { Clock } from "@/lib/platform/clock";
import { type Connections, run, type Statement } from "@/lib/platform/database";
import type { Limit } from "@/lib/platform/limits/client-limits.rules";
import type { Admission } from "@/lib/platform/limits/rate-limiter.port";
import { coalesce } from "@/lib/platform/time-limit";
import { minuteMs } from "@/lib/platform/values/time.rules";
import type { ApiKeyKind, KeyScope } from "@/lib/projects/keys/api-key.rules";
import { noteKeyUse } from "@/lib/projects/keys/project-keys.store";
import { type KeyHolder, type ProjectJson, projectJson, toProject } from "@/lib/projects/project.store";
import { toAdmission } from "./rate-limiter.store";

/** A request with a key, and its limits. */
export type KeyedRequest = {
  /** SHA-256 of the key, hex. */
  keyHash: string;
  /** It counts only when its key is of this kind, of this project (if given), and for this origin (if given). */
  kind: ApiKeyKind;
  projectId: string | null;
  origin: string | null;
  limits: readonly KeyedLimit[];
};

/**
 * A limit of a request with a key. With `ofProject` it is the project's: the bucket's name is followed by the project's
 * id, and the project's own number for the Server API takes the place of `most`.
 */
export type KeyedLimit = Omit<Limit, "shared"> & { ofProject?: true };

export type KeyAdmission = {
  /** Null when the key is unknown, revoked or expired, or its project deleted. */
  holder: KeyHolder | null;
  /** Null when the request did not count: its key is not for it. */
  admission: Admission | null;
  /** How many requests each limit admits. */
  mosts: readonly number[];
};

export type KeyAdmissions = {
  /** Finds a key's holder and counts the request. Notes the key's use, at most once a minute. */
  admit(request: KeyedRequest): Promise<KeyAdmission>;
};

const lastUsedPrecisionMs = minuteMs;

/**
 * Finds keys and counts their requests in Postgres: one prepared round trip, which all requests share that arrive during
 * the one before. A key that was revoked before its request arrived is never found.
 *
 * @param options.moment a clock for the limits in tests, instead of the database's
 */
export function createKeyAdmissions(
  database: Connections,
  clock: Clock,
  { moment = () => null }: { moment?: () => Date | null } = {},
): KeyAdmissions {
  let waiting: KeyedRequest[] = [];
  const beingNoted = new Set<string>();

  const admitWaiting = coalesce(async () => {
    const requests = waiting;
    waiting = [];
    const now = clock.now();
    const callers = callersOf(requests);
    const question = JSON.stringify({ keys: keysOf(callers), limits: limitsOf(requests, callers) });
    const rows = await run<CallerRow>(database.pool, admitCallers, [question, now, moment()]);
    for (const { key_id, last_used_at } of rows)
      if (last_used_at === null || now.getTime() - last_used_at.getTime() >= lastUsedPrecisionMs)
        noteUse(key_id, now);
    return admissionsOf(callers, rows);
  });

  /** Not awaited: a failure costs only a note, which the next use writes. */
  function noteUse(keyId: string, now: Date): void {
    if (beingNoted.has(keyId)) return;
    beingNoted.add(keyId);
    noteKeyUse(database, keyId, now, lastUsedPrecisionMs)
      .catch(() => undefined)
      .finally(() => beingNoted.delete(keyId));
  }

  return {
    admit: async (request) => {
      waiting.push(request);
      return (await admitWaiting("all")).get(request) ?? unknownKey;
    },
  };
}

const unknownKey: KeyAdmission = { holder: null, admission: null, mosts: [] };

/** Requests with the same key for the same purpose, which are looked up once; their place is among all callers. */
type Caller = { place: number; requests: KeyedRequest[] };

function callersOf(requests: readonly KeyedRequest[]): ReadonlyMap<string, Caller> {
  const callers = new Map<string, Caller>();
  for (const request of requests) {
    const caller = callers.get(callerOf(request));
    if (caller === undefined)
      callers.set(callerOf(request), { place: callers.size + 1, requests: [request] });
    else caller.requests.push(request);
  }
  return callers;
}

/** As JSON: a sandboxed page sends the text "null" as its origin, and a server none. */
function callerOf({ keyHash, kind, projectId, origin }: KeyedRequest): string {
  return JSON.stringify([keyHash, kind, projectId, origin]);
}

function keysOf(callers: ReadonlyMap<string, Caller>) {
  return [...callers.values()].flatMap(({ place, requests: [first] }) =>
    first === undefined
      ? []
      : [
          {
            caller: place,
            hash: first.keyHash,
            kind: storedKinds[first.kind],
            projectId: first.projectId,
            origin: first.origin,
          },
        ],
  );
}

function limitsOf(requests: readonly KeyedRequest[], callers: ReadonlyMap<string, Caller>) {
  return requests.flatMap((request, turn) => {
    const caller = callers.get(callerOf(request))?.place;
    return request.limits.map(({ bucket, most, windowMs = minuteMs, ofProject = false }) => ({
      caller,
      turn,
      bucket,
      most,
      windowMs,
      ofProject,
    }));
  });
}

const storedKinds = { server: "SERVER", api: "API" } as const satisfies Record<ApiKeyKind, string>;
const kinds: Readonly<Record<CallerRow["kind"], ApiKeyKind>> = { SERVER: "server", API: "api" };
const scopes: Readonly<Record<CallerRow["scope"], KeyScope>> = { READ: "read", CREATE: "create", ALL: "all" };

/** A known key. `states` are those of its requests' limits, in their order; null when they do not count. */
type CallerRow = {
  caller: number;
  key_id: string;
  kind: "SERVER" | "API";
  scope: "READ" | "CREATE" | "ALL";
  last_used_at: Date | null;
  project: ProjectJson;
  states: { most: number; admitted: boolean; remaining: number; resetMs: number }[] | null;
};

function admissionsOf(
  callers: ReadonlyMap<string, Caller>,
  rows: readonly CallerRow[],
): ReadonlyMap<KeyedRequest, KeyAdmission> {
  const rowOf = new Map(rows.map((row) => [row.caller, row]));
  const admissions = new Map<KeyedRequest, KeyAdmission>();
  for (const { place, requests } of callers.values()) {
    const row = rowOf.get(place);
    if (row === undefined) continue;
    const { key_id: keyId, kind, scope, project } = row;
    const holder = { keyId, kind: kinds[kind], scope: scopes[scope], project: toProject(project) };
    let next = 0;
    for (const request of requests) {
      const states = row.states?.slice(next, next + request.limits.length);
      next += request.limits.length;
      admissions.set(request, {
        holder,
        admission: states === undefined ? null : toAdmission(states),
        mosts: states?.map(({ most }) => most) ?? [],
      });
    }
  }
  return admissions;
}

/**
 * Finds the keys, and counts the requests of those that may be used: in one statement, so a request is counted exactly
 * if its key is in force. `take_limits` explains its own parameters. $1 is `{keys, limits}`, $2 the time by which keys
 * expire, $3 the time of the limits; null for the database's. SQL: each request with a key runs it, so keys and limits
 * of all that wait take one trip.
 */
const admitCallers: Statement = {
  name: "admit_callers",
  text: `
    WITH holder AS MATERIALIZED (
      SELECT asked.caller, key.id AS key_id, key.kind, key.scope, key.last_used_at, key.project_id,
        project.server_requests_per_minute AS own_most,
        key.kind = asked.kind AND coalesce(asked."projectId" = project.id, true)
          AND (asked.origin IS NULL OR EXISTS (
            SELECT FROM allowed_origins AS allowed
            WHERE allowed.project_id = project.id AND allowed.origin = asked.origin
          )) AS counts,
        -- A page may have shown a key that is older than the project's change to keys for servers.
        ${projectJson(
          "CASE WHEN key.created_at <= project.api_key_use_since THEN 'BROWSER' ELSE project.api_key_use END",
        )} AS project
      FROM json_to_recordset($1::json->'keys')
        AS asked (caller int, hash text, kind api_key_kind, "projectId" text, origin text)
      -- Each by its hash, whatever the statistics say of other keys.
      CROSS JOIN LATERAL (SELECT * FROM api_keys WHERE api_keys.hash = asked.hash LIMIT 1) AS key
      JOIN projects AS project ON project.id = key.project_id
      WHERE key.revoked_at IS NULL AND project.deleted_at IS NULL
        AND (key.expires_at IS NULL OR key.expires_at > $2::timestamptz)
    ), counted AS MATERIALIZED (
      SELECT row_number() OVER (ORDER BY named.place)::int AS place, named.caller, named.turn, named."windowMs" AS window_ms,
        CASE WHEN named."ofProject" THEN named.bucket || holder.project_id ELSE named.bucket END AS bucket,
        CASE WHEN named."ofProject" AND holder.kind = 'SERVER' THEN coalesce(holder.own_most, named.most)
          ELSE named.most END AS most
      FROM ROWS FROM (json_to_recordset($1::json->'limits')
        AS (caller int, turn int, bucket text, most int, "windowMs" int, "ofProject" boolean)
      ) WITH ORDINALITY AS named (caller, turn, bucket, most, "windowMs", "ofProject", place)
      JOIN holder ON holder.caller = named.caller AND holder.counts
    ), bucket AS MATERIALIZED (
      SELECT bucket, min(window_ms) AS window_ms, row_number() OVER (ORDER BY bucket)::int AS place
      FROM counted GROUP BY bucket
    ), state AS MATERIALIZED (
      SELECT counted.caller, json_agg(json_build_object(
        'most', counted.most, 'admitted', taken.admitted, 'remaining', taken.remaining, 'resetMs', taken.reset_ms
      ) ORDER BY counted.place) AS states
      FROM (
        SELECT array_agg(bucket.place ORDER BY counted.place) AS places,
          array_agg(counted.most ORDER BY counted.place) AS mosts, array_agg(0) AS none
        FROM counted JOIN bucket USING (bucket) HAVING count(*) > 0
      ) AS given
      CROSS JOIN LATERAL take_limits(
        ARRAY(SELECT bucket FROM bucket ORDER BY place), ARRAY(SELECT window_ms FROM bucket ORDER BY place),
        given.places, given.mosts, given.none, given.none,
        ARRAY(SELECT max(place) FROM counted GROUP BY turn ORDER BY 1), $3::timestamptz
      ) WITH ORDINALITY AS taken (admitted, remaining, reset_ms, place)
      JOIN counted ON counted.place = taken.place
      GROUP BY counted.caller
    )
    SELECT holder.caller, holder.key_id, holder.kind, holder.scope, holder.last_used_at, holder.project,
      CASE WHEN holder.counts THEN coalesce(state.states, '[]') END AS states
    FROM holder LEFT JOIN state USING (caller)`,
};
