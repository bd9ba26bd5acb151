import type { TimelineEntry } from "@/lib/checkouts/checkout.rules";
import type { RefundSource } from "@/lib/checkouts/state/chain-logs.rules";
import type { Connections, Database } from "@/lib/platform/database";
import { byCreation, defineList } from "@/lib/platform/lists/define-list.store";
import type { List } from "@/lib/platform/lists/list-place.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { refundSelectList, toRefund } from "@/lib/refunds/refund-rows.store";
import type { ListedRefund, RefundDetails, RefundListing } from "./refund-views.rules";

/** A project's refunds, for its members. */
export type RefundListStore = List<RefundListing, ListedRefund> & {
  /** Null for an unknown id or another project's. */
  find(projectId: string, refundId: string, now: Date): Promise<RefundDetails | null>;
};

/** A project's refunds in Postgres, as its members look at them. */
export function createRefundListStore({ pool, prisma }: Connections): RefundListStore {
  return {
    ...refundList(pool),
    find: (projectId, refundId, now) => findRefund(prisma, projectId, refundId, now),
  };
}

const refundList = defineList<RefundListing, ListedRefund>({
  name: "refund_directory",
  table: "refunds",
  row: "refund",
  owner: "project_id",
  order: byCreation,
  filters: {
    statuses: null,
    refundType: (type, param) => `refund.refund_type = ${param(type)}::refund_type`,
  },
  within: (listing) => listing,
  each: {
    column: "status",
    type: "refund_status",
    of: ({ statuses }) => (statuses.length === 0 ? null : statuses),
  },
  columns: `${refundSelectList}, checkout.reference_id, checkout.item_name`,
  joins: "JOIN checkouts AS checkout ON checkout.id = refund.checkout_id",
});

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
