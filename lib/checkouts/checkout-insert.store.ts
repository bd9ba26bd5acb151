import { DatabaseError, type Pool } from "pg";
import { type Queryable, run, type Statement } from "@/lib/platform/database";
import { noteDue } from "@/lib/platform/due-work";
import { type Completion, LeaseLostError } from "@/lib/platform/limits/idempotency.port";
import { completionUpdate, completionValues } from "@/lib/platform/limits/idempotency.store";
import type { SecretBox } from "@/lib/platform/secret-box";
import { coalesce } from "@/lib/platform/time-limit";
import { currentRequestId } from "@/lib/platform/tracing";
import type { Quote } from "@/lib/rates/quote.rules";
import { insertedEvents, type OutboxEvent } from "@/lib/webhooks/outbox.store";
import type { Checkout, TimelineEntry } from "./checkout.rules";
import { checkoutColumns, toJson } from "./checkout-row.store";

export type InsertCheckout = (
  checkout: Checkout,
  quote: Quote | null,
  timeline: readonly TimelineEntry[],
  event: OutboxEvent,
  completion: Completion | null,
) => Promise<void>;

/**
 * Writes new checkouts on the pool. Those of one project that arrive during a statement share the next one: one message
 * and one commit for all. When PostgreSQL refuses a shared statement, nothing of it was written, and each checkout is
 * written alone, so that none fails by another.
 */
export function createCheckoutInsert(pool: Pool, secretBox: SecretBox): InsertCheckout {
  const waiting = new Map<string, Entry[]>();

  const writeWaiting = coalesce(async (projectId) => {
    const entries = waiting.get(projectId) ?? [];
    waiting.delete(projectId);
    try {
      return await insertEntries(pool, entries);
    } catch (error) {
      if (entries.length === 1 || !(error instanceof DatabaseError)) throw error;
      return insertEach(pool, entries);
    }
  });

  return async (...facts) => {
    const [{ projectId }] = facts;
    const entry = toEntry(secretBox, ...facts);
    const others = waiting.get(projectId);
    if (others === undefined) waiting.set(projectId, [entry]);
    else others.push(entry);
    refuseUnwritten((await writeWaiting(projectId)).get(entry));
  };
}

/** Writes a new checkout inside a larger transaction. */
export async function insertOn(
  connection: Queryable,
  secretBox: SecretBox,
  ...facts: Parameters<InsertCheckout>
): Promise<void> {
  const entry = toEntry(secretBox, ...facts);
  refuseUnwritten((await insertEntries(connection, [entry])).get(entry));
}

/** A checkout whose lease was lost is in no such map. */
type Written = "written" | { failure: unknown };

/** @throws LeaseLostError, or why the checkout was not written */
function refuseUnwritten(written: Written | undefined): void {
  if (written === undefined) throw new LeaseLostError("the idempotency key was taken over");
  if (written !== "written") throw written.failure;
}

/** What is written for a checkout, as JSON takes it. */
type Entry = ReturnType<typeof toEntry>;

function toEntry(
  secretBox: SecretBox,
  ...[checkout, quote, timeline, event, completion]: Parameters<InsertCheckout>
) {
  return {
    id: checkout.id,
    checkout: fieldsOf(checkout),
    quote: quote === null ? null : { ...quote, amountUnits: quote.amountUnits.toString() },
    timeline,
    event,
    requestId: currentRequestId(),
    answer: completion === null ? null : completionValues(secretBox, completion),
  };
}

/** The columns that have a value: a missing one is null. */
function fieldsOf(checkout: Checkout): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const column of checkoutColumns)
    if (checkout[column.field] !== null) fields[column.name] = toJson(checkout, column);
  return fields;
}

async function insertEach(pool: Pool, entries: readonly Entry[]): Promise<Map<Entry, Written>> {
  const results = await Promise.all(
    entries.map((entry) =>
      insertEntries(pool, [entry]).catch((failure): Map<Entry, Written> => new Map([[entry, { failure }]])),
    ),
  );
  return new Map(results.flatMap((written) => [...written]));
}

async function insertEntries(connection: Queryable, entries: readonly Entry[]): Promise<Map<Entry, Written>> {
  const statement = entries.some(({ answer }) => answer !== null)
    ? insertCheckoutsAndAnswers
    : insertCheckouts;
  const rows = await run<{ id: string; has_receivers: boolean }>(connection, statement, [
    JSON.stringify(entries),
  ]);
  if (rows.some(({ has_receivers }) => has_receivers)) noteDue(connection, "deliver");
  const written = new Set(rows.map(({ id }) => id));
  return new Map(entries.filter(({ id }) => written.has(id)).map((entry) => [entry, "written"]));
}

