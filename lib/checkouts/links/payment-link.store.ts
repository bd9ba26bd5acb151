import { type AuditEntry, writeAudit } from "@/lib/accounts/audit.store";
import type { TokenRef } from "@/lib/chain/token.rules";
import type { CheckoutStore } from "@/lib/checkouts/checkout.store";
import { insertOn } from "@/lib/checkouts/checkout-insert.store";
import type { LinkSales } from "@/lib/checkouts/links/payment-link.rules";
import { lockReplaceable, markReplaced } from "@/lib/checkouts/requote/replacement.store";
import {
  type Connections,
  type PrismaTransaction,
  type Queryable,
  read,
  run,
  type Statement,
  statementsOf,
  toUnits,
  transact,
  transactByPrisma,
} from "@/lib/platform/database";
import { fault } from "@/lib/platform/faults/fault.rules";
import type { Completion } from "@/lib/platform/limits/idempotency.port";
import { completeIdempotency } from "@/lib/platform/limits/idempotency-completion.store";
import { byCreation, defineList } from "@/lib/platform/lists/define-list.store";
import type { List } from "@/lib/platform/lists/list-place.rules";
import type { SecretBox } from "@/lib/platform/secret-box";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { lockProject } from "@/lib/projects/project-lock.store";
import type { PaymentLink as Row } from "@/prisma/generated/client";
import { type InvoiceCheckout, type InvoiceState, invoiceState } from "./invoice.rules";
import type { StockCount } from "./payment-link.rules";
import type { OpenPaymentLink, PaymentLink } from "./payment-link.schema";
import { countStock, takeFromStock } from "./stock.store";

/** What a merchant may change of a link. */
export type LinkTerms = Pick<
  PaymentLink,
  | "itemName"
  | "itemDescription"
  | "fiatAmount"
  | "amountUnits"
  | "maxFiatAmount"
  | "successUrl"
  | "stock"
  | "closesAt"
>;

export type LinkRevenue = { sums: readonly (TokenRef & { units: bigint })[]; isWhole: boolean };

export type PaymentLinkStore = List<object, PaymentLink> & {
  find(projectId: string, linkId: string): Promise<PaymentLink | null>;
  /** Received by its paid checkouts less refunds, over a bounded number of them; `isWhole` says whether these were all. */
  revenue(projectId: string, linkId: string): Promise<LinkRevenue>;
  /** Checkouts that were paid from this time on, without those that were refunded in full. */
  salesSince(projectId: string, linkId: string, since: Date): Promise<LinkSales>;
  /** Null when the link is unknown or disabled, or its project is deleted. */
  findOpen(slug: string): Promise<Omit<OpenPaymentLink, "symbols" | "state"> | null>;
  /** Of those of these links that have a stock, by id. */
  stocks(
    links: readonly Pick<PaymentLink, "id" | "stock">[],
    now: Date,
  ): Promise<ReadonlyMap<string, StockCount>>;
  /** Whether this link created the checkout. */
  hasCreated(linkId: string, checkoutId: string): Promise<boolean>;
  /** The state of a link for one payment. */
  invoice(linkId: string): Promise<InvoiceState>;
  /** Writes nothing when the slug is taken, or the project has `limit` open links. */
  insert(
    link: PaymentLink,
    limit: number,
    entry: AuditEntry,
    kept?: Completion | null,
  ): Promise<"inserted" | "slug_taken" | "too_many">;
  /** @returns false for a disabled link, an unknown one or another project's */
  change(
    projectId: string,
    linkId: string,
    terms: LinkTerms,
    entry: AuditEntry | null,
    kept?: Completion | null,
  ): Promise<boolean>;
  /**
   * A disabled one stays as it is.
   * @param keep the answer to repeat, of the time at which the link was disabled
   * @returns that time; null for an unknown link or another project's
   */
  disable(
    projectId: string,
    linkId: string,
    at: Date,
    entry: AuditEntry,
    keep?: (disabledAt: Date) => Completion | null,
  ): Promise<Date | null>;
  /**
   * A store that writes checkouts as created by this link and counts them; throws NOT_FOUND when the link is closed,
   * and CONFLICT when it is sold out.
   */
  checkoutsOf(linkId: string, client: string | null): Pick<CheckoutStore, "insert">;
  /**
   * The same for a link for one payment, one checkout at a time: throws CONFLICT unless the link still waits for the
   * checkout that replaces this one.
   */
  invoiceCheckoutsOf(linkId: string, replaces: string | null): Pick<CheckoutStore, "insert">;
};

