import type { TimelineEntry } from "@/lib/checkouts/checkout.rules";
import type { RefundStatus, RefundType } from "@/lib/checkouts/refunds/refund.rules";
import { type RefundRow, refundSelectList, toRefund } from "@/lib/checkouts/refunds/refund-rows.store";
import { type Database, run, type Statement } from "@/lib/platform/database";
import { pageStatement, rowValues } from "@/lib/platform/lists/keyset";
import type { ListPlace } from "@/lib/platform/lists/list-place.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { ListedRefund, RefundDetails } from "./refund-views.rules";

export type RefundListing = {
  statuses: readonly RefundStatus[];
  refundType: RefundType | null;
  /** Requested at or after `from`, and before `to`. */
  from: Date | null;
  before: Date | null;
};

/** A project's refunds, for its members. */
export type RefundDirectory = {
  /** From the cursor on: oldest first for `before`, otherwise newest first. */
  page(projectId: string, listing: RefundListing, place: ListPlace, limit: number): Promise<ListedRefund[]>;
  /** Null for an unknown id or another project's. */
  find(projectId: string, refundId: string, now: Date): Promise<RefundDetails | null>;
};

/** A project's refunds in Postgres, for its members. */
export function createRefundDirectory({ pool }: Pick<Database, "pool">): RefundDirectory {
  return {
    page: async (projectId, { statuses, refundType, from, before }, place, limit) => {
      const values = [projectId, statuses, refundType, from, before, limit, ...rowValues(place)];
      const rows = await run<ListedRow>(pool, selectPage(place), values);
      return rows.map(toListed);
    },
    find: async (projectId, refundId, now) => {
      const [row] = await run<DetailsRow>(pool, findRefund, [projectId, refundId, now]);
      return row === undefined ? null : toDetails(row);
    },
  };
}

const besides = "checkout.reference_id, checkout.item_name";

/** Each status reads its own part of the index, so a few among many others are found at once. SQL: keyset list. */
const selectPage = pageStatement(
  "refund_directory",
  ({ order, past }) => `
    SELECT ${refundSelectList}, ${besides}
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

type ListedRow = RefundRow & { reference_id: string | null; item_name: string | null };

function toListed(row: ListedRow): ListedRefund {
  return { ...toRefund(row), referenceId: row.reference_id, itemName: row.item_name };
}

/** SQL: a plan that Prisma cannot ask for. */
const findRefund: Statement = {
  name: "refund_directory_find",
  text: `
    SELECT ${refundSelectList}, ${besides},
      CASE WHEN refund.claim_expires_at > $3::timestamptz THEN refund.claim_expires_at END AS claim_expires_at,
      CASE WHEN refund.sign_expires_at > $3::timestamptz THEN refund.sign_expires_at END AS sign_expires_at,
      payment.from_account AS paid_from, payment.tx_hash AS paid_by, payment.block_number AS paid_in,
      payment.block_timestamp AS paid_at, payment.final_at AS paid_final_at,
      (
        SELECT coalesce(json_agg(json_build_object(
          'kind', entry.kind, 'details', entry.details, 'at', entry.created_at) ORDER BY entry.id), '[]')
        FROM (
          SELECT * FROM checkout_events AS event
          WHERE event.checkout_id = refund.checkout_id AND event.kind LIKE 'refund.%'
            AND event.details->>'refundId' = refund.id
          ORDER BY event.id LIMIT 100
        ) AS entry
      ) AS timeline,
      request.by AS requested_by, coalesce(member.name, member.email) AS requested_by_member,
      key.last_four AS requested_by_key
    FROM refunds AS refund JOIN checkouts AS checkout ON checkout.id = refund.checkout_id
    LEFT JOIN LATERAL (
      SELECT event.details->>'requestedBy' AS by FROM checkout_events AS event
      WHERE event.checkout_id = refund.checkout_id AND event.kind = 'refund.requested'
        AND event.details->>'refundId' = refund.id
      LIMIT 1
    ) AS request ON true
    LEFT JOIN users AS member ON member.id = request.by
    LEFT JOIN api_keys AS key ON key.id = request.by
    LEFT JOIN refund_payments AS payment ON payment.refund_id = refund.id AND NOT payment.orphaned
    WHERE refund.project_id = $1 AND refund.id = $2`,
};

type DetailsRow = ListedRow & {
  claim_expires_at: Date | null;
  sign_expires_at: Date | null;
  paid_from: "DEPOSIT" | "MERCHANT" | null;
  paid_by: Hex | null;
  paid_in: bigint | null;
  paid_at: Date | null;
  paid_final_at: Date | null;
  requested_by: string | null;
  requested_by_member: string | null;
  requested_by_key: string | null;
  timeline: { kind: string; details: TimelineEntry["details"]; at: string }[];
};

function toDetails(row: DetailsRow): RefundDetails {
  const { paid_from: fromAccount, paid_by: txHash, paid_in: blockNumber, paid_at: seenAt } = row;
  return {
    ...toListed(row),
    requester: requesterOf(row),
    timeline: row.timeline.map((entry) => ({ ...entry, at: new Date(entry.at) })),
    claimLink: row.claim_expires_at === null ? null : { expiresAt: row.claim_expires_at },
    signLink: row.sign_expires_at === null ? null : { expiresAt: row.sign_expires_at },
    payment:
      fromAccount === null || txHash === null || blockNumber === null || seenAt === null
        ? null
        : { fromAccount, txHash, blockNumber, seenAt, finalAt: row.paid_final_at },
  };
}

function requesterOf({
  requested_by: by,
  requested_by_member: name,
  requested_by_key: lastFour,
}: DetailsRow): RefundDetails["requester"] {
  if (name !== null) return { kind: "member", name };
  if (lastFour !== null) return { kind: "key", lastFour };
  return { kind: by === "operator" || by === "policy" ? by : "unknown" };
}
