import { dustLimit } from "@/lib/checkouts/dust.rules";

const centUnits = dustLimit(null, 0n, { decimals: 6 });

/** A higher price belongs to a token with 18 decimals, so its percentage is no limit for other tokens. */
const mostOfSixDecimals = 10n ** 14n;

/** Far more than one order has; it bounds the walk. */
const predecessorsRead = 100;

/**
 * Whether more than dust of one token came to a checkout, by `dustLimit`. Anyone can create worthless tokens, so only
 * tokens count that the project accepts or that were selected.
 *
 * @param checkout alias of its row
 * @param minimum its project's
 */
export const received = (checkout: string, minimum: string, transfers = "") => `
  EXISTS (
    SELECT FROM transfers AS transfer
    WHERE transfer.checkout_id = ${checkout}.id ${transfers} AND (
      EXISTS (
        SELECT FROM accepted_tokens AS token
        WHERE token.project_id = ${checkout}.project_id AND token.chain_id = transfer.chain_id
          AND token.token_address = transfer.token_address
      ) OR EXISTS (
        SELECT FROM quotes AS quote
        WHERE quote.checkout_id = transfer.checkout_id AND quote.chain_id = transfer.chain_id
          AND quote.token_address = transfer.token_address
      )
    )
    GROUP BY transfer.chain_id, transfer.token_address
    HAVING sum(transfer.amount_units) >= CASE
      WHEN ${minimum} > 0 THEN ${minimum}
      WHEN ${checkout}.amount_units > ${mostOfSixDecimals} AND (transfer.chain_id, transfer.token_address)
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
    WHERE ${received("earlier", "owner.minimum_units", "AND NOT transfer.orphaned")}
    ORDER BY earlier.depth LIMIT 1
  ) END`;
