import type { StoredLink } from "@/lib/checkouts/refund.rules";
import { type RefundRow, refundSelectList, toRefund } from "@/lib/checkouts/refund-rows.store";
import { type Queryable, run, type Statement } from "@/lib/platform/database";
import type { LinkedRefund, LinkPurpose } from "./refund-store.port";

const updateLink: Readonly<Record<LinkPurpose, Statement>> = {
  claim: {
    name: "refunds_save_claim",
    text: "UPDATE refunds SET claim_token_hash = $2, claim_expires_at = $3 WHERE id = $1",
  },
  sign: {
    name: "refunds_save_sign_link",
    text: "UPDATE refunds SET sign_token_hash = $2, sign_expires_at = $3 WHERE id = $1",
  },
};

/** Puts a link in the place of the one that there may be: the old one opens nothing any more. */
export async function saveLink(
  connection: Queryable,
  refundId: string,
  purpose: LinkPurpose,
  { hash, expiresAt }: StoredLink,
): Promise<void> {
  await run(connection, updateLink[purpose], [refundId, hash, expiresAt]);
}

const selectByLink: Statement = {
  name: "refunds_by_link",
  text: `
    SELECT ${refundSelectList}, link.purpose, link.expires_at, project.name AS merchant_name,
      project.accent_color, logo.digest AS logo_digest
    FROM (
      SELECT id, 'claim' AS purpose, claim_expires_at AS expires_at FROM refunds WHERE claim_token_hash = $1
      UNION ALL
      SELECT id, 'sign', sign_expires_at FROM refunds WHERE sign_token_hash = $1
    ) AS link
    JOIN refunds AS refund ON refund.id = link.id
    JOIN projects AS project ON project.id = refund.project_id
    LEFT JOIN project_logos AS logo ON logo.project_id = refund.project_id
    WHERE link.expires_at > $2`,
};

type LinkRow = RefundRow & {
  purpose: LinkPurpose;
  expires_at: Date;
  merchant_name: string;
  accent_color: string | null;
  logo_digest: string | null;
};

/** Null when no link has this hash, or its time is over. */
export async function findByLink(
  connection: Queryable,
  hash: string,
  now: Date,
): Promise<LinkedRefund | null> {
  const [row] = await run<LinkRow>(connection, selectByLink, [hash, now]);
  return row === undefined
    ? null
    : {
        refund: toRefund(row),
        purpose: row.purpose,
        expiresAt: row.expires_at,
        merchantName: row.merchant_name,
        logoDigest: row.logo_digest,
        accentColor: row.accent_color,
      };
}
