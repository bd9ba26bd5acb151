import { type Connections, read } from "@/lib/platform/database";
import { pageStatement } from "@/lib/platform/lists/keyset";
import type { Place } from "@/lib/platform/lists/list-place.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { holdingsJudged, isStray } from "@/lib/settlement/deposit-facts.store";
import type { StrayCursor, StrayHolding } from "./stray.rules";

const cursor = "($3::text, $4::int, $5::text)";

/**
 * Of a bounded number of deposits, those with money in a token that does not pay their checkout, and native coin at the
 * project's addresses. `looked` is where the search stopped, so that the next page continues there. The native coin is
 * a token without an address. SQL: keyset list.
 */
const selectPage = pageStatement("holdings_strays", ({ order, beyond, past }) => {
  const sorted = (row: string) =>
    `${row}.checkout_id ${order}, ${row}.chain_id ${order}, ${row}.token_address ${order}`;
  return `
    WITH held AS MATERIALIZED (
      SELECT deposit.* FROM deposit_holdings AS deposit
      WHERE deposit.project_id = $1 AND deposit.amount_units > 0
        ${past("(deposit.checkout_id, deposit.chain_id, deposit.token_address)", cursor)}
      ORDER BY ${sorted("deposit")} LIMIT ${holdingsJudged}
    ), looked AS (
      SELECT held.checkout_id, held.chain_id, held.token_address FROM held
      ORDER BY ${sorted("held")} OFFSET ${holdingsJudged - 1} LIMIT 1
    ), found AS (
      SELECT holding.checkout_id, holding.chain_id, holding.token_address, holding.amount_units, NULL AS seen_at
      FROM held AS holding JOIN checkouts AS checkout ON checkout.id = holding.checkout_id
      WHERE ${isStray}
      UNION ALL (
        SELECT balance.checkout_id, balance.chain_id, '', balance.amount_wei, balance.seen_at
        FROM native_balances AS balance JOIN checkouts AS checkout ON checkout.id = balance.checkout_id
        WHERE balance.amount_wei > 0 AND checkout.project_id = $1
          ${past("(balance.checkout_id, balance.chain_id, '')", cursor)}
        ORDER BY balance.checkout_id ${order}, balance.chain_id ${order} LIMIT $2
      )
    ), page AS (
      SELECT * FROM found
      WHERE NOT EXISTS (
        SELECT FROM looked WHERE (found.checkout_id, found.chain_id, found.token_address) ${beyond}
          (looked.checkout_id, looked.chain_id, looked.token_address))
      ORDER BY ${sorted("found")} LIMIT $2
    )
    SELECT page.checkout_id, page.chain_id, page.token_address, page.amount_units AS units, last.tx_hash,
      coalesce(page.seen_at, last.block_timestamp, checkout.created_at) AS seen_at, checkout.reference_id,
      checkout.status AS checkout_status, checkout.deposit_address, NOT checkout.open_sweep AS closed,
      checkout.settlement_frozen AS frozen, EXISTS (
        SELECT FROM settlement_items AS item
        WHERE item.checkout_id = page.checkout_id AND item.token_address = page.token_address
          AND item.status = 'PENDING') AS being_settled,
      accepted.here AS accepted, checkout.amount_units, checkout.status = 'PENDING' AND (
        EXISTS (
          SELECT FROM quotes AS quote
          WHERE quote.checkout_id = page.checkout_id AND quote.chain_id = page.chain_id
            AND quote.token_address = page.token_address)
        OR (accepted.here AND NOT checkout.token_fixed AND checkout.total_paid_units = 0
          AND coalesce(checkout.fixed_chain_id, page.chain_id) = page.chain_id)) AS offered, (
        SELECT refund.id FROM refunds AS refund
        WHERE refund.checkout_id = page.checkout_id AND refund.chain_id = page.chain_id
          AND refund.token_address = page.token_address
          AND refund.status NOT IN ('COMPLETED', 'FAILED', 'CANCELLED')
        ORDER BY refund.created_at DESC, refund.id DESC LIMIT 1) AS refund_id,
      looked.checkout_id AS looked_checkout_id, looked.chain_id AS looked_chain_id,
      looked.token_address AS looked_token_address
    FROM (SELECT) AS always LEFT JOIN looked ON true
    LEFT JOIN page ON true LEFT JOIN checkouts AS checkout ON checkout.id = page.checkout_id
    CROSS JOIN LATERAL (
      SELECT EXISTS (
        SELECT FROM accepted_tokens AS token
        WHERE token.project_id = $1 AND token.chain_id = page.chain_id AND token.token_address = page.token_address
      ) AS here
    ) AS accepted
    LEFT JOIN LATERAL (
      SELECT tx_hash, block_timestamp FROM transfers AS transfer
      WHERE transfer.checkout_id = page.checkout_id AND transfer.chain_id = page.chain_id
        AND transfer.token_address = page.token_address AND NOT transfer.orphaned
      ORDER BY block_number DESC, log_index DESC LIMIT 1
    ) AS last ON true
    ORDER BY ${sorted("page")}`;
});

/** The native coin's address is empty. */
type StrayRow = Omit<StrayHolding, "tokenAddress"> & { tokenAddress: Hex | "" };
type Looked = { lookedCheckoutId: string | null; lookedChainId: number; lookedTokenAddress: Hex };

export type StrayListStore = ReturnType<typeof createStrayListStore>;

/** Stray money at a project's deposit addresses, in Postgres. */
export function createStrayListStore({ pool }: Connections) {
  return {
    /**
     * From the cursor on: oldest checkout first for `before`, otherwise newest first.
     * @returns `lookedTo`: where the search of a bounded number of deposits stopped; null when it reached the end
     */
    page: async (
      projectId: string,
      place: Place<StrayCursor>,
      limit: number,
    ): Promise<{ strays: StrayHolding[]; lookedTo: StrayCursor | null }> => {
      const values = [projectId, limit, ...cursorValues(place)];
      const rows = await read<Looked & (StrayRow | { checkoutId: null })>(pool, selectPage(place), values);
      return {
        strays: rows.flatMap(({ lookedCheckoutId, lookedChainId, lookedTokenAddress, ...row }) =>
          row.checkoutId === null
            ? []
            : [{ ...row, tokenAddress: row.tokenAddress === "" ? null : row.tokenAddress }],
        ),
        lookedTo: toLookedTo(rows[0]),
      };
    },
  };
}

function cursorValues(place: Place<StrayCursor>): unknown[] {
  if (place.kind === "first") return [];
  const { checkoutId, chainId, tokenAddress } = place.cursor;
  return [checkoutId, chainId, tokenAddress ?? ""];
}

function toLookedTo(row: Looked | undefined): StrayCursor | null {
  if (row === undefined || row.lookedCheckoutId === null) return null;
  const { lookedCheckoutId: checkoutId, lookedChainId: chainId, lookedTokenAddress: tokenAddress } = row;
  return { checkoutId, chainId, tokenAddress };
}
