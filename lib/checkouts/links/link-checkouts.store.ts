import type { TokenRef } from "@/lib/chain/token.rules";
import type { CheckoutStore } from "@/lib/checkouts/checkout.store";
import { insertOn } from "@/lib/checkouts/checkout-insert.store";
import type { LinkSales, StockCount } from "@/lib/checkouts/links/payment-link.rules";
import { lockReplaceable, markReplaced } from "@/lib/checkouts/requote/replacement.store";
import {
  type Connections,
  type Queryable,
  read,
  run,
  type Statement,
  transact,
} from "@/lib/platform/database";
import { fault } from "@/lib/platform/faults/fault.rules";
import type { SecretBox } from "@/lib/platform/secret-box";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { type InvoiceCheckout, type InvoiceState, invoiceState } from "./invoice.rules";
import type { PaymentLink } from "./payment-link.schema";
import { countStock, takeFromStock } from "./stock.store";

export type LinkRevenue = { sums: readonly (TokenRef & { units: bigint })[]; isWhole: boolean };

type NewCheckout = Parameters<CheckoutStore["insert"]>;

/** The checkouts that payment links create. */
export function createLinkCheckoutStore({ pool, prisma }: Connections, secretBox: SecretBox) {
  return {
    /** Received by paid checkouts less refunds, over a bounded number of them; `isWhole` says whether these were all. */
    revenue: async (projectId: string, linkId: string): Promise<LinkRevenue> => {
      const rows = await read<TokenRef & { units: bigint; paid: number }>(pool, sumRevenue, [
        projectId,
        linkId,
      ]);
      const counted = rows.reduce((total, { paid }) => total + paid, 0);
      return { sums: rows.map(({ paid: _, ...sum }) => sum), isWhole: counted < checkoutsSummed };
    },

    /** Checkouts that were paid from this time on, without those that were refunded in full. */
    salesSince: async (projectId: string, linkId: string, since: Date): Promise<LinkSales> => {
      const [sales] = await read<LinkSales>(pool, sumSales, [projectId, linkId, since]);
      return sales ?? { count: 0, fiatAmount: "0", units: 0n };
    },

    /** Of those of these links that have a stock, by id. */
    stocks: async (
      links: readonly Pick<PaymentLink, "id" | "stock">[],
      now: Date,
    ): Promise<ReadonlyMap<string, StockCount>> => {
      const limited = links.filter(({ stock }) => stock !== null).map(({ id }) => id);
      return limited.length === 0 ? new Map() : countStock(pool, limited, now);
    },

    /** Whether this link created the checkout. */
    hasCreated: async (paymentLinkId: string, id: string): Promise<boolean> =>
      (await prisma.checkout.count({ where: { id, paymentLinkId } })) > 0,

    /** The state of a link for one payment. */
    invoice: (linkId: string): Promise<InvoiceState> => readInvoice(pool, linkId),

    /**
     * A store that writes checkouts as created by this link and counts them; throws NOT_FOUND when the link is closed,
     * and CONFLICT when it is sold out.
     */
    checkoutsOf: (linkId: string, client: string | null): Pick<CheckoutStore, "insert"> => ({
      insert: (...facts) =>
        transact(pool, async (connection) => {
          await takeFromStock(connection, linkId, client, facts[0].createdAt);
          await insertCounted(connection, secretBox, { linkId, client }, facts);
        }),
    }),

    /**
     * The same for a link for one payment, one checkout at a time: throws CONFLICT unless the link still waits for the
     * checkout that replaces this one.
     */
    invoiceCheckoutsOf: (linkId: string, replaces: string | null): Pick<CheckoutStore, "insert"> => ({
      insert: (...facts) =>
        transact(pool, async (connection) => {
          const [checkout] = facts;
          await run(connection, lockLink, [linkId]);
          // Against transfers that are being recorded, which may pay the invoice.
          if (replaces !== null) await lockReplaceable(connection, replaces, checkout.createdAt);
          const state = await readInvoice(connection, linkId);
          if (state.kind !== "fresh" || state.replaces !== replaces)
            throw new CheckoutError("CONFLICT", fault("links.otherCheckout"));
          await insertCounted(connection, secretBox, { linkId, client: null }, facts);
          if (replaces !== null) await markReplaced(connection, replaces, checkout);
        }),
    }),
  };
}

