import { type AuditEntry, writeAudit } from "@/lib/accounts/audit.store";
import { type CheckoutStore, insertOn } from "@/lib/checkouts/checkout.store";
import { type Database, run, type Statement, transact } from "@/lib/platform/database";
import { pageStatement, rowValues } from "@/lib/platform/lists/keyset";
import type { ListPlace } from "@/lib/platform/lists/list-place.rules";
import type { SecretBox } from "@/lib/platform/secret-box";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { OpenPaymentLink, PaymentLink } from "./payment-link.rules";

export type PaymentLinkStore = {
  /**
   * The project's, whether or not they are disabled; away from the place's cursor: oldest first where it is `before`,
   * newest first else.
   */
  page(projectId: string, place: ListPlace, limit: number): Promise<PaymentLink[]>;
  find(projectId: string, linkId: string): Promise<PaymentLink | null>;
  /** Null for one that was never there, is disabled, or whose project is deleted. */
  findOpen(slug: string): Promise<Omit<OpenPaymentLink, "symbols"> | null>;
  /** Nothing is written when some link has the slug, or the project has `limit` of them that are not disabled. */
  insert(
    link: PaymentLink,
    limit: number,
    entry: AuditEntry,
  ): Promise<"inserted" | "slug_taken" | "too_many">;
  /** @returns false for an unknown link and equally for another project's; disabled ones stay as they are */
  disable(projectId: string, linkId: string, at: Date, entry: AuditEntry): Promise<boolean>;
  /** Writes checkouts as made by this link, and counts them; throws NOT_FOUND once it is closed. */
  checkoutsOf(linkId: string): Pick<CheckoutStore, "insert">;
};

/** Payment links in Postgres. */
export function createPaymentLinkStore(
  { pool }: Pick<Database, "pool">,
  secretBox: SecretBox,
): PaymentLinkStore {
  return {
    page: async (projectId, place, limit) => {
      const rows = await run<LinkRow>(pool, selectPage(place), [projectId, limit, ...rowValues(place)]);
      return rows.map(toLink);
    },

    find: async (projectId, linkId) => {
      const [row] = await run<LinkRow>(pool, selectLink, [projectId, linkId]);
      return row === undefined ? null : toLink(row);
    },

    findOpen: async (slug) => {
      const [row] = await run<OpenLinkRow>(pool, selectOpenLink, [slug]);
      if (row === undefined) return null;
      return {
        link: toLink(row),
        merchantName: row.merchant_name,
        logoDigest: row.logo_digest,
        accentColor: row.accent_color,
      };
    },

    insert: (link, limit, entry) =>
      transact(pool, async (connection) => {
        // Two at once must not both be the last that there is room for.
        await run(connection, lockProject, [link.projectId]);
        const [counted] = await run<{ open: number }>(connection, countOpen, [link.projectId]);
        if ((counted?.open ?? 0) >= limit) return "too_many";
        const [inserted] = await run(connection, insertLink, [
          link.id,
          link.projectId,
          link.slug,
          link.itemName,
          link.itemDescription,
          link.fiatAmount,
          link.fiatCurrency,
          link.amountUnits,
          link.successUrl,
          link.createdAt,
        ]);
        if (inserted === undefined) return "slug_taken";
        await writeAudit(connection, entry);
        return "inserted";
      }),

    disable: (projectId, linkId, at, entry) =>
      transact(pool, async (connection) => {
        const [found] = await run<{ was_open: boolean }>(connection, disableLink, [projectId, linkId, at]);
        if (found?.was_open === true) await writeAudit(connection, entry);
        return found !== undefined;
      }),

    checkoutsOf: (linkId) => ({
      insert: (...facts) =>
        transact(pool, async (connection) => {
          const [counted] = await run(connection, countCheckout, [linkId]);
          if (counted === undefined) throw new CheckoutError("NOT_FOUND", "This link is closed.");
          const written = await insertOn(connection, secretBox, ...facts);
          await run(connection, nameLink, [facts[0].id, linkId]);
          return written;
        }),
    }),
  };
}

