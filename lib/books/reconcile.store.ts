import { readCheckouts } from "@/lib/checkouts/state/checkout-facts.store";
import type { CheckoutFacts } from "@/lib/checkouts/state/payment-matching.rules";
import { type Connections, read, run, type Statement, transact } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { AwaitedRefund } from "@/lib/refunds/refund-matching.rules";
import { eventChecks, ledgerChecks, sumChecks } from "./reconcile-checks.store";

/** A discrepancy of one checkout, in words with ids and amounts. */
export type Discrepancy = { checkoutId: string; text: string };

/** Where a log is on its chain. */
type PlacedLog = { txHash: Hex; logIndex: number };

/** A canonical log in the books. */
export type BookedLog = {
  kind: "transfer" | "sweep" | "refund" | "merchant_refund";
  checkoutId: string;
  /** The log's deposit address; for a refund by the merchant's wallet, the address that it paid. */
  address: Hex;
  tokenAddress: Hex;
  blockNumber: bigint;
  blockHash: Hex;
  txHash: Hex;
  logIndex: number;
  amountUnits: bigint;
};

/** Reads everything, page by page, and writes nothing. Each method sees one moment. */
export type ReconcileStore = {
  /** Checkout ids in order after the given one; `deposits`: only those that ever received anything or are watched. */
  checkoutIds(
    which: "all" | "deposits",
    now: Date,
    afterCheckoutId: string,
    limit: number,
  ): Promise<string[]>;
  /** Deposit addresses with the time of their checkout's creation. */
  addresses(
    checkoutIds: readonly string[],
  ): Promise<{ checkoutId: string; depositAddress: Hex; createdAt: Date }[]>;
  /** Where the ledger differs from the sum of the logs, or a log lacks its entries. */
  ledger(checkoutIds: readonly string[]): Promise<Discrepancy[]>;
  /** Where a checkout's sums differ from its transfers and refunds. */
  sums(checkoutIds: readonly string[]): Promise<Discrepancy[]>;
  /** Where events, timeline, status and deliveries disagree. */
  events(checkoutIds: readonly string[]): Promise<Discrepancy[]>;
  /** The facts that decide the checkouts' statuses; read without locks. */
  facts(checkoutIds: readonly string[]): Promise<CheckoutFacts[]>;
  /** Canonical transfers, sweeps and refund payments in blocks up to and including `upTo`. */
  logs(chainId: number, checkoutIds: readonly string[], upTo: bigint): Promise<BookedLog[]>;
  /** Open refunds with a destination and without a booked payment. */
  awaitedRefunds(chainId: number, checkoutIds: readonly string[]): Promise<AwaitedRefund[]>;
  /** Canonical refund payments in these transactions. */
  refundPaymentsIn(chainId: number, txHashes: readonly Hex[]): Promise<PlacedLog[]>;
};

