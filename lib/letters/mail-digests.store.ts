import type { TokenSum } from "@/lib/chain/token.rules";
import { mailAddressPattern } from "@/lib/mail/mail-kinds.rules";
import { type Queryable, run, type Statement } from "@/lib/platform/database";
import type { DigestedDay, MailFacts } from "./mail-facts.port";
import { type ReaderRow, readersOf, toReader, untold } from "./mail-readers.store";

/** By id, so that each is looked at once in a run, however many have nothing to tell. */
const selectSubscribed: Statement = {
  name: "mail_digest_projects",
  text: `
    SELECT id FROM projects
    WHERE deleted_at IS NULL AND 'payments.digest' = ANY (mail_kinds) AND id > $1 ORDER BY id LIMIT $2`,
};
const selectDigestReaders: Statement = {
  name: "mail_digest_readers",
  text: `
    SELECT letter.dedupe_key, person.email, project.id AS project_id, project.name AS project_name
    FROM unnest($3::text[]) AS subscribed (id)
    ${readersOf("payments.digest", "subscribed.id")}
    ${untold("concat_ws('/', 'payments.digest', project.id, $2::text, person.id)")}
    WHERE written.id IS NULL ORDER BY project.id, person.id`,
};

/** The day's events name the checkouts; what they say now of these is what the letter says. */
const selectDay: Statement = {
  name: "mail_digest_day",
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

type SumRow = {
  what: keyof DigestedDay;
  chain_id: number;
  token_address: TokenSum["tokenAddress"];
  units: bigint;
  count: number;
};

export async function readDigestReaders(
  connection: Queryable,
  ...[from, after, limit]: Parameters<MailFacts["digestReaders"]>
): ReturnType<MailFacts["digestReaders"]> {
  const projects = await run<{ id: string }>(connection, selectSubscribed, [after ?? "", limit]);
  const ids = projects.map(({ id }) => id);
  const day = from.toISOString().slice(0, 10);
  const rows = await run<ReaderRow>(connection, selectDigestReaders, [mailAddressPattern, day, ids]);
  return { readers: rows.map(toReader), last: projects.length < limit ? null : (ids.at(-1) ?? null) };
}

export async function readDay(
  connection: Queryable,
  ...[projectId, from, to]: Parameters<MailFacts["day"]>
): Promise<DigestedDay> {
  const rows = await run<SumRow>(connection, selectDay, [projectId, from, to]);
  const sums = (wanted: SumRow["what"]) =>
    rows
      .filter(({ what }) => what === wanted)
      .map(({ chain_id, token_address, units, count }) => ({
        chainId: chain_id,
        tokenAddress: token_address,
        units,
        count,
      }));
  return { paid: sums("paid"), settled: sums("settled"), refunded: sums("refunded") };
}