const columnNames = checkoutColumns.map(({ name }) => name);

/** The parameter, the entries as JSON, as rows in their order. */
const given = `
    given AS MATERIALIZED (
      SELECT given.*
      FROM ROWS FROM (json_to_recordset($1) AS (
        id text, checkout json, quote json, timeline json, event json, "requestId" text, answer json
      )) WITH ORDINALITY AS given (id, checkout, quote, timeline, event, request_id, answer, place)
    )`;

/** The answers of those entries that have one and still hold the lease of their idempotency key. */
const savedAnswers = `
    answer AS (
      ${completionUpdate((place) => `(given.answer->>${place - 1})`, { from: "FROM given", returning: "given.id" })}
    )`;

const insertedCheckouts = (condition: string) => `
    checkout AS (
      INSERT INTO checkouts (${columnNames.join(", ")})
      SELECT ${columnNames.map((name) => `fields.${name}`).join(", ")}
      FROM given CROSS JOIN LATERAL json_to_record(given.checkout) AS fields (
        ${checkoutColumns.map(({ name, type }) => `${name} ${type}`).join(", ")}
      )
      ${condition}
      ORDER BY given.place
      RETURNING id, project_id, created_at
    ), written AS (
      SELECT given.*, checkout.project_id, checkout.created_at FROM checkout JOIN given USING (id)
    )`;

const insertedQuotes = `
    quote AS (
      INSERT INTO quotes
        (checkout_id, ordinal, chain_id, token_address, amount_units, exchange_rate, exchange_rate_at,
          exchange_rate_provider, created_at)
      SELECT written.id, 1, fields."chainId", fields."tokenAddress", fields."amountUnits", fields."exchangeRate",
        fields."exchangeRateAt", fields."exchangeRateProvider", written.created_at
      FROM written CROSS JOIN LATERAL json_to_record(written.quote) AS fields (
        "chainId" int, "tokenAddress" text, "amountUnits" numeric, "exchangeRate" text, "exchangeRateAt" timestamptz,
        "exchangeRateProvider" text
      )
      WHERE written.quote IS NOT NULL
    )`;

const insertedTimelines = `
    timeline AS (
      INSERT INTO checkout_events (checkout_id, kind, details, created_at)
      SELECT written.id, entry.kind, entry.details, entry.at
      FROM written CROSS JOIN LATERAL ROWS FROM (
        json_to_recordset(written.timeline) AS (kind text, details jsonb, at timestamptz)
      ) WITH ORDINALITY AS entry (kind, details, at, place)
      ORDER BY written.place, entry.place
    )`;

const newEvents = `
      SELECT fields.id, written.project_id, written.id, fields.kind, fields.sequence, fields.body, fields."createdAt",
        written.request_id
      FROM written CROSS JOIN LATERAL json_to_record(written.event) AS fields (
        id text, kind text, sequence int, body text, "createdAt" timestamptz
      )
      ORDER BY written.place`;

/** Foreign keys are checked at the statement's end, so a quote may be written beside its checkout. */
const writeAll = (checkouts: readonly string[]) => `
    WITH ${[given, ...checkouts, insertedQuotes, insertedTimelines, insertedEvents(newEvents)].join(", ")}
    SELECT written.id,
      EXISTS (SELECT FROM delivery WHERE delivery.event_id = written.event->>'id') AS has_receivers
    FROM written`;

// SQL: checkouts with their quotes, timelines, events and a delivery for each subscribed endpoint are one statement, so
// one transaction takes one trip; Prisma sends a statement for each table.

const insertCheckouts: Statement = {
  name: "checkouts_insert",
  text: writeAll([insertedCheckouts("")]),
};

/**
 * A checkout with an answer is written only if the answer could be saved. A statement of its own: without answers, the
 * keys' table is not read.
 */
const insertCheckoutsAndAnswers: Statement = {
  name: "checkouts_insert_and_answers",
  text: writeAll([
    savedAnswers,
    insertedCheckouts("WHERE given.answer IS NULL OR given.id IN (SELECT id FROM answer)"),
  ]),
};
