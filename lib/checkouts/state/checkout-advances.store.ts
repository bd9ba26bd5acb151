import { makeDepositsDue } from "@/lib/checkouts/balances/deposit-holdings.store";
import type { TimelineEntry } from "@/lib/checkouts/checkout.rules";
import type { Advance } from "@/lib/checkouts/checkout-draft";
import { checkoutColumns, toSql } from "@/lib/checkouts/checkout-row.store";
import type { Refund } from "@/lib/checkouts/refund-facts.rules";
import { readPositions } from "@/lib/checkouts/state/chain-position.store";
import { dropSweepDecisions, lockCheckouts } from "@/lib/checkouts/state/checkout-facts.store";
import { isMerchants } from "@/lib/checkouts/state/overpayment.rules";
import { type Queryable, run, type Statement } from "@/lib/platform/database";
import { noteDue } from "@/lib/platform/due-work";
import { saveIncidents } from "@/lib/platform/incidents/incident.store";
import { insertEvents } from "@/lib/webhooks/outbox.store";

export type CheckoutTransaction = ReturnType<typeof checkoutTransaction>;

/** The reads and writes that move checkouts, inside a transaction. */
export function checkoutTransaction(connection: Queryable) {
  return {
    /** Locks the checkouts' rows in id order, so that two transactions never deadlock. */
    lockCheckouts: (checkoutIds: readonly string[]) => lockCheckouts(connection, checkoutIds),
    positions: () => readPositions(connection),
    /** Throws when a row's status changed since it was read. */
    saveAdvances: (advances: readonly Advance[]) => saveAdvances(connection, advances),
  };
}

/** A checkout's status changed since it was read. */
export class CheckoutMoved extends Error {
  override readonly name = "CheckoutMoved";
  readonly checkoutIds: readonly string[];

  constructor(checkoutIds: readonly string[]) {
    super(`not in the status they were read with: ${checkoutIds.join(", ")}`);
    this.checkoutIds = checkoutIds;
  }
}

const mutableColumns = checkoutColumns.filter(({ mutable }) => mutable);

// SQL: these run in the transaction on `pg` that holds the checkouts' locks; the rows of a batch come as arrays.

/**
 * Compare-and-set on the status. When a reorg leaves less received than refunded, this freezes the row in any status:
 * the constraint that limits refunds to receipts must not reject the state of the chain. Stray decisions on the token
 * that pays the checkout are dropped, so that its settlement is not mistaken for the sweep of a stray.
 */
const updateRows: Statement = {
  name: "checkouts_advance",
  text: `
    WITH moved AS (
      UPDATE checkouts AS checkout SET
        ${mutableColumns
          .map(({ name }) =>
            name === "settlement_frozen"
              ? `${name} = advance.${name} OR advance.refunded_units + advance.refunding_units > advance.total_paid_units`
              : `${name} = advance.${name}`,
          )
          .join(", ")}
      FROM unnest($1::text[], $2::checkout_status[],
          ${mutableColumns.map(({ type }, index) => `$${index + 3}::${type}[]`).join(", ")})
        AS advance (id, previous_status, ${mutableColumns.map(({ name }) => name).join(", ")})
      WHERE checkout.id = advance.id AND checkout.status = advance.previous_status
      RETURNING checkout.id, checkout.chain_id, checkout.token_address
    ), dropped AS (${dropSweepDecisions("moved")})
    SELECT id FROM moved`,
};

const insertQuotes: Statement = {
  name: "checkouts_add_quotes",
  text: `
    INSERT INTO quotes (checkout_id, ordinal, chain_id, token_address, amount_units, exchange_rate, exchange_rate_at,
      exchange_rate_provider, counted, offered)
    SELECT added.checkout_id,
      (SELECT coalesce(max(quote.ordinal), 0) FROM quotes AS quote WHERE quote.checkout_id = added.checkout_id)
        + row_number() OVER (PARTITION BY added.checkout_id ORDER BY added.place),
      added.chain_id, added.token_address, added.amount_units, added.exchange_rate, added.exchange_rate_at,
      added.exchange_rate_provider, added.counted, added.offered
    FROM unnest($1::text[], $2::int[], $3::text[], $4::numeric[], $5::text[], $6::timestamptz[], $7::text[],
      $8::bool[], $9::bool[]) WITH ORDINALITY
      AS added (checkout_id, chain_id, token_address, amount_units, exchange_rate, exchange_rate_at,
        exchange_rate_provider, counted, offered, place)`,
};

const insertTimeline: Statement = {
  name: "checkouts_add_timeline",
  text: `
    INSERT INTO checkout_events (checkout_id, kind, details, created_at)
    SELECT checkout_id, kind, details, at
    FROM unnest($1::text[], $2::text[], $3::jsonb[], $4::timestamptz[])
      WITH ORDINALITY AS entry (checkout_id, kind, details, at, place)
    ORDER BY place`,
};

