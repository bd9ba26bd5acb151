import { type Connections, read, run, type Statement } from "@/lib/platform/database";
import { disabledByHand } from "@/lib/webhooks/webhook-schedule.rules";

/** The amount of a kind of work; counts end at the requested limit. */
export type Backlog = {
  due: number;
  late: number;
  /** Since when the oldest has been due. */
  oldestDueAt: Date | null;
};

/** Work with due times, by the table that it waits in. */
export type WaitingWork = keyof typeof waitingWork;

export type JobsStatusStore = {
  /** The last success of each job; missing when there was none. */
  lastEnds(): Promise<ReadonlyMap<string, Date>>;
  /** Of each kind at most `limit` are counted. Work that a worker holds is due, and not late. */
  backlog(work: WaitingWork, now: Date, lateMs: number, limit: number): Promise<Backlog>;
  /** Endpoints that fail, and those that the service disabled. */
  troubledEndpoints(): Promise<{ failing: number; disabled: number }>;
  /** Deposits whose sweeps are refused, by reason, and those that settlement postponed. */
  parkedDeposits(now: Date, limit: number): Promise<{ parked: Record<string, number>; waiting: number }>;
  /**
   * Paid deposits that nothing postponed and no settlement has, by chain: what to settle. `oldestPaidAt` is when the
   * money became the merchant's.
   */
  dueDeposits(now: Date, limit: number): Promise<{ chainId: number; due: number; oldestPaidAt: Date }[]>;
  openRefunds(limit: number): Promise<Record<string, number>>;
  /** E-mails written since then that can't be sent. */
  failedMail(since: Date, limit: number): Promise<number>;
  /** Checkouts with work left, by status; of each group at most `limit` are counted. */
  openCheckouts(limit: number): Promise<ReadonlyMap<string, number>>;
  openIncidents(): Promise<ReadonlyMap<string, number>>;
  /** When each chain's balance pass last ended or, before the first end, when the first began. */
  balanceSweeps(): Promise<{ chainId: number; finishedAt: Date | null; startedAt: Date }[]>;
};

/** A partial index on waiting rows answers each query, and the limit bounds the rows read. */
export function createJobsStatusStore({ pool, prisma }: Connections): JobsStatusStore {
  return {
    lastEnds: async () => {
      const runs = await prisma.jobRun.findMany({ select: { name: true, endedAt: true } });
      return new Map(runs.map(({ name, endedAt }) => [name, endedAt]));
    },
    backlog: async (work, now, lateMs, limit) => {
      const lateBefore = new Date(now.getTime() - lateMs);
      const [row] = await run<BacklogRow>(pool, waitingWork[work], [now, lateBefore, limit]);
      return { due: row?.due ?? 0, late: row?.late ?? 0, oldestDueAt: row?.oldest ?? null };
    },
    troubledEndpoints: async () => ({
      failing: await prisma.webhookEndpoint.count({
        where: { deletedAt: null, failingSince: { not: null }, disabledAt: null },
      }),
      disabled: await prisma.webhookEndpoint.count({
        where: { deletedAt: null, disabledAt: { not: null }, disabledReason: { not: disabledByHand } },
      }),
    }),
    parkedDeposits: async (now, limit) => {
      const { waiting = 0, ...parked } = toRecord(await run<NamedCount>(pool, countParked, [limit, now]));
      return { parked, waiting };
    },
    dueDeposits: (now, limit) => read(pool, countDueDeposits, [now, limit]),
    openRefunds: async (limit) => toRecord(await run<NamedCount>(pool, countRefundsByStatus, [limit])),
    failedMail: (since, limit) =>
      prisma.mailMessage.count({ where: { createdAt: { gt: since }, status: "FAILED" }, take: limit }),
    openCheckouts: async (limit) => {
      const rows = await run<{ status: string; count: number }>(pool, countOpenCheckouts, [limit]);
      return new Map(rows.map(({ status, count }) => [status, count]));
    },
    openIncidents: async () => {
      const rows = await prisma.incident.groupBy({ by: ["kind"], where: { resolvedAt: null }, _count: true });
      return new Map(rows.map(({ kind, _count }) => [kind, _count]));
    },
    balanceSweeps: () =>
      prisma.balanceSweep.findMany({
        select: { chainId: true, finishedAt: true, startedAt: true },
        orderBy: { chainId: "asc" },
      }),
  };
}

type BacklogRow = { due: number; late: number; oldest: Date | null };

type NamedCount = { name: string; count: number };

