import { mayStillPay } from "@/lib/checkouts/checkout-row.store";
import { dustLimit, leastWei } from "@/lib/checkouts/dust.rules";

const centUnits = dustLimit(null, 0n, { decimals: 6 });

/** A higher price belongs to a token with 18 decimals, so its percentage is no limit for other tokens. */
const mostOfSixDecimals = 10n ** 14n;

/** Far more than one order has; it bounds the walk. */
const predecessorsRead = 100;

/**
 * Whether more than dust of one token came to a checkout, by `dustLimit`. Anyone can create worthless tokens, so only
 * tokens count that the project accepts or that were selected. A transaction counts once, however many blocks had it.
 *
 * @param checkout alias of its row
 * @param minimum its project's
 */
const received = (checkout: string, minimum: string, transfers = "") => `
  EXISTS (
    SELECT FROM (
      SELECT DISTINCT ON (chain_id, token_address, tx_hash) chain_id, token_address, sum(amount_units) AS amount_units
      FROM transfers WHERE checkout_id = ${checkout}.id ${transfers}
      GROUP BY chain_id, token_address, tx_hash, block_hash, orphaned
      ORDER BY chain_id, token_address, tx_hash, orphaned, amount_units DESC
    ) AS payment
    WHERE EXISTS (
      SELECT FROM accepted_tokens AS token
      WHERE token.project_id = ${checkout}.project_id AND token.chain_id = payment.chain_id
        AND token.token_address = payment.token_address
    ) OR EXISTS (
      SELECT FROM quotes AS quote
      WHERE quote.checkout_id = ${checkout}.id AND quote.chain_id = payment.chain_id
        AND quote.token_address = payment.token_address
    )
    GROUP BY payment.chain_id, payment.token_address
    HAVING sum(payment.amount_units) >= CASE
      WHEN ${minimum} > 0 THEN ${minimum}
      WHEN ${checkout}.amount_units > ${mostOfSixDecimals} AND (payment.chain_id, payment.token_address)
        IS DISTINCT FROM (${checkout}.chain_id, ${checkout}.token_address) THEN ${centUnits}
      ELSE coalesce(ceil(${checkout}.amount_units / 100), ${centUnits})
    END
  )`;

/** The newest of the checkouts that `checkout` replaces, one after another, to which money came. */
export const receivedEarlier = `
  CASE WHEN checkout.replaces IS NOT NULL THEN (
    WITH RECURSIVE earlier AS (
      SELECT id, project_id, chain_id, token_address, amount_units, replaces, 1 AS depth
      FROM checkouts WHERE id = checkout.replaces
      UNION ALL
      SELECT before.id, before.project_id, before.chain_id, before.token_address, before.amount_units,
        before.replaces, earlier.depth + 1
      FROM earlier JOIN checkouts AS before ON before.id = earlier.replaces
      WHERE earlier.depth < ${predecessorsRead}
    )
    SELECT earlier.id FROM earlier JOIN projects AS owner ON owner.id = earlier.project_id
    WHERE ${received("earlier", "owner.minimum_units", "AND NOT orphaned")}
    ORDER BY earlier.depth LIMIT 1
  ) END`;

/**
 * Whether money of any kind came to `checkout` of `project` or to one that it replaces, or a signature may still bring it.
 * A transfer that a reorganisation took back may return, so it counts too; dust doesn't.
 */
export const hasReceived = `(
  ${received("checkout", "project.minimum_units")}
  OR EXISTS (SELECT FROM native_balances WHERE checkout_id = checkout.id AND amount_wei >= ${leastWei})
  OR EXISTS (
    SELECT FROM authorizations AS given WHERE given.checkout_id = checkout.id AND ${mayStillPay("given")}
  )
  OR ${receivedEarlier} IS NOT NULL)`;
