import type { Hex, TimelineEntry, TokenRef } from "@/lib/core/checkout";
import type { Refund, RefundStatus, RefundType } from "@/lib/core/refund";
import type {
  RefundableCheckout,
  RefundStore,
  RefundTransaction,
  StoredClaim,
} from "@/lib/services/ports/refund-store";
import { lockCheckouts } from "./checkout-facts";
import { type Database, type Queryable, run, type Statement, transact } from "./database";
import { completeIdempotency } from "./idempotency-completion";
import type { SecretBox } from "./secret-box";

/** Refunds in Postgres. */
export function createRefundStore({ pool }: Pick<Database, "pool">, secretBox: SecretBox): RefundStore {
  return {
    transaction: (work) => transact(pool, (connection) => work(refundTransaction(connection, secretBox))),

    list: async (projectId, checkoutId, { take, skip }) => {
      const rows = await run<ListRow>(pool, selectPage, [projectId, checkoutId, take, skip]);
      const [first] = rows;
      if (first === undefined) return null;
      return { items: rows.flatMap(toRefund), total: Number(first.total) };
    },
  };
}

function refundTransaction(connection: Queryable, secretBox: SecretBox): RefundTransaction {
  return {
    lockProject: async (projectId) => {
      await run(connection, lockProject, [projectId]);
    },
    askedSince: async (projectId, since) => {
      const rows = await run<SumRow>(connection, sumAsked, [projectId, since]);
      return rows.map(({ chain_id, token_address, amount_units }) => ({
        chainId: chain_id,
        tokenAddress: token_address,
        amountUnits: amount_units,
      }));
    },
    lockCheckout: (projectId, checkoutId) => lockRefundable(connection, projectId, checkoutId),
    insert: (refund, claim, timeline) => insertRefund(connection, refund, claim, timeline),
    complete: (completion) => completeIdempotency(connection, secretBox, completion),
  };
}

/** Not FOR UPDATE: that would wait for everyone who merely inserts a row naming the project. */
const lockProject: Statement = {
  name: "refunds_lock_project",
  text: "SELECT id FROM projects WHERE id = $1 FOR NO KEY UPDATE",
};

type SumRow = { chain_id: number; token_address: Hex; amount_units: bigint };

const sumAsked: Statement = {
  name: "refunds_asked_since",
  text: `
    SELECT chain_id, token_address, sum(amount_units) AS amount_units FROM refunds
    WHERE project_id = $1 AND created_at >= $2 AND via_api AND status NOT IN ('CANCELLED', 'FAILED')
    GROUP BY chain_id, token_address`,
};

/** AWAITING_SIGNATURE is paid by the merchant, from the deposit address only where nobody else could. */
const selectDeposit: Statement = {
  name: "refunds_deposit",
  text: `
    SELECT
      (
        SELECT coalesce(sum(CASE WHEN entry.to_account = 'DEPOSIT' THEN entry.amount_units
          WHEN entry.from_account = 'DEPOSIT' THEN -entry.amount_units ELSE 0 END), 0)
        FROM ledger_entries AS entry
        WHERE entry.checkout_id = $1 AND entry.chain_id = $2 AND entry.token_address = $3
      ) AS at_deposit_units,
      (
        SELECT coalesce(sum(refund.amount_units), 0) FROM refunds AS refund
        WHERE refund.checkout_id = $1
          AND refund.status IN ('AWAITING_APPROVAL', 'AWAITING_ADDRESS', 'PENDING', 'PROCESSING')
      ) AS promised_units,
      EXISTS (
        SELECT FROM settlement_items AS item
        WHERE item.checkout_id = $1 AND item.token_address = $3 AND item.status = 'PENDING'
      ) AS being_settled`,
};

type DepositRow = { at_deposit_units: bigint; promised_units: bigint; being_settled: boolean };

