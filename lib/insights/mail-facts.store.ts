import { readIncidentFacts } from "@/lib/books/incident-facts.store";
import type { TokenSum } from "@/lib/chain/token.rules";
import { awaitsDecision } from "@/lib/checkouts/checkout-row.store";
import { isCountedByHand } from "@/lib/checkouts/state/checkout-facts.store";
import { guardingSettings, weeklyActions } from "@/lib/letters/audit-actions.rules";
import { digestPeriod } from "@/lib/letters/digest-days.rules";
import type { NoticedAct } from "@/lib/letters/mail.store";
import type {
  Digested,
  DigestReader,
  DisabledEndpoint,
  LatePayment,
  MailFacts,
  PaidCheckout,
  ProjectDigestReader,
  UnsentIncident,
} from "@/lib/letters/mail-facts.port";
import { mailAddressPattern, type ProjectMailKind } from "@/lib/letters/mail-kinds.rules";
import { type Connections, type Queryable, read, type Statement } from "@/lib/platform/database";
import { dayMs } from "@/lib/platform/values/time.rules";
import { disabledByHand } from "@/lib/webhooks/webhook-schedule.rules";

/**
 * `project` and its members who receive e-mails of a kind; the statement's first parameter is the address pattern. An
 * index on the fact's own time comes first, so these joins are few.
 */
const readersOf = (kind: `'${ProjectMailKind}'` | null, projectId: string) => `
  JOIN projects AS project
    ON project.id = ${projectId} AND project.deleted_at IS NULL${kind === null ? "" : ` AND ${kind} = ANY (project.mail_kinds)`}
  JOIN memberships AS member ON member.project_id = project.id AND member.role IN ('OWNER', 'ADMIN')
  JOIN users AS person ON person.id = member.user_id AND person.disabled_at IS NULL
    AND person.email ~ $1 AND length(person.email) <= 254`;

/** An e-mail's key, as `letter.dedupe_key`, if it was not written yet. */
const unsent = (name: string) => `
  CROSS JOIN LATERAL (SELECT ${name} AS dedupe_key) AS letter
  LEFT JOIN mail_messages AS written ON written.dedupe_key = letter.dedupe_key`;

// SQL: facts are joined with their readers and with the letters that were written, by a key that is computed from the
// fact; Prisma joins by foreign keys only.

const selectDigestReaders: Statement = {
  name: "mail_digest_readers",
  text: `
    SELECT letter.dedupe_key, person.email AS recipient, person.language, project.id AS project_id, project.name AS project_name
    FROM unnest($3::text[], $2::text[]) AS subscribed (id, first_day)
    ${readersOf(null, "subscribed.id")}
    ${unsent("concat_ws('/', $4::text, project.id, subscribed.first_day, person.id)")}
    WHERE written.id IS NULL ORDER BY project.id, person.id`,
};

/**
 * The time's events name the checkouts; the e-mail shows their state now. SQL: MATERIALIZED reads the time's events
 * once, for all sums.
 */
const selectActivity: Statement = {
  name: "mail_digest_activity",
  text: `
    WITH told AS MATERIALIZED (
      SELECT checkout_id, bool_or(kind = 'checkout.paid') AS paid, bool_or(kind = 'checkout.settled') AS settled,
        bool_or(kind = 'refund.completed') AS refunded
      FROM outbox_events
      WHERE project_id = $1 AND created_at >= $2::timestamptz AND created_at < $3::timestamptz
        AND kind IN ('checkout.paid', 'checkout.late_paid', 'checkout.settled', 'refund.completed')
      GROUP BY checkout_id
    ), sums AS (
      SELECT 'paid' AS what, chain_id, token_address, paid_units AS units
      FROM told JOIN checkouts ON checkouts.id = told.checkout_id
      WHERE (told.paid AND status IN ('PAID', 'SETTLED', 'REFUNDED'))
        OR (late_accepted_at >= $2::timestamptz AND late_accepted_at < $3::timestamptz)
      UNION ALL
      SELECT 'settled', chain_id, token_address, (
        SELECT coalesce(sum(CASE kind WHEN 'SWEPT' THEN entry.amount_units ELSE -entry.amount_units END), 0)
        FROM ledger_entries AS entry
        WHERE entry.checkout_id = checkouts.id AND entry.kind IN ('SWEPT', 'SWEPT_REVERSED')
          AND (entry.chain_id, entry.token_address) = (checkouts.chain_id, checkouts.token_address))
      FROM told JOIN checkouts ON checkouts.id = told.checkout_id
      WHERE told.settled AND status IN ('SETTLED', 'REFUNDED')
      UNION ALL
      SELECT 'refunded', refund.chain_id, refund.token_address, refund.amount_units
      FROM told JOIN refunds AS refund ON refund.checkout_id = told.checkout_id
      WHERE told.refunded AND refund.status = 'COMPLETED'
        AND refund.completed_at >= $2::timestamptz AND refund.completed_at < $3::timestamptz
    )
    SELECT what, chain_id, token_address, sum(units) AS units, count(*)::int AS count FROM sums
    GROUP BY what, chain_id, token_address ORDER BY what, chain_id, token_address`,
};