/** A change of a checkout whose funds belong to the merchant. */
function mayBeSettled({ checkout, timeline }: Advance): boolean {
  return isMerchants(checkout) && timeline.length > 0;
}

/**
 * Writes advanced checkouts with timeline and events, any number of them in a few statements.
 *
 * @throws CheckoutMoved when a row's status changed since it was read; the transaction must not commit
 */
export async function saveAdvances(connection: Queryable, advances: readonly Advance[]): Promise<void> {
  if (advances.length === 0) return;
  const updated = await run<{ id: string }>(connection, updateRows, [
    advances.map(({ checkout }) => checkout.id),
    advances.map(({ previousStatus }) => previousStatus),
    ...mutableColumns.map((column) => advances.map(({ checkout }) => toSql(checkout, column))),
  ]);
  if (updated.length !== advances.length) {
    const moved = new Set(updated.map(({ id }) => id));
    throw new CheckoutMoved(advances.map(({ checkout }) => checkout.id).filter((id) => !moved.has(id)));
  }

  const quotes = advances.flatMap(({ checkout, newQuotes }) =>
    newQuotes.map((quote) => ({ checkoutId: checkout.id, ...quote })),
  );
  if (quotes.length > 0) {
    await run(connection, insertQuotes, [
      quotes.map(({ checkoutId }) => checkoutId),
      quotes.map(({ chainId }) => chainId),
      quotes.map(({ tokenAddress }) => tokenAddress),
      quotes.map(({ amountUnits }) => amountUnits),
      quotes.map(({ exchangeRate }) => exchangeRate),
      quotes.map(({ exchangeRateAt }) => exchangeRateAt),
      quotes.map(({ exchangeRateProvider }) => exchangeRateProvider),
      quotes.map(({ counted }) => counted === true),
      quotes.map(({ offered }) => offered === true),
    ]);
  }

  const entries = advances.flatMap(({ checkout, timeline }) =>
    timeline.map((entry) => ({ checkoutId: checkout.id, ...entry })),
  );
  if (entries.length > 0) {
    await run(connection, insertTimeline, [
      entries.map(({ checkoutId }) => checkoutId),
      entries.map(({ kind }) => kind),
      entries.map(({ details }) => (details === null ? null : JSON.stringify(details))),
      entries.map(({ at }) => at),
    ]);
  }

  await insertEvents(
    connection,
    advances.flatMap((advance) => advance.events),
  );

  const settleable = advances.filter(mayBeSettled).map(({ checkout }) => checkout);
  await makeDepositsDue(
    connection,
    settleable.map(({ id }) => id),
  );
  for (const { chainId } of settleable)
    if (chainId !== null) noteDue(connection, { work: "settle", chainId });

  const latest = entries.at(-1);
  const incidents = advances.flatMap((advance) => advance.incidents ?? []);
  if (latest !== undefined) await saveIncidents(connection, incidents, latest.at);
}

const reserve: Statement = {
  name: "checkouts_reserve_refund",
  text: `
    WITH timeline AS (
      INSERT INTO checkout_events (checkout_id, kind, details, created_at)
      SELECT $1, kind, details, at
      FROM unnest($3::text[], $4::jsonb[], $5::timestamptz[]) WITH ORDINALITY AS entry (kind, details, at, place)
      ORDER BY place
    )
    UPDATE checkouts SET refunding_units = refunding_units + $2::numeric WHERE id = $1`,
};

/**
 * Reserves a new refund's amount at its locked checkout, with timeline entries. A refund of stray money reserves
 * nothing: the checkout never counted it.
 */
export async function reserveRefund(
  connection: Queryable,
  { checkoutId, amountUnits, stray }: Refund,
  timeline: readonly TimelineEntry[],
): Promise<void> {
  await run(connection, reserve, [
    checkoutId,
    stray ? 0n : amountUnits,
    timeline.map(({ kind }) => kind),
    timeline.map(({ details }) => (details === null ? null : JSON.stringify(details))),
    timeline.map(({ at }) => at),
  ]);
}

const liftFreeze: Statement = {
  name: "checkouts_lift_freeze",
  text: `
    WITH released AS (
      UPDATE checkouts SET settlement_frozen = false
      WHERE id = $1 AND settlement_frozen AND refunded_units + refunding_units <= total_paid_units
      RETURNING id, project_id
    ), noted AS (
      INSERT INTO checkout_events (checkout_id, kind, details, created_at)
      SELECT id, 'settlement.released', NULL, $2::timestamptz FROM released
    )
    SELECT project_id FROM released`,
};

/**
 * Lets a frozen checkout settle again, unless its refunds exceed what it received.
 *
 * @returns its project; null when it stays as it is
 */
export async function releaseSettlement(
  connection: Queryable,
  checkoutId: string,
  at: Date,
): Promise<{ projectId: string } | null> {
  const [row] = await run<{ project_id: string }>(connection, liftFreeze, [checkoutId, at]);
  return row === undefined ? null : { projectId: row.project_id };
}