async function insertCounted(
  connection: Queryable,
  secretBox: SecretBox,
  { linkId, client }: { linkId: string; client: string | null },
  facts: NewCheckout,
): Promise<void> {
  await insertOn(connection, secretBox, ...facts);
  const counted = await run(connection, countCheckout, [linkId, facts[0].id, client]);
  if (counted.length === 0) throw new CheckoutError("NOT_FOUND", fault("links.closed"));
}

async function readInvoice(connection: Queryable, linkId: string): Promise<InvoiceState> {
  return invoiceState(await read<InvoiceCheckout>(connection, selectInvoice, [linkId]));
}

/** Two who open an invoice at once get one checkout. SQL: Prisma has no FOR NO KEY UPDATE. */
const lockLink: Statement = {
  name: "payment_link_lock",
  text: "SELECT id FROM payment_links WHERE id = $1 FOR NO KEY UPDATE",
};

/**
 * Of checkouts that were replaced, only those to which money came. SQL: also read under the lock above, on its
 * connection.
 */
const selectInvoice: Statement = {
  name: "payment_link_invoice",
  text: `
    SELECT id, status, late_accepted_at, paid_at, total_paid_units, amount_units, replaced_by
    FROM checkouts
    WHERE payment_link_id = $1
      AND (replaced_by IS NULL OR status NOT IN ('EXPIRED', 'CANCELLED') OR total_paid_units > 0)
    ORDER BY created_at DESC, id DESC`,
};

/**
 * Of an open link, which stays open until the commit, since the update locks its row. SQL: the checkout names the link
 * only if the link counted it, in one statement.
 */
const countCheckout: Statement = {
  name: "payment_link_count_checkout",
  text: `
    WITH counted AS (
      UPDATE payment_links AS link SET checkout_count = link.checkout_count + 1
      FROM projects AS project
      WHERE link.id = $1 AND link.disabled_at IS NULL
        AND project.id = link.project_id AND project.deleted_at IS NULL
      RETURNING link.id
    )
    UPDATE checkouts SET payment_link_id = counted.id, link_client = $3
    FROM counted
    WHERE checkouts.id = $2
    RETURNING counted.id`,
};

const checkoutsSummed = 20_000;

/** SQL: Prisma cannot group a limited query. */
const sumRevenue: Statement = {
  name: "payment_link_revenue",
  text: `
    SELECT paid.chain_id, paid.token_address, count(*)::int AS paid,
      sum(paid.total_paid_units - paid.refunded_units) AS units
    FROM (
      SELECT chain_id, token_address, total_paid_units, refunded_units
      FROM checkouts
      WHERE payment_link_id = $2 AND project_id = $1 AND paid_at IS NOT NULL
      LIMIT ${checkoutsSummed}
    ) AS paid
    GROUP BY paid.chain_id, paid.token_address
    ORDER BY paid.chain_id, paid.token_address`,
};

/** A link's checkouts have one currency. SQL: fiat amounts are text, which PostgreSQL sums as `numeric`. */
const sumSales: Statement = {
  name: "payment_link_sales",
  text: `
    SELECT count(*)::int AS count,
      coalesce(sum(fiat_amount::numeric), 0)::text AS fiat_amount,
      coalesce(sum(amount_units) FILTER (WHERE fiat_amount IS NULL), 0) AS units
    FROM checkouts
    WHERE payment_link_id = $2 AND project_id = $1 AND paid_at >= $3 AND status <> 'REFUNDED'`,
};