/**
 * Disabled links included. A project has some hundreds at most: an index finds them, and they are sorted. SQL: keyset
 * list.
 */
const linkList = defineList<object, PaymentLink>({
  name: "payment_links",
  table: "payment_links",
  row: "link",
  owner: "project_id",
  order: byCreation,
  filters: {},
  columns: "link.*",
});

/** Payment links in Postgres. */
export function createPaymentLinkStore(
  { pool, prisma }: Connections,
  secretBox: SecretBox,
): PaymentLinkStore {
  return {
    ...linkList(pool),

    find: async (projectId, id) => {
      const link = await prisma.paymentLink.findFirst({ where: { projectId, id } });
      return link === null ? null : toLink(link);
    },

    revenue: async (projectId, linkId) => {
      const rows = await read<TokenRef & { units: bigint; paid: number }>(pool, sumRevenue, [
        projectId,
        linkId,
      ]);
      const counted = rows.reduce((total, { paid }) => total + paid, 0);
      return { sums: rows.map(({ paid: _, ...sum }) => sum), isWhole: counted < checkoutsSummed };
    },

    salesSince: async (projectId, linkId, since) => {
      const [sales] = await read<LinkSales>(pool, sumSales, [projectId, linkId, since]);
      return sales ?? { count: 0, fiatAmount: "0", units: 0n };
    },

    findOpen: async (slug) => {
      const found = await prisma.paymentLink.findFirst({
        where: { slug, disabledAt: null, project: { deletedAt: null } },
        include: { project: { include: { logo: { select: { digest: true } } } } },
      });
      if (found === null) return null;
      const { project, ...link } = found;
      const { name: merchantName, logo, accentColor } = project;
      return { link: toLink(link), merchantName, logoDigest: logo?.digest ?? null, accentColor };
    },

    insert: (link, limit, entry, kept = null) =>
      transactByPrisma({ prisma }, async (tx) => {
        // Two at once must not both be the last that there is room for.
        await lockProject(statementsOf(tx), link.projectId);
        const open = await tx.paymentLink.count({ where: { projectId: link.projectId, disabledAt: null } });
        if (open >= limit) return "too_many";
        const { count } = await tx.paymentLink.createMany({ data: [toRow(link)], skipDuplicates: true });
        if (count === 0) return "slug_taken";
        await writeAudit(statementsOf(tx), entry);
        await complete(tx, kept);
        return "inserted";
      }),

    stocks: async (links, now) => {
      const limited = links.filter(({ stock }) => stock !== null).map(({ id }) => id);
      return limited.length === 0 ? new Map() : countStock(pool, limited, now);
    },

    hasCreated: async (paymentLinkId, id) =>
      (await prisma.checkout.count({ where: { id, paymentLinkId } })) > 0,

    change: (projectId, id, terms, entry, kept = null) =>
      transactByPrisma({ prisma }, async (tx) => {
        const open = { projectId, id, disabledAt: null };
        const { count } = await tx.paymentLink.updateMany({ where: open, data: toRow(terms) });
        if (count === 0) return false;
        if (entry !== null) await writeAudit(statementsOf(tx), entry);
        await complete(tx, kept);
        return true;
      }),

    disable: (projectId, id, at, entry, keep) =>
      transactByPrisma({ prisma }, async (tx) => {
        const open = { projectId, id, disabledAt: null };
        const { count } = await tx.paymentLink.updateMany({ where: open, data: { disabledAt: at } });
        if (count > 0) await writeAudit(statementsOf(tx), entry);
        // Of two at once, the second one reads the first one's time.
        const link = await tx.paymentLink.findFirst({
          where: { projectId, id },
          select: { disabledAt: true },
        });
        if (!link?.disabledAt) return null;
        await complete(tx, keep?.(link.disabledAt) ?? null);
        return link.disabledAt;
      }),

    invoice: (linkId) => readInvoice(pool, linkId),

    checkoutsOf: (linkId, client) => ({
      insert: (...facts) =>
        transact(pool, async (connection) => {
          const [checkout] = facts;
          await takeFromStock(connection, linkId, client, checkout.createdAt);
          return insertFor(connection, linkId, facts, client);
        }),
    }),

    invoiceCheckoutsOf: (linkId, replaces) => ({
      insert: (...facts) =>
        transact(pool, async (connection) => {
          await run(connection, lockLink, [linkId]);
          // Against transfers that are being recorded, which may pay the invoice.
          if (replaces !== null) await lockReplaceable(connection, replaces, facts[0].createdAt);
          const state = await readInvoice(connection, linkId);
          if (state.kind !== "fresh" || state.replaces !== replaces)
            throw new CheckoutError("CONFLICT", fault("links.otherCheckout"));
          const written = await insertFor(connection, linkId, facts);
          if (replaces !== null) await markReplaced(connection, replaces, facts[0]);
          return written;
        }),
    }),
  };

  async function complete(tx: PrismaTransaction, kept: Completion | null): Promise<void> {
    if (kept !== null) await completeIdempotency(statementsOf(tx), secretBox, kept);
  }

  async function insertFor(
    connection: Queryable,
    linkId: string,
    facts: Parameters<CheckoutStore["insert"]>,
    client: string | null = null,
  ): Promise<void> {
    await insertOn(connection, secretBox, ...facts);
    const counted = await run(connection, countCheckout, [linkId, facts[0].id, client]);
    if (counted.length === 0) throw new CheckoutError("NOT_FOUND", fault("links.closed"));
  }
}