type LinkRow = {
  id: string;
  project_id: string;
  slug: string;
  item_name: string;
  item_description: string | null;
  fiat_amount: string | null;
  fiat_currency: string | null;
  amount_units: bigint | null;
  success_url: string | null;
  checkout_count: number;
  created_at: Date;
  disabled_at: Date | null;
};

type OpenLinkRow = LinkRow & {
  merchant_name: string;
  logo_digest: string | null;
  accent_color: string | null;
};

const columns = `link.id, link.project_id, link.slug, link.item_name, link.item_description, link.fiat_amount,
  link.fiat_currency, link.amount_units, link.success_url, link.checkout_count, link.created_at, link.disabled_at`;

/** A project has some hundreds of links at most, which its index finds; they are sorted then. */
const selectPage = pageStatement(
  "payment_links_page",
  ({ order, past }) => `
    SELECT ${columns} FROM payment_links AS link
    WHERE link.project_id = $1
      ${past("(link.created_at, link.id)", "($3::timestamptz, $4::text)")}
    ORDER BY link.created_at ${order}, link.id ${order} LIMIT $2`,
);

const selectLink: Statement = {
  name: "payment_link_find",
  text: `SELECT ${columns} FROM payment_links AS link WHERE link.project_id = $1 AND link.id = $2`,
};

const selectOpenLink: Statement = {
  name: "payment_link_find_open",
  text: `
    SELECT ${columns}, project.name AS merchant_name, project.accent_color, logo.digest AS logo_digest
    FROM payment_links AS link JOIN projects AS project ON project.id = link.project_id
    LEFT JOIN project_logos AS logo ON logo.project_id = project.id
    WHERE link.slug = $1 AND link.disabled_at IS NULL AND project.deleted_at IS NULL`,
};

const lockProject: Statement = {
  name: "payment_links_lock_project",
  text: "SELECT FROM projects WHERE id = $1 FOR NO KEY UPDATE",
};

const countOpen: Statement = {
  name: "payment_links_count_open",
  text: "SELECT count(*)::int AS open FROM payment_links WHERE project_id = $1 AND disabled_at IS NULL",
};

const insertLink: Statement = {
  name: "payment_link_insert",
  text: `
    INSERT INTO payment_links (id, project_id, slug, item_name, item_description, fiat_amount, fiat_currency,
      amount_units, success_url, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8::numeric, $9, $10)
    ON CONFLICT (slug) DO NOTHING RETURNING id`,
};

/** Answers whether it was open before. */
const disableLink: Statement = {
  name: "payment_link_disable",
  text: `
    UPDATE payment_links AS link SET disabled_at = coalesce(link.disabled_at, $3::timestamptz)
    FROM (
      SELECT id, disabled_at FROM payment_links WHERE project_id = $1 AND id = $2 FOR UPDATE
    ) AS before
    WHERE link.id = before.id RETURNING before.disabled_at IS NULL AS was_open`,
};

/** Also holds the link open until the checkout is written. */
const countCheckout: Statement = {
  name: "payment_link_count_checkout",
  text: `
    UPDATE payment_links AS link SET checkout_count = link.checkout_count + 1
    FROM projects AS project
    WHERE link.id = $1 AND link.disabled_at IS NULL
      AND project.id = link.project_id AND project.deleted_at IS NULL
    RETURNING link.id`,
};

const nameLink: Statement = {
  name: "payment_link_name",
  text: "UPDATE checkouts SET payment_link_id = $2 WHERE id = $1",
};

function toLink(row: LinkRow): PaymentLink {
  return {
    id: row.id,
    projectId: row.project_id,
    slug: row.slug,
    itemName: row.item_name,
    itemDescription: row.item_description,
    fiatAmount: row.fiat_amount,
    fiatCurrency: row.fiat_currency,
    amountUnits: row.amount_units,
    successUrl: row.success_url,
    checkoutCount: row.checkout_count,
    createdAt: row.created_at,
    disabledAt: row.disabled_at,
  };
}
