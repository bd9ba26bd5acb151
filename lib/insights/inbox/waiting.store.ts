import type { TokenRef } from "@/lib/chain/token.rules";
import { awaitsDecision, holdsExcess } from "@/lib/checkouts/checkout-row.store";
import { type Connections, read, type Statement } from "@/lib/platform/database";
import { isStray, newestHoldings } from "@/lib/settlement/deposit-facts.store";
import { disabledByHand } from "@/lib/webhooks/webhook-schedule.rules";
import { waitingMost } from "./inbox.rules";

/** How many of each kind need a decision in a project; each at most `waitingMost`. */
export type WaitingCounts = {
  /** Refunds that wait for an approval, a signature or an address. */
  refunds: number;
  /** Those of them that return a stray. */
  strayReturns: number;
  /** Webhook endpoints whose deliveries fail now, and those that the service disabled. */
  endpoints: number;
};

/** The same, of checkouts in the inbox. */
export type InboxCounts = { late: number; partial: number; over: number };

/** Among the newest deposits with a balance; each count at most `waitingMost`. */
export type DepositCounts = {
  /**
   * Listed tokens, or native coin, at deposit addresses where they pay nothing. Anyone can send any number of other
   * tokens: the list of strays shows them, but they are not counted.
   */
  strayFunds: number;
  /** A reorg took a payment that had counted: nothing leaves until an operator reviews it. */
  frozen: number;
  /** The token refused their last sweep. */
  parked: number;
  /** The chains of these deposits. */
  chainIds: readonly number[];
};

/** What waits for a decision: every statement reads a bounded number of rows. */
export type WaitingStore = {
  inboxCounts(projectId: string): Promise<InboxCounts>;
  waitingCounts(projectId: string): Promise<WaitingCounts>;
  depositCounts(projectId: string, listed: readonly TokenRef[]): Promise<DepositCounts>;
};

export function createWaitingStore({ pool }: Connections): WaitingStore {
  return {
    waitingCounts: async (projectId) => {
      const [row] = await read<WaitingCounts>(pool, countWaiting, [projectId, disabledByHand]);
      if (row === undefined) throw new Error("a select without FROM answers one row");
      return row;
    },
    inboxCounts: async (projectId) => {
      const [row] = await read<InboxCounts>(pool, countInboxRows, [projectId]);
      if (row === undefined) throw new Error("a select without FROM answers one row");
      return row;
    },
    depositCounts: async (projectId, listed) => {
      const [row] = await read<DepositCounts>(pool, countDeposits, [
        projectId,
        listed.map(({ chainId }) => chainId),
        listed.map(({ tokenAddress }) => tokenAddress),
      ]);
      if (row === undefined) throw new Error("a select without FROM answers one row");
      return row;
    },
  };
}

/** Counts rows up to the limit. */
const bounded = (from: string) =>
  `(SELECT count(*)::int FROM (SELECT FROM ${from} LIMIT ${waitingMost}) AS found)`;

/** In the order of the index of that condition: without it, the planner would read the table until it found enough. */
const newestThat = (condition: string, limit: number) => `(
  SELECT checkout.status FROM checkouts AS checkout WHERE checkout.project_id = $1 AND ${condition}
  ORDER BY checkout.created_at DESC, checkout.id DESC LIMIT ${limit})`;

const waitingRefunds =
  "refunds WHERE project_id = $1 AND status IN ('AWAITING_APPROVAL', 'AWAITING_SIGNATURE', 'AWAITING_ADDRESS')";

// SQL: each count ends at a limit, and all of a group take one trip; Prisma cannot count a limited query with several
// conditions.

const countWaiting: Statement = {
  name: "inbox_waiting",
  text: `
    SELECT
      ${bounded(waitingRefunds)} AS refunds,
      ${bounded(`${waitingRefunds} AND stray`)} AS stray_returns,
      ${bounded(
        `webhook_endpoints WHERE project_id = $1 AND deleted_at IS NULL
          AND (failing_since IS NOT NULL AND disabled_at IS NULL OR disabled_at IS NOT NULL AND disabled_reason <> $2)`,
      )} AS endpoints`,
};

/** Late and partial payments share an index: this many rows are read to count them. */
const undecidedCounted = 10 * waitingMost;

const countInboxRows: Statement = {
  name: "inbox_counts",
  text: `
    SELECT least(count(*) FILTER (WHERE undecided.status = 'LATE_PAID'), ${waitingMost})::int AS late,
      least(count(*) FILTER (WHERE undecided.status = 'EXPIRED'), ${waitingMost})::int AS partial,
      (SELECT count(*)::int FROM ${newestThat(holdsExcess, waitingMost)} AS overpaid) AS over
    FROM ${newestThat(awaitsDecision, undecidedCounted)} AS undecided`,
};

const most = (count: string) => `least(${count}, ${waitingMost})::int`;

/** A deposit's reason to wait follows from its checkout and its last sweep. */
const countDeposits: Statement = {
  name: "inbox_deposits",
  text: `
    WITH holding AS (${newestHoldings("$1")}), judged AS (
      SELECT ${isStray} AS stray, (holding.chain_id, holding.token_address) IN (
          SELECT chain_id, token_address FROM unnest($2::int[], $3::text[]) AS token (chain_id, token_address)
        ) AS listed, checkout.settlement_frozen AS frozen,
        holding.sweep_refusal IS NOT NULL AS parked, holding.chain_id
      FROM holding JOIN checkouts AS checkout ON checkout.id = holding.checkout_id
    ), native AS (
      SELECT count(*) AS found FROM (
        SELECT FROM native_balances AS balance JOIN checkouts AS checkout ON checkout.id = balance.checkout_id
        WHERE balance.amount_wei > 0 AND checkout.project_id = $1 LIMIT ${waitingMost}
      ) AS coin
    )
    SELECT ${most("count(*) FILTER (WHERE stray AND listed) + (SELECT found FROM native)")} AS stray_funds,
      ${most("count(*) FILTER (WHERE frozen)")} AS frozen,
      ${most("count(*) FILTER (WHERE parked AND NOT frozen)")} AS parked,
      coalesce(array_agg(DISTINCT chain_id), '{}') AS chain_ids
    FROM judged`,
};