/** Changes of a project that are not mailed at once; `$1` and `$2` are the actions and the settings that are. */
const isWeeklyChange = (entry: string) => `
  ${entry}.action = ANY ($1::text[])
    AND (${entry}.action <> 'project.setting_changed' OR ${entry}.details ->> 'setting' <> ALL ($2::text[]))`;

const selectDigestProjects: Statement = {
  name: "mail_digest_projects",
  text: `
    SELECT project.id, project.time_zone, $3 = ANY (project.mail_kinds) AS is_subscribed FROM projects AS project
    WHERE project.deleted_at IS NULL AND project.id > $4 AND ($3 = ANY (project.mail_kinds) OR EXISTS (
      SELECT FROM audit_log AS entry
      WHERE entry.project_id = project.id AND entry.created_at > $5::timestamptz AND ${isWeeklyChange("entry")}))
    ORDER BY project.id LIMIT $6`,
};

/** A week, and how long it may wait for its morning in any zone. */
const changesMs = 9 * dayMs;

const selectChanges: Statement = {
  name: "mail_digest_changes",
  text: `
    SELECT entry.id::text AS audit_id, entry.action, entry.target, entry.details, entry.created_at AS at,
      coalesce(actor.name, actor.email) AS who, key.last_four AS key_last_four, NULL AS affected
    FROM audit_log AS entry
    LEFT JOIN users AS actor ON actor.id = entry.user_id
    LEFT JOIN api_keys AS key ON key.id = entry.key_id
    WHERE entry.project_id = $3 AND entry.created_at >= $4::timestamptz AND entry.created_at < $5::timestamptz
      AND ${isWeeklyChange("entry")}
    ORDER BY entry.created_at, entry.id LIMIT 200`,
};

type DigestProject = Pick<ProjectDigestReader, "timeZone" | "isSubscribed"> & { id: string };

async function readDigestReaders(
  { pool }: Connections,
  ...[kind, now, after, limit]: Parameters<MailFacts["digestReaders"]>
): ReturnType<MailFacts["digestReaders"]> {
  // By id, so that each is read once in a run, however many have no news.
  const projects = await read<DigestProject>(pool, selectDigestProjects, [
    kind === "payments.weekly" ? weeklyActions : [],
    guardingSettings,
    kind,
    after ?? "",
    new Date(now.getTime() - changesMs),
    limit,
  ]);
  const last = projects.length < limit ? null : (projects.at(-1)?.id ?? null);
  const firstDays = new Map<string, string>();
  for (const { id, timeZone } of projects) {
    const due = digestPeriod(kind, now, timeZone);
    if (due !== null) firstDays.set(id, due.first);
  }
  if (firstDays.size === 0) return { readers: [], last };
  const values = [mailAddressPattern, [...firstDays.values()], [...firstDays.keys()], kind];
  const found = await read<DigestReader>(pool, selectDigestReaders, values);
  // Of the same read as the day in the key: the zone may change meanwhile.
  const facts = new Map(projects.map(({ id, ...fact }) => [id, fact]));
  return {
    readers: found.flatMap((reader) => {
      const fact = facts.get(reader.projectId);
      return fact === undefined ? [] : [{ ...reader, ...fact }];
    }),
    last,
  };
}

async function readActivity(
  connection: Queryable,
  ...[projectId, from, to]: Parameters<MailFacts["activity"]>
): Promise<Digested> {
  const rows = await read<TokenSum & { what: keyof Digested }>(connection, selectActivity, [
    projectId,
    from,
    to,
  ]);
  const sums = (wanted: keyof Digested) =>
    rows.filter(({ what }) => what === wanted).map(({ what, ...sum }) => sum);
  return { paid: sums("paid"), settled: sums("settled"), refunded: sums("refunded") };
}

/** Facts without a letter, found by their own times and compared with the stored letters. */
export function createMailFacts({ pool, prisma }: Connections): MailFacts {
  return {
    disabledEndpoints: (since, limit) =>
      read<DisabledEndpoint>(pool, selectDisabledEndpoints, [
        mailAddressPattern,
        since,
        limit,
        disabledByHand,
      ]),

    latePayments: (since, limit) =>
      read<LatePayment>(pool, selectLatePayments, [mailAddressPattern, since, limit]),

    paidCheckouts: (since, limit) =>
      read<PaidCheckout>(pool, selectPaidCheckouts, [mailAddressPattern, since, limit]),

    incidents: async (since, now, patience, recipient, limit) => {
      const kinds = Object.entries(patience);
      const rows = await read<Omit<UnsentIncident, "recipient" | "facts">>(pool, selectIncidents, [
        since,
        now,
        kinds.map(([kind]) => kind),
        kinds.map(([, ms]) => ms),
        limit,
      ]);
      const found = rows.map((row) => ({ ...row, id: row.incidentId }));
      const factsOf = await readIncidentFacts({ pool, prisma }, found, now);
      return rows.flatMap((row) => {
        const facts = factsOf.get(row.incidentId);
        return facts === undefined ? [] : [{ ...row, recipient, facts }];
      });
    },

    digestReaders: (...which) => readDigestReaders({ pool, prisma }, ...which),

    activity: (projectId, from, to) => readActivity(pool, projectId, from, to),

    changes: (projectId, from, to) =>
      read<NoticedAct>(pool, selectChanges, [weeklyActions, guardingSettings, projectId, from, to]),
  };
}