async function readInvoice(connection: Queryable, linkId: string): Promise<InvoiceState> {
  return invoiceState(await read<InvoiceCheckout>(connection, selectInvoice, [linkId]));
}

/** Two who open an invoice at once get one checkout. SQL: lock. */
const lockLink: Statement = {
  name: "payment_link_lock",
  text: "SELECT id FROM payment_links WHERE id = $1 FOR NO KEY UPDATE",
};

/** Of checkouts that were replaced, only those to which money came. SQL: in a transaction of several facts. */
const selectInvoice: Statement = {
  name: "payment_link_invoice",
  text: `
    SELECT id, status, late_accepted_at, paid_at, total_paid_units, amount_units, replaced_by FROM checkouts
    WHERE payment_link_id = $1 AND (replaced_by IS NULL OR status NOT IN ('EXPIRED', 'CANCELLED') OR total_paid_units > 0)
    ORDER BY created_at DESC, id DESC`,
};

const checkoutsSummed = 20_000;

/** SQL: sums or bounded counts. */
const sumRevenue: Statement = {
  name: "payment_link_revenue",
  text: `
    SELECT paid.chain_id, paid.token_address, count(*)::int AS paid,
      sum(paid.total_paid_units - paid.refunded_units) AS units
    FROM (
      SELECT chain_id, token_address, total_paid_units, refunded_units FROM checkouts
      WHERE payment_link_id = $2 AND project_id = $1 AND paid_at IS NOT NULL LIMIT ${checkoutsSummed}
    ) AS paid
    GROUP BY paid.chain_id, paid.token_address ORDER BY 1, 2`,
};

/** A link's checkouts have one currency. SQL: sums or bounded counts. */
const sumSales: Statement = {
  name: "payment_link_sales",
  text: `
    SELECT count(*)::int AS count, coalesce(sum(fiat_amount::numeric), 0)::text AS fiat_amount,
      coalesce(sum(amount_units) FILTER (WHERE fiat_amount IS NULL), 0) AS units
    FROM checkouts
    WHERE payment_link_id = $2 AND project_id = $1 AND paid_at >= $3 AND status <> 'REFUNDED'`,
};

/** Of an open link, which stays open until the commit. SQL: several facts at once. */
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
    UPDATE checkouts SET payment_link_id = counted.id, link_client = $3 FROM counted WHERE checkouts.id = $2 RETURNING counted.id`,
};

function toRow<Terms extends LinkTerms>({ amountUnits, ...terms }: Terms) {
  return { ...terms, amountUnits: amountUnits?.toString() ?? null };
}

function toLink({ amountUnits, ...row }: Row): PaymentLink {
  return { ...row, amountUnits: amountUnits === null ? null : toUnits(amountUnits) };
}
