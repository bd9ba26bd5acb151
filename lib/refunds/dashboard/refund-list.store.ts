import type { TimelineEntry } from "@/lib/checkouts/checkout.rules";
import type { RefundSource } from "@/lib/checkouts/state/chain-logs.rules";
import { type Connections, type Database, read } from "@/lib/platform/database";
import { pageStatement, rowValues } from "@/lib/platform/lists/keyset";
import type { ListPlace } from "@/lib/platform/lists/list-place.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { refundSelectList, toRefund } from "@/lib/refunds/refund-rows.store";
import type { ListedRefund, RefundDetails, RefundListing } from "./refund-views.rules";

/** A project's refunds, for its members. */
export type RefundListStore = {
  /** From the cursor on: oldest first for `before`, otherwise newest first. */
  page(projectId: string, listing: RefundListing, place: ListPlace, limit: number): Promise<ListedRefund[]>;
  /** Null for an unknown id or another project's. */
  find(projectId: string, refundId: string, now: Date): Promise<RefundDetails | null>;
};

/** A project's refunds in Postgres, as its members look at them. */
export function createRefundListStore({ pool, prisma }: Connections): RefundListStore {
  return {
    page: (projectId, { statuses, refundType, from, before }, place, limit) => {
      const values = [projectId, statuses, refundType, from, before, limit, ...rowValues(place)];
      return read(pool, selectPage(place), values);
    },
    find: (projectId, refundId, now) => findRefund(prisma, projectId, refundId, now),
  };
}

/**
 * Of each status its own part by the index: however few of them there are among many others, they are found at once.
 * SQL: keyset list.
 */
const selectPage = pageStatement(
  "refund_directory",
  ({ order, past }) => `
    SELECT ${refundSelectList}, checkout.reference_id, checkout.item_name
    FROM unnest($2::refund_status[]) AS wanted (status) CROSS JOIN LATERAL (
      SELECT * FROM refunds AS found
      WHERE found.project_id = $1 AND found.status = wanted.status
        AND ($3::refund_type IS NULL OR found.refund_type = $3)
        AND ($4::timestamptz IS NULL OR found.created_at >= $4)
        AND ($5::timestamptz IS NULL OR found.created_at < $5)
        ${past("(found.created_at, found.id)", "($7::timestamptz, $8::text)")}
      ORDER BY found.created_at ${order}, found.id ${order} LIMIT $6
    ) AS refund
    JOIN checkouts AS checkout ON checkout.id = refund.checkout_id
    ORDER BY refund.created_at ${order}, refund.id ${order} LIMIT $6`,
);

async function findRefund(
  prisma: Database["prisma"],
  ...[projectId, id, now]: Parameters<RefundListStore["find"]>
): Promise<RefundDetails | null> {
  const row = await prisma.refund.findFirst({
    where: { id, projectId },
    include: {
      checkout: { select: { referenceId: true, itemName: true } },
      payments: { where: { orphaned: false } },
    },
  });
  if (row === null) return null;
  const timeline = await prisma.checkoutEvent.findMany({
    where: {
      checkoutId: row.checkoutId,
      kind: { startsWith: "refund." },
      details: { path: ["refundId"], equals: id },
    },
    orderBy: { id: "asc" },
    take: 100,
  });
  const entries = timeline.map(({ kind, details, createdAt }) => ({
    kind,
    details: details as TimelineEntry["details"],
    at: createdAt,
  }));
  const requested = entries.find(({ kind }) => kind === "refund.requested")?.details?.requestedBy;
  const [payment] = row.payments;
  const openLink = (expiresAt: Date | null) => (expiresAt !== null && expiresAt > now ? { expiresAt } : null);
  return {
    ...toRefund(row),
    ...row.checkout,
    requester: await readRequester(prisma, String(requested)),
    timeline: entries,
    claimLink: openLink(row.claimExpiresAt),
    signLink: openLink(row.signExpiresAt),
    payment:
      payment === undefined
        ? null
        : {
            fromAccount: payment.fromAccount as RefundSource,
            txHash: payment.txHash as Hex,
            blockNumber: payment.blockNumber,
            seenAt: payment.blockTimestamp,
            finalAt: payment.finalAt,
          },
  };
}

async function readRequester(prisma: Database["prisma"], id: string): Promise<RefundDetails["requester"]> {
  if (id === "operator" || id === "policy") return { kind: id };
  const member = await prisma.user.findUnique({ where: { id }, select: { name: true, email: true } });
  if (member !== null) return { kind: "member", name: member.name ?? member.email };
  const key = await prisma.apiKey.findUnique({ where: { id }, select: { lastFour: true } });
  return key === null ? { kind: "unknown" } : { kind: "key", ...key };
}