/** What is read beside the checkout is read after its lock is held, like its facts. */
async function lockRefundable(
  connection: Queryable,
  projectId: string,
  checkoutId: string,
): Promise<RefundableCheckout | null> {
  const [facts] = await lockCheckouts(connection, [checkoutId]);
  if (facts === undefined || facts.checkout.projectId !== projectId) return null;
  const { chainId, tokenAddress } = facts.checkout;
  const [deposit] = await run<DepositRow>(connection, selectDeposit, [checkoutId, chainId, tokenAddress]);
  if (deposit === undefined) throw new Error("a select without FROM answers one row");
  return {
    ...facts,
    atDepositUnits: deposit.at_deposit_units,
    promisedUnits: deposit.promised_units,
    beingSettled: deposit.being_settled,
  };
}

const refundColumns =
  "id, project_id, checkout_id, amount_units, chain_id, token_address, reason, refund_type, status, destination_address, tx_hash, failure_code, via_api, created_at, completed_at";

const insertStatement: Statement = {
  name: "refunds_insert",
  text: `
    WITH refund AS (
      INSERT INTO refunds (${refundColumns}, claim_token_hash, claim_expires_at)
      VALUES ($1, $2, $3, $4::numeric, $5, $6, $7, $8::refund_type, $9::refund_status, $10, $11, $12, $13,
        $14, $15, $16, $17)
    ), timeline AS (
      INSERT INTO checkout_events (checkout_id, kind, details, created_at)
      SELECT $3, kind, details, at
      FROM unnest($18::text[], $19::jsonb[], $20::timestamptz[])
        WITH ORDINALITY AS entry (kind, details, at, place)
      ORDER BY place
    )
    UPDATE checkouts SET refunding_units = refunding_units + $4::numeric WHERE id = $3`,
};

async function insertRefund(
  connection: Queryable,
  refund: Refund,
  claim: StoredClaim | null,
  timeline: readonly TimelineEntry[],
): Promise<void> {
  await run(connection, insertStatement, [
    refund.id,
    refund.projectId,
    refund.checkoutId,
    refund.amountUnits,
    refund.chainId,
    refund.tokenAddress,
    refund.reason,
    refund.refundType,
    refund.status,
    refund.destinationAddress,
    refund.txHash,
    refund.failureCode,
    refund.viaApi,
    refund.createdAt,
    refund.completedAt,
    claim?.hash ?? null,
    claim?.expiresAt ?? null,
    timeline.map(({ kind }) => kind),
    timeline.map(({ details }) => (details === null ? null : JSON.stringify(details))),
    timeline.map(({ at }) => at),
  ]);
}

/** Page and total in one statement are of one moment. A checkout without refunds gives one row without a refund. */
const selectPage: Statement = {
  name: "refunds_page",
  text: `
    SELECT page.*, (SELECT count(*) FROM refunds WHERE checkout_id = checkout.id) AS total
    FROM checkouts AS checkout
    LEFT JOIN LATERAL (
      SELECT ${refundColumns} FROM refunds WHERE checkout_id = checkout.id
      ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4
    ) AS page ON true
    WHERE checkout.project_id = $1 AND checkout.id = $2
    ORDER BY page.created_at DESC, page.id DESC`,
};

type RefundRow = {
  id: string;
  project_id: string;
  checkout_id: string;
  amount_units: bigint;
  chain_id: number;
  token_address: Hex;
  reason: string | null;
  refund_type: RefundType;
  status: RefundStatus;
  destination_address: Hex | null;
  tx_hash: Hex | null;
  failure_code: string | null;
  via_api: boolean;
  created_at: Date;
  completed_at: Date | null;
};
type ListRow = (RefundRow | { [column in keyof RefundRow]: null }) & { total: bigint };

function toRefund(row: ListRow): Refund[] {
  if (row.id === null) return [];
  const token: TokenRef = { chainId: row.chain_id, tokenAddress: row.token_address };
  return [
    {
      id: row.id,
      projectId: row.project_id,
      checkoutId: row.checkout_id,
      ...token,
      amountUnits: row.amount_units,
      reason: row.reason,
      refundType: row.refund_type,
      status: row.status,
      destinationAddress: row.destination_address,
      txHash: row.tx_hash,
      failureCode: row.failure_code,
      viaApi: row.via_api,
      createdAt: row.created_at,
      completedAt: row.completed_at,
    },
  ];
}
