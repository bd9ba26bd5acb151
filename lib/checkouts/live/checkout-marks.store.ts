import { mayStillPay } from "@/lib/checkouts/checkout-row.store";
import { receivedEarlier } from "@/lib/checkouts/requote/earlier-payments.store";
import { type Connections, run, type Statement } from "@/lib/platform/database";

/** Tells for many checkouts at once which ones to read again. */
export type CheckoutMarks = {
  /**
   * A text for each id that exists. It differs after every change in the database that could change the checkout's
   * public view; it may also differ without one.
   */
  read(checkoutIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
};

/** Marks from Postgres by primary key: one statement for any number of ids. */
export function createCheckoutMarks({ pool }: Connections): CheckoutMarks {
  return {
    read: async (checkoutIds) => {
      const rows = await run<MarkRow>(pool, readMarks, [checkoutIds]);
      return new Map(rows.map(({ id, mark }) => [id, mark]));
    },
  };
}

type MarkRow = { id: string; mark: string };

/**
 * `xmin` is the transaction that wrote the row, so it covers every column of the checkout, future ones included.
 * Besides the row, the view shows the depth of the payment, the stray transfers, the newest signed payment, a reported
 * payment, how far refunds are, a network's own coin and money at earlier addresses. SQL: Prisma cannot read `xmin`.
 */
const readMarks: Statement = {
  name: "checkout_marks_read",
  text: `
    SELECT checkout.id, concat_ws(' ',
      checkout.xmin,
      position.block_number,
      received.count, received.last_id, received.payment_block, ${receivedEarlier},
      signed.version, ${mayStillPay("signed")}, sent.xmin,
      (SELECT string_agg(xmin::text, ' ' ORDER BY id) FROM refunds WHERE checkout_id = checkout.id),
      (SELECT sum(amount_wei) FROM native_balances WHERE checkout_id = checkout.id),
      (SELECT max(greatest(created_at, known_at)) FROM payment_hints WHERE checkout_id = checkout.id)
    ) AS mark
    FROM checkouts AS checkout
    LEFT JOIN chain_cursors AS position
      ON position.chain_id = checkout.chain_id AND checkout.payment_tx_hash IS NOT NULL
    CROSS JOIN LATERAL (
      SELECT count(*) AS count, max(id) AS last_id, max(block_number) FILTER (
        WHERE tx_hash = checkout.payment_tx_hash AND chain_id = checkout.chain_id
      ) AS payment_block
      FROM transfers WHERE checkout_id = checkout.id AND NOT orphaned
    ) AS received
    LEFT JOIN LATERAL (
      SELECT xmin AS version, outgoing_transaction_id, status, chain_id, valid_before FROM authorizations
      WHERE checkout_id = checkout.id ORDER BY created_at DESC, id DESC LIMIT 1
    ) AS signed ON true
    LEFT JOIN outgoing_transactions AS sent ON sent.id = signed.outgoing_transaction_id
    WHERE checkout.id = ANY ($1::text[])`,
};
