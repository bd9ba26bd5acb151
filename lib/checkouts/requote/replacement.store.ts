import { type Checkout, reportHoldsMs } from "@/lib/checkouts/checkout.rules";
import type { NewCheckouts } from "@/lib/checkouts/checkout.store";
import { insertOn } from "@/lib/checkouts/checkout-insert.store";
import { checkoutSelectList, readCheckoutRows } from "@/lib/checkouts/checkout-row.store";
import { takeFromStock } from "@/lib/checkouts/links/stock.store";
import { hasReceived } from "@/lib/checkouts/requote/earlier-payments.store";
import { hasLeftWallet } from "@/lib/checkouts/state/checkout-facts.store";
import { type Connections, type Queryable, run, type Statement, transact } from "@/lib/platform/database";
import type { SecretBox } from "@/lib/platform/secret-box";

/** A checkout that may be replaced, with everything that could forbid it. */
export type ReplaceableCheckout = {
  checkout: Checkout;
  /** The project lets customers continue expired checkouts. */
  isAllowed: boolean;
  /** Money of any kind was seen at its address or at one that it replaces, or a payment is on its way. */
  hasReceived: boolean;
  /** The merchant has left its wallet since. */
  hasLeftWallet: boolean;
  /** The payment link that created it; null for none. */
  paymentLinkId: string | null;
  /** The network for which it was reserved; null without a stock. */
  linkClient: string | null;
};

export type ReplacementStore = {
  /** Null for an unknown id. */
  read(checkoutId: string, now: Date): Promise<ReplaceableCheckout | null>;
  /**
   * A store that writes a checkout as the only successor of this one. It locks the predecessor against new transfers,
   * then calls `refuse`, which throws what must not be replaced. The successor belongs to the same payment link.
   */
  successorOf(checkoutId: string, now: Date, refuse: (locked: ReplaceableCheckout) => void): NewCheckouts;
};

/** Expired checkouts and their successors, in Postgres. */
export function createReplacementStore({ pool }: Connections, secretBox: SecretBox): ReplacementStore {
  return {
    read: (checkoutId, now) => readReplaceable(pool, checkoutId, now),

    successorOf: (checkoutId, now, refuse) => ({
      insert: (...facts) =>
        transact(pool, async (connection) => {
          const locked = await lockReplaceable(connection, checkoutId, now);
          refuse(locked);
          // It expired, so another customer may have the last one by now.
          const { paymentLinkId, linkClient } = locked;
          if (paymentLinkId !== null) await takeFromStock(connection, paymentLinkId, linkClient, now);
          const written = await insertOn(connection, secretBox, ...facts);
          await markReplaced(connection, checkoutId, facts[0]);
          return written;
        }),
    }),
  };
}

/**
 * Waits for transactions that are recording a transfer to it, and lets no other begin. We read after locking, so we see
 * what they left.
 */
export async function lockReplaceable(
  connection: Queryable,
  checkoutId: string,
  now: Date,
): Promise<ReplaceableCheckout> {
  await run(connection, lockPredecessor, [checkoutId]);
  const locked = await readReplaceable(connection, checkoutId, now);
  if (locked === null) throw new Error(`${checkoutId} is gone`);
  return locked;
}

/** The caller holds the predecessor's lock, and has seen that it has no successor. */
export async function markReplaced(
  connection: Queryable,
  checkoutId: string,
  successor: Checkout,
): Promise<void> {
  const marked = await run(connection, replace, [checkoutId, successor.id, successor.createdAt]);
  if (marked.length === 0) throw new Error(`${checkoutId} is another project's`);
}

async function readReplaceable(
  connection: Queryable,
  checkoutId: string,
  now: Date,
): Promise<ReplaceableCheckout | null> {
  const [row] = await readCheckoutRows<Omit<ReplaceableCheckout, "checkout">>(connection, selectReplaceable, [
    checkoutId,
    new Date(now.getTime() - reportHoldsMs),
  ]);
  return row ?? null;
}

/** FOR UPDATE conflicts with the foreign key check of a new transfer. SQL: Prisma has no FOR UPDATE. */
const lockPredecessor: Statement = {
  name: "checkout_lock_predecessor",
  text: "SELECT id FROM checkouts WHERE id = $1 FOR UPDATE",
};

/** SQL: one statement, which is also read under the lock above, asks every table in which money may have come. */
const selectReplaceable: Statement = {
  name: "checkout_find_replaceable",
  text: `
    SELECT ${checkoutSelectList}, checkout.payment_link_id, checkout.link_client,
      project.requote_expired AND project.deleted_at IS NULL AS is_allowed,
      ${hasReceived} OR EXISTS (
        SELECT FROM payment_hints WHERE checkout_id = checkout.id AND greatest(created_at, known_at) > $2
      ) AS has_received,
      ${hasLeftWallet("checkout")} AS has_left_wallet
    FROM checkouts AS checkout JOIN projects AS project ON project.id = checkout.project_id
    WHERE checkout.id = $1`,
};

/** SQL: part of the successor's transaction on `pg`; the successor takes what the update returns. */
const replace: Statement = {
  name: "checkout_replace",
  text: `
    WITH replaced AS (
      UPDATE checkouts SET replaced_by = $2 WHERE id = $1
      RETURNING id, project_id, payment_link_id, link_client
    ), carried AS (
      UPDATE checkouts AS successor SET payment_link_id = replaced.payment_link_id, link_client = replaced.link_client
      FROM replaced
      WHERE successor.id = $2 AND successor.project_id = replaced.project_id
      RETURNING successor.id
    )
    INSERT INTO checkout_events (checkout_id, kind, details, created_at)
    SELECT replaced.id, 'checkout.replaced', jsonb_build_object('replacedBy', carried.id), $3
    FROM replaced CROSS JOIN carried RETURNING checkout_id`,
};