/** Disabled again later is another fact: the time is part of its name. */
const selectDisabledEndpoints: Statement = {
  name: "mail_disabled_endpoints",
  text: `
    SELECT letter.dedupe_key, person.email AS recipient, person.language, project.id AS project_id, project.name AS project_name,
      project.time_zone, endpoint.id AS endpoint_id, endpoint.url, endpoint.description, endpoint.disabled_at, endpoint.disabled_reason AS reason
    FROM webhook_endpoints AS endpoint
    ${readersOf("'endpoint.disabled'", "endpoint.project_id")}
    ${unsent(
      "concat_ws('/', 'endpoint.disabled', endpoint.id, (extract(epoch FROM endpoint.disabled_at) * 1000)::bigint, person.id)",
    )}
    WHERE endpoint.disabled_at > $2::timestamptz AND endpoint.disabled_reason <> $4
      AND endpoint.deleted_at IS NULL AND written.id IS NULL
    ORDER BY endpoint.disabled_at, endpoint.id, person.id LIMIT $3`,
};

/** A part may come long before its checkout expires, so its event is older than the news. */
const longestCheckout = "interval '1 day'";

/** One letter for each late payment, and one for all parts of a checkout. */
const selectLatePayments: Statement = {
  name: "mail_late_payments",
  text: `
    SELECT letter.dedupe_key, person.email AS recipient, person.language, project.id AS project_id, project.name AS project_name,
      checkout.id AS checkout_id, checkout.reference_id, checkout.chain_id, checkout.token_address,
      checkout.paid_units, checkout.amount_units, checkout.cancelled_at IS NOT NULL AS was_cancelled,
      CASE WHEN checkout.status = 'EXPIRED' OR ${isCountedByHand("checkout")} THEN 'HOLD'
        ELSE project.late_payment_policy END AS policy
    FROM outbox_events AS event
    JOIN checkouts AS checkout ON checkout.id = event.checkout_id AND (
      event.kind = 'checkout.late_paid' AND checkout.status = 'LATE_PAID' AND checkout.late_accepted_at IS NULL
      OR event.kind = 'checkout.partially_paid' AND checkout.status = 'EXPIRED' AND ${awaitsDecision})
    ${readersOf("'checkout.late_paid'", "event.project_id")}
    ${unsent(
      "concat_ws('/', 'checkout.late_paid', CASE checkout.status WHEN 'LATE_PAID' THEN event.id ELSE checkout.id END, person.id)",
    )}
    WHERE (event.kind = 'checkout.late_paid' AND event.created_at > $2::timestamptz
        OR event.kind = 'checkout.partially_paid' AND event.created_at > $2::timestamptz - ${longestCheckout})
      AND written.id IS NULL
    ORDER BY event.created_at, event.id, person.id LIMIT $3`,
};

const selectPaidCheckouts: Statement = {
  name: "mail_paid_checkouts",
  text: `
    SELECT letter.dedupe_key, person.email AS recipient, person.language, project.id AS project_id, project.name AS project_name,
      checkout.id AS checkout_id, checkout.reference_id, checkout.item_name, checkout.chain_id, checkout.token_address,
      checkout.paid_units
    FROM outbox_events AS event
    JOIN checkouts AS checkout ON checkout.id = event.checkout_id AND checkout.status IN ('PAID', 'SETTLED')
    ${readersOf("'checkout.paid'", "event.project_id")}
    ${unsent("concat_ws('/', 'checkout.paid', event.id, person.id)")}
    WHERE event.kind = 'checkout.paid' AND event.created_at > $2::timestamptz AND written.id IS NULL
    ORDER BY event.created_at, event.id, person.id LIMIT $3`,
};

const selectIncidents: Statement = {
  name: "mail_incidents",
  text: `
    SELECT letter.dedupe_key, incident.id AS incident_id, incident.kind, incident.subject, incident.chain_id, incident.checkout_id,
      incident.details, incident.created_at
    FROM incidents AS incident
    JOIN unnest($3::incident_kind[], $4::bigint[]) AS patience (kind, ms) ON patience.kind = incident.kind
    ${unsent("concat_ws('/', 'incident', incident.id)")}
    WHERE incident.resolved_at IS NULL AND incident.created_at > $1::timestamptz
      AND incident.created_at <= $2::timestamptz - patience.ms * interval '1 millisecond' AND written.id IS NULL
    ORDER BY incident.created_at, incident.id LIMIT $5`,
};
