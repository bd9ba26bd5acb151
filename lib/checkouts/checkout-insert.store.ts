import { type Queryable, run, type Statement } from "@/lib/platform/database";
import { type Completion, LeaseLostError } from "@/lib/platform/limits/idempotency.port";
import { completionUpdate, completionValues } from "@/lib/platform/limits/idempotency-completion.store";
import type { SecretBox } from "@/lib/platform/secret-box";
import { currentRequestId } from "@/lib/platform/tracing";
import type { Quote } from "@/lib/rates/quote.rules";
import { insertedEvents, type OutboxEvent } from "@/lib/webhooks/outbox.store";
import type { Checkout, TimelineEntry } from "./checkout.rules";
import { checkoutColumns, toSql } from "./checkout-row.store";

export type InsertCheckout = (
  checkout: Checkout,
  quote: Quote | null,
  timeline: readonly TimelineEntry[],
  event: OutboxEvent,
  completion: Completion | null,
) => Promise<{ deliveries: number }>;

/** Writes a new checkout on the pool, or inside a larger transaction. */
export async function insertOn(
  connection: Queryable,
  secretBox: SecretBox,
  ...[checkout, quote, timeline, event, completion]: Parameters<InsertCheckout>
): Promise<{ deliveries: number }> {
  const values = [
    ...checkoutColumns.map((column) => toSql(checkout, column)),
    quote?.chainId ?? null,
    quote?.tokenAddress ?? null,
    quote?.amountUnits ?? null,
    quote?.exchangeRate ?? null,
    quote?.exchangeRateAt ?? null,
    quote?.exchangeRateProvider ?? null,
    timeline.map(({ kind }) => kind),
    timeline.map(({ details }) => (details === null ? null : JSON.stringify(details))),
    timeline.map(({ at }) => at),
    event.id,
    event.kind,
    event.sequence,
    event.body,
    event.createdAt,
    currentRequestId(),
  ];
  const [inserted] = await run<InsertedRow>(
    connection,
    completion === null ? insertCheckout : insertCheckoutAndAnswer,
    completion === null ? values : [...values, ...completionValues(secretBox, completion)],
  );
  if (inserted === undefined) throw new LeaseLostError("the idempotency key was taken over");
  return inserted;
}

type InsertedRow = { deliveries: number };

const parameter = (offset: number) => `$${checkoutColumns.length + offset}`;

/**
 * Checkout, first quote, timeline, event, and a delivery for each subscribed endpoint: one statement is one
 * transaction. Foreign keys are checked at its end. Returns a row, unless there was no `source` row to write the
 * checkout for.
 */
const insertStatement = (name: string, { first, source }: { first: string; source: string }): Statement => ({
  name,
  text: `
    WITH ${first} checkout AS (
      INSERT INTO checkouts (${checkoutColumns.map(({ name }) => name).join(", ")})
      SELECT ${checkoutColumns.map(({ type }, index) => `$${index + 1}::${type}`).join(", ")} ${source}
      RETURNING id, project_id, created_at
    ), quote AS (
      INSERT INTO quotes
        (checkout_id, ordinal, chain_id, token_address, amount_units, exchange_rate, exchange_rate_at,
          exchange_rate_provider, created_at)
      SELECT id, 1, ${parameter(1)}::int, ${parameter(2)}, ${parameter(3)}::numeric, ${parameter(4)},
        ${parameter(5)}::timestamptz, ${parameter(6)}, created_at
      FROM checkout WHERE ${parameter(1)}::int IS NOT NULL
    ), timeline AS (
      INSERT INTO checkout_events (checkout_id, kind, details, created_at)
      SELECT checkout.id, entry.kind, entry.details, entry.at
      FROM checkout, unnest(${parameter(7)}::text[], ${parameter(8)}::jsonb[], ${parameter(9)}::timestamptz[])
        WITH ORDINALITY AS entry (kind, details, at, place)
      ORDER BY entry.place
    ), ${insertedEvents(`
      SELECT ${parameter(10)}, project_id, id, ${parameter(11)}, ${parameter(12)}::int, ${parameter(13)},
        ${parameter(14)}::timestamptz, ${parameter(15)}::text
      FROM checkout`)}
    SELECT (SELECT count(*)::int FROM delivery) AS deliveries FROM checkout`,
});

const insertCheckout = insertStatement("checkout_insert", { first: "", source: "" });

/** The checkout is written only if the answer could be saved. */
const insertCheckoutAndAnswer = insertStatement("checkout_insert_and_answer", {
  first: `answer AS (${completionUpdate((place) => parameter(15 + place))}),`,
  source: "FROM answer",
});
