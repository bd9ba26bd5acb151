import { type Connections, transact } from "@/lib/platform/database";
import { defineList } from "@/lib/platform/lists/define-list.store";
import type { Order } from "@/lib/platform/lists/list-definition.store";
import type { List } from "@/lib/platform/lists/list-place.rules";
import type { SecretBox } from "@/lib/platform/secret-box";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { type RefundTransaction, refundTransaction } from "@/lib/refunds/refund.store";
import { holdingsJudged, isStray } from "@/lib/settlement/deposit-facts.store";
import type { SettlementStore } from "@/lib/settlement/settlement.store";
import { openSettlement } from "@/lib/settlement/settlement-opening.store";
import type { StrayCursor, StrayHolding } from "./stray.rules";

/** Deposits by their checkouts, whose ids are in order of creation. The native coin is a token without an address. */
export const byDeposit: Order<StrayCursor, StrayCursor> = {
  columns: [
    { column: "checkout_id", type: "text", of: ({ checkoutId }) => checkoutId },
    { column: "chain_id", type: "int", of: ({ chainId }) => chainId },
    { column: "token_address", type: "text", of: ({ tokenAddress }) => tokenAddress ?? "" },
  ],
  cursorOf: ({ checkoutId, chainId, tokenAddress }) => ({ checkoutId, chainId, tokenAddress }),
};

/** The native coin's address is empty. */
type StrayRow = Omit<StrayHolding, "tokenAddress"> & { tokenAddress: Hex | "" };

/**
 * Of a bounded number of deposits, those with money in a token that does not pay their checkout, and native coin at the
 * project's addresses.
 */
const strayList = defineList<object, StrayHolding, StrayRow, StrayCursor>({
  name: "holdings_strays",
  table: "deposit_holdings",
  row: "stray",
  owner: "project_id",
  order: byDeposit,
  where: "stray.amount_units > 0",
  filters: {},
  walk: {
    rows: () => holdingsJudged,
    found: ({ order, beyond, past, sorted, limit }) => `
      SELECT * FROM (
        SELECT holding.checkout_id, holding.chain_id, holding.token_address, holding.amount_units, NULL AS seen_at
        FROM searched AS holding JOIN checkouts AS checkout ON checkout.id = holding.checkout_id
        WHERE ${isStray}
        UNION ALL (
          SELECT balance.checkout_id, balance.chain_id, '', balance.amount_wei, balance.seen_at
          FROM native_balances AS balance JOIN checkouts AS checkout ON checkout.id = balance.checkout_id
          WHERE balance.amount_wei > 0 AND checkout.project_id = $1
            ${past("balance.checkout_id, balance.chain_id, ''")}
          ORDER BY balance.checkout_id ${order}, balance.chain_id ${order} LIMIT ${limit}
        )
      ) AS found
      WHERE NOT EXISTS (
        SELECT FROM last WHERE last.searched = ${holdingsJudged}
          AND (found.checkout_id, found.chain_id, found.token_address) ${beyond}
            (last.until_checkout_id, last.until_chain_id, last.until_token_address))
      ${sorted("found")} LIMIT ${limit}`,
  },
  columns: `stray.checkout_id, stray.chain_id, stray.token_address, stray.amount_units AS units, newest.tx_hash,
    coalesce(stray.seen_at, newest.block_timestamp, checkout.created_at) AS seen_at, checkout.reference_id,
    checkout.status AS checkout_status, checkout.deposit_address, NOT checkout.open_sweep AS closed,
    checkout.settlement_frozen AS frozen, EXISTS (
      SELECT FROM settlement_items AS item JOIN settlements AS settlement ON settlement.id = item.settlement_id
      WHERE item.checkout_id = stray.checkout_id AND item.token_address = stray.token_address
        AND settlement.chain_id = stray.chain_id AND item.status = 'PENDING') AS being_settled,
    checkout.excess_requested_at IS NOT NULL AND checkout.excess_dismissed_at IS NULL AS is_requested,
    accepted.here AS accepted, checkout.amount_units, checkout.status = 'PENDING' AND (
      EXISTS (
        SELECT FROM quotes AS quote
        WHERE quote.checkout_id = stray.checkout_id AND quote.chain_id = stray.chain_id
          AND quote.token_address = stray.token_address)
      OR (accepted.here AND NOT checkout.token_fixed AND checkout.total_paid_units = 0
        AND coalesce(checkout.fixed_chain_id, stray.chain_id) = stray.chain_id)) AS offered, (
      SELECT refund.id FROM refunds AS refund
      WHERE refund.checkout_id = stray.checkout_id AND refund.chain_id = stray.chain_id
        AND refund.token_address = stray.token_address
        AND refund.status NOT IN ('COMPLETED', 'FAILED', 'CANCELLED')
      ORDER BY refund.created_at DESC, refund.id DESC LIMIT 1) AS refund_id`,
  joins: `
    LEFT JOIN checkouts AS checkout ON checkout.id = stray.checkout_id
    CROSS JOIN LATERAL (
      SELECT EXISTS (
        SELECT FROM accepted_tokens AS token
        WHERE token.project_id = $1 AND token.chain_id = stray.chain_id AND token.token_address = stray.token_address
      ) AS here
    ) AS accepted
    LEFT JOIN LATERAL (
      SELECT tx_hash, block_timestamp FROM transfers AS transfer
      WHERE transfer.checkout_id = stray.checkout_id AND transfer.chain_id = stray.chain_id
        AND transfer.token_address = stray.token_address AND NOT transfer.orphaned
      ORDER BY block_number DESC, log_index DESC LIMIT 1
    ) AS newest ON true`,
  toItem: ({ tokenAddress, ...stray }) => ({
    ...stray,
    tokenAddress: tokenAddress === "" ? null : tokenAddress,
  }),
});

export type StrayListStore = List<object, StrayHolding, StrayCursor>;

/** Stray money at a project's deposit addresses, in Postgres. */
export function createStrayListStore({ pool }: Connections): StrayListStore {
  return strayList(pool);
}

/** Decides about a stray and opens its settlement in one database transaction. */
export type StraySweeps = {
  transaction<T>(work: (tx: RefundTransaction & { open: SettlementStore["open"] }) => Promise<T>): Promise<T>;
};

export function createStraySweeps({ pool }: Connections, secretBox: SecretBox): StraySweeps {
  return {
    transaction: (work) =>
      transact(pool, (connection) =>
        work({
          ...refundTransaction(connection, secretBox),
          open: (...input) => openSettlement(connection, ...input),
        }),
      ),
  };
}