function toRecord(rows: readonly NamedCount[]): Record<string, number> {
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/**
 * A statement over rows with their due times: now, the time before which one is late, and the limit of counted rows.
 *
 * @param rows selects `due_at`, oldest first, and `held`: leased by a worker
 */
const counted = (name: string, rows: string): Statement => ({
  name: `jobs_status_${name}`,
  text: `
    SELECT count(*)::int AS due, (count(*) FILTER (WHERE due_at <= $2::timestamptz AND NOT held))::int AS late,
      min(due_at) AS oldest
    FROM (${rows} LIMIT $3) AS waiting`,
});

const openRefund = "status NOT IN ('COMPLETED', 'FAILED', 'CANCELLED')";

const waitingWork = {
  expiry: counted(
    "expiry",
    `SELECT expires_at AS due_at, false AS held FROM checkouts
     WHERE status = 'PENDING' AND expires_at <= $1::timestamptz ORDER BY expires_at`,
  ),
  webhooks: counted(
    "webhooks",
    `SELECT next_attempt_at AS due_at, coalesce(leased_until > $1::timestamptz, false) AS held FROM webhook_deliveries
     WHERE status = 'PENDING' AND completed_at IS NULL AND next_attempt_at <= $1::timestamptz ORDER BY next_attempt_at`,
  ),
  settlements: counted(
    "settlements",
    `SELECT created_at AS due_at, false AS held FROM settlements
     WHERE status = 'PENDING' AND created_at <= $1::timestamptz`,
  ),
  refunds: counted(
    "refunds",
    `SELECT created_at AS due_at, false AS held FROM refunds
     WHERE ${openRefund} AND status IN ('PENDING', 'PROCESSING') AND created_at <= $1::timestamptz`,
  ),
  transactions: counted(
    "transactions",
    `SELECT created_at AS due_at, false AS held FROM outgoing_transactions
     WHERE status = 'SIGNED' AND created_at <= $1::timestamptz`,
  ),
  signedPayments: counted(
    "signed_payments",
    `SELECT created_at AS due_at, false AS held FROM authorizations
     WHERE status IN ('PENDING', 'SENT') AND status = 'PENDING' AND created_at <= $1::timestamptz`,
  ),
  mail: counted(
    "letters",
    `SELECT next_attempt_at AS due_at, coalesce(leased_until > $1::timestamptz, false) AS held FROM mail_messages
     WHERE status = 'PENDING' AND next_attempt_at <= $1::timestamptz ORDER BY next_attempt_at`,
  ),
  walletChanges: counted(
    "wallet_changes",
    `SELECT change.effective_at AS due_at, false AS held FROM wallet_changes AS change
     JOIN projects AS project ON project.id = change.project_id AND project.deleted_at IS NULL
     WHERE change.applied_at IS NULL AND change.cancelled_at IS NULL AND change.effective_at <= $1::timestamptz
     ORDER BY change.effective_at`,
  ),
  /** Kept for a day, and deleted within a minute after it. */
  pruning: counted(
    "pruning",
    `SELECT created_at + interval '1 day' AS due_at, false AS held FROM idempotency_keys
     WHERE created_at <= $1::timestamptz - interval '1 day' ORDER BY created_at`,
  ),
};

// SQL: each count ends at a limit, so that a long backlog costs no more: Prisma cannot group a limited query.

/** `waiting`: settlement looked at the deposit and put it off, mostly because it is worth less than its sweep. */
const countParked: Statement = {
  name: "jobs_status_parked",
  text: `
    SELECT holding.name, count(*)::int AS count
    FROM (
      (SELECT sweep_refusal::text AS name FROM deposit_holdings
        WHERE amount_units > 0 AND sweep_refusal IS NOT NULL LIMIT $1)
      UNION ALL
      (SELECT 'waiting' FROM deposit_holdings
        WHERE amount_units > 0 AND sweep_refusal IS NULL AND look_after > $2::timestamptz LIMIT $1)
    ) AS holding
    GROUP BY 1 ORDER BY 1`,
};

const countDueDeposits: Statement = {
  name: "jobs_status_due_deposits",
  text: `
    SELECT holding.chain_id, count(*)::int AS due, min(greatest(checkout.paid_at, checkout.late_accepted_at)) AS oldest_paid_at
    FROM (
      SELECT * FROM deposit_holdings
      WHERE amount_units > 0 AND sweep_refusal IS NULL AND look_after <= $1::timestamptz LIMIT $2
    ) AS holding
    JOIN checkouts AS checkout ON checkout.id = holding.checkout_id AND checkout.chain_id = holding.chain_id
      AND checkout.token_address = holding.token_address
    JOIN projects AS project ON project.id = holding.project_id
    LEFT JOIN settlement_rules AS rule ON rule.project_id = holding.project_id AND rule.chain_id = holding.chain_id
    WHERE (checkout.status = 'PAID' OR checkout.status = 'LATE_PAID' AND checkout.late_accepted_at IS NOT NULL)
      AND NOT checkout.settlement_frozen AND coalesce(rule.policy, project.settlement_policy) <> 'MANUAL'
      AND NOT EXISTS (
        SELECT FROM settlement_items AS item WHERE item.checkout_id = holding.checkout_id
          AND item.token_address = holding.token_address AND item.status = 'PENDING')
    GROUP BY holding.chain_id ORDER BY holding.chain_id`,
};

const countRefundsByStatus: Statement = {
  name: "jobs_status_refunds_by_status",
  text: `
    SELECT status AS name, count(*)::int AS count
    FROM (SELECT status FROM refunds WHERE ${openRefund} LIMIT $1) AS open GROUP BY status ORDER BY status`,
};

/** Each part reads its own partial index. */
const countOpenCheckouts: Statement = {
  name: "jobs_status_open_checkouts",
  text: `
    SELECT status::text AS status, count(*)::int AS count FROM (
      (SELECT status FROM checkouts WHERE status = 'PENDING' LIMIT $1)
      UNION ALL (SELECT status FROM checkouts WHERE status = 'DETECTED' LIMIT $1)
      UNION ALL (
        SELECT status FROM checkouts WHERE status IN ('PAID', 'LATE_PAID') AND NOT settlement_frozen LIMIT $1)
    ) AS open
    GROUP BY 1 ORDER BY 1`,
};