/** All stored data, for comparison with itself and with the chain. */
export function createReconcileStore({ pool, prisma }: Connections): ReconcileStore {
  const discrepancies = (statement: Statement, checkoutIds: readonly string[]) =>
    read<Discrepancy>(pool, statement, [checkoutIds]);
  return {
    checkoutIds: async (which, now, afterCheckoutId, limit) => {
      const rows =
        which === "all"
          ? await prisma.checkout.findMany({
              where: { id: { gt: afterCheckoutId } },
              select: { id: true },
              orderBy: { id: "asc" },
              take: limit,
            })
          : await run<{ id: string }>(pool, selectDepositIds, [afterCheckoutId, limit, now]);
      return rows.map(({ id }) => id);
    },
    addresses: async (checkoutIds) => {
      const checkouts = await prisma.checkout.findMany({
        where: { id: { in: [...checkoutIds] } },
        select: { id: true, depositAddress: true, createdAt: true },
        orderBy: { id: "asc" },
      });
      return checkouts.map(({ id, depositAddress, createdAt }) => ({
        checkoutId: id,
        depositAddress: depositAddress as Hex,
        createdAt,
      }));
    },
    ledger: (checkoutIds) => discrepancies(ledgerChecks, checkoutIds),
    sums: (checkoutIds) => discrepancies(sumChecks, checkoutIds),
    events: (checkoutIds) => discrepancies(eventChecks, checkoutIds),
    facts: (checkoutIds) =>
      transact(pool, async (connection) => {
        await connection.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
        return readCheckouts(connection, checkoutIds);
      }),

    logs: (chainId, checkoutIds, upTo) => read<BookedLog>(pool, selectLogs, [chainId, checkoutIds, upTo]),

    awaitedRefunds: async (chainId, checkoutIds) => {
      const rows = await read<Omit<AwaitedRefund, "ownTxHashes">>(pool, selectAwaited, [
        chainId,
        checkoutIds,
      ]);
      return rows.map((refund) => ({ ...refund, ownTxHashes: [] }));
    },

    refundPaymentsIn: async (chainId, txHashes) => {
      const payments = await prisma.refundPayment.findMany({
        where: { chainId, txHash: { in: [...txHashes] }, orphaned: false },
        select: { txHash: true, logIndex: true },
      });
      return payments as PlacedLog[];
    },
  };
}

// SQL: each read covers three logs, of one moment; Prisma asks them one by one.

const selectDepositIds: Statement = {
  name: "reconcile_deposit_ids",
  text: `
    SELECT checkout.id FROM checkouts AS checkout
    WHERE checkout.id > $1
      AND (checkout.status IN ('PENDING', 'DETECTED') OR checkout.watch_until >= $3
        OR EXISTS (SELECT FROM transfers AS log WHERE log.checkout_id = checkout.id)
        OR EXISTS (SELECT FROM sweeps AS log WHERE log.checkout_id = checkout.id)
        OR EXISTS (SELECT FROM refund_payments AS log WHERE log.checkout_id = checkout.id))
    ORDER BY checkout.id LIMIT $2`,
};

const logColumns =
  "log.checkout_id, log.token_address, log.block_number, log.block_hash, log.tx_hash, log.log_index, log.amount_units";

const logsOf = (
  table: "transfers" | "sweeps" | "refund_payments",
  kind: BookedLog["kind"],
  address = "checkout.deposit_address",
) => `
    SELECT '${kind}' AS kind, ${address} AS address, ${logColumns}
    FROM ${table} AS log JOIN checkouts AS checkout ON checkout.id = log.checkout_id
    WHERE log.checkout_id = ANY ($2::text[]) AND log.chain_id = $1 AND NOT log.orphaned AND log.block_number <= $3`;

const selectLogs: Statement = {
  name: "reconcile_logs",
  text: `${logsOf("transfers", "transfer")} UNION ALL ${logsOf("sweeps", "sweep")}
    UNION ALL ${logsOf("refund_payments", "refund")} AND log.from_account = 'DEPOSIT'
    UNION ALL ${logsOf("refund_payments", "merchant_refund", "log.to_address")} AND log.from_account = 'MERCHANT'`,
};

/** SQL: refunds without a canonical payment and the wallets that pay them, in one trip. */
const selectAwaited: Statement = {
  name: "reconcile_awaited_refunds",
  text: `
    SELECT refund.id, refund.checkout_id, refund.chain_id, checkout.merchant_address, refund.destination_address,
      refund.token_address, refund.amount_units, refund.status, refund.created_at, refund.handed_in_tx_hash, refund.submitted_tx_hash
    FROM refunds AS refund JOIN checkouts AS checkout ON checkout.id = refund.checkout_id
    WHERE refund.checkout_id = ANY ($2::text[]) AND refund.chain_id = $1 AND refund.destination_address IS NOT NULL
      AND refund.status NOT IN ('COMPLETED', 'FAILED', 'CANCELLED')
      AND NOT EXISTS (SELECT FROM refund_payments AS log WHERE log.refund_id = refund.id AND NOT log.orphaned)
    ORDER BY refund.id`,
};
