import { type AuditEntry, writeAudit } from "@/lib/accounts/audit.store";
import {
  type Connections,
  type PrismaTransaction,
  statementsOf,
  toUnits,
  transactByPrisma,
} from "@/lib/platform/database";
import type { Completion } from "@/lib/platform/limits/idempotency.port";
import { completeIdempotency } from "@/lib/platform/limits/idempotency.store";
import { byCreation, defineList } from "@/lib/platform/lists/define-list.store";
import type { SecretBox } from "@/lib/platform/secret-box";
import { lockProject } from "@/lib/projects/project-lock.store";
import type { PaymentLink as Row } from "@/prisma/generated/client";
import { createLinkCheckoutStore } from "./link-checkouts.store";
import type { OpenPaymentLink, PaymentLink } from "./payment-link.schema";

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

export type PaymentLinkStore = ReturnType<typeof createPaymentLinkStore>;

/** Disabled links included. A project has some hundreds at most: an index finds them, and they are sorted. */
const linkList = defineList<object, PaymentLink>({
  name: "payment_links",
  table: "payment_links",
  row: "link",
  owner: "project_id",
  order: byCreation,
  filters: {},
  columns: "link.*",
});

/** Payment links in Postgres, with the checkouts that they create. */
export function createPaymentLinkStore(connections: Connections, secretBox: SecretBox) {
  const { pool, prisma } = connections;

  /** Saves the answer to the request that the transaction fulfils. */
  async function complete(tx: PrismaTransaction, kept: Completion | null): Promise<void> {
    if (kept !== null) await completeIdempotency(statementsOf(tx), secretBox, kept);
  }

  return {
    ...linkList(pool),
    ...createLinkCheckoutStore(connections, secretBox),

    find: async (projectId: string, id: string): Promise<PaymentLink | null> => {
      const link = await prisma.paymentLink.findFirst({ where: { projectId, id } });
      return link === null ? null : toLink(link);
    },

    /** Null when the link is unknown or disabled, or its project is deleted. */
    findOpen: async (slug: string): Promise<Omit<OpenPaymentLink, "symbols" | "state"> | null> => {
      const found = await prisma.paymentLink.findFirst({
        where: { slug, disabledAt: null, project: { deletedAt: null } },
        include: { project: { include: { logo: { select: { digest: true } } } } },
      });
      if (found === null) return null;
      const { project, ...link } = found;
      const { name: merchantName, logo, accentColor } = project;
      return { link: toLink(link), merchantName, logoDigest: logo?.digest ?? null, accentColor };
    },

    /** Writes nothing when the slug is taken, or the project has `limit` open links. */
    insert: (
      link: PaymentLink,
      limit: number,
      entry: AuditEntry,
      kept: Completion | null = null,
    ): Promise<"inserted" | "slug_taken" | "too_many"> =>
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

    /** @returns false for a disabled link, an unknown one or another project's */
    change: (
      projectId: string,
      id: string,
      terms: LinkTerms,
      entry: AuditEntry | null,
      kept: Completion | null = null,
    ): Promise<boolean> =>
      transactByPrisma({ prisma }, async (tx) => {
        const open = { projectId, id, disabledAt: null };
        const { count } = await tx.paymentLink.updateMany({ where: open, data: toRow(terms) });
        if (count === 0) return false;
        if (entry !== null) await writeAudit(statementsOf(tx), entry);
        await complete(tx, kept);
        return true;
      }),

    /**
     * A disabled one stays as it is.
     * @param keep the answer to repeat, of the time at which the link was disabled
     * @returns that time; null for an unknown link or another project's
     */
    disable: (
      projectId: string,
      id: string,
      at: Date,
      entry: AuditEntry,
      keep?: (disabledAt: Date) => Completion | null,
    ): Promise<Date | null> =>
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
  };
}

function toRow<Terms extends LinkTerms>({ amountUnits, ...terms }: Terms) {
  return { ...terms, amountUnits: amountUnits?.toString() ?? null };
}

function toLink({ amountUnits, ...row }: Row): PaymentLink {
  return { ...row, amountUnits: amountUnits === null ? null : toUnits(amountUnits) };
}
