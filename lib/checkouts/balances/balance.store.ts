import { type Connections, read, run, type Statement } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { DepositKey } from "./sweep-refusals.store";

/** A deposit that may be swept now. */
export type SettleableCheckout = DepositKey & { projectId: string };

/** The booked balance of one token at one checkout's deposit address, after a certain block. */
export type BookedDeposit = {
  checkoutId: string;
  depositAddress: Hex;
  tokenAddress: Hex;
  /** Canonical transfers less sweeps and refunds. Negative when more was swept than we know to have arrived. */
  units: bigint;
  /** Refunds that were sent but are not on the chain yet: the address may already hold this much less. */
  leavingUnits: bigint;
  createdAt: Date;
};

/** A recorded transfer and where it is on the chain. */
type RecordedTransfer = {
  id: string;
  checkoutId: string;
  tokenAddress: Hex;
  blockNumber: bigint;
  blockHash: Hex;
  txHash: Hex;
};

/** A refund that was paid by this transaction, which the scan missed. */
type UnseenRefund = { checkoutId: string; depositAddress: Hex; txHash: Hex };

/** Progress of the daily balance pass over all deposit addresses of a chain. */
export type BalancePass = {
  chainId: number;
  /** The last checkout checked; empty at the start of a pass, null when no pass is running. */
  afterCheckoutId: string | null;
  startedAtBlock: bigint;
  startedAt: Date;
  /** The block at which the last complete pass began. */
  finishedFromBlock: bigint | null;
  finishedAt: Date | null;
};

export type BalanceStore = ReturnType<typeof createBalanceStore>;

/** Booked balances by deposit address, for comparison with the chain. */
export function createBalanceStore({ pool, prisma }: Connections) {
  return {
    /** For each checkout and token, counting logs in blocks up to and including `upTo`. */
    books: async (
      chainId: number,
      checkoutIds: readonly string[],
      tokens: readonly Hex[],
      upTo: bigint,
    ): Promise<BookedDeposit[]> =>
      checkoutIds.length === 0 || tokens.length === 0
        ? []
        : read(pool, selectBooks, [chainId, checkoutIds, tokens, upTo]),

    /** Canonical transfers of the checkouts on the chain that are not final yet. */
    openTransfers: async (chainId: number, checkoutIds: readonly string[]): Promise<RecordedTransfer[]> => {
      const transfers = await prisma.transfer.findMany({
        where: { checkoutId: { in: [...checkoutIds] }, chainId, orphaned: false, finalAt: null },
        select: {
          id: true,
          checkoutId: true,
          tokenAddress: true,
          blockNumber: true,
          blockHash: true,
          txHash: true,
        },
        orderBy: [{ blockNumber: "asc" }, { logIndex: "asc" }],
      });
      return transfers as RecordedTransfer[];
    },

    /**
     * Saves the native coin found at deposit addresses, and adds a timeline entry when it grew. A reading from an older
     * block than the last one changes nothing.
     */
    noteNative: async (
      chainId: number,
      block: bigint,
      found: readonly { checkoutId: string; amountWei: bigint }[],
      at: Date,
    ): Promise<void> => {
      if (found.length === 0) return;
      const checkoutIds = found.map(({ checkoutId }) => checkoutId);
      const amounts = found.map(({ amountWei }) => amountWei);
      await run(pool, saveNative, [chainId, block, checkoutIds, amounts, at]);
    },

    /** Null before the first pass. */
    pass: (chainId: number): Promise<BalancePass | null> =>
      prisma.balanceSweep.findUnique({ where: { chainId } }),

    savePass: async ({ chainId, ...pass }: BalancePass): Promise<void> => {
      await prisma.balanceSweep.upsert({
        where: { chainId },
        create: { chainId, ...pass },
        update: pass,
      });
    },

    /** Refunds whose own transaction is final, while no log of it was recorded; the oldest first. */
    unseenRefunds: (chainId: number, take: number): Promise<UnseenRefund[]> =>
      read(pool, selectUnseenRefunds, [chainId, take]),

    /** Checkouts whose close watch has ended, in id order after the given one. */
    closed: async (now: Date, afterCheckoutId: string, limit: number): Promise<string[]> => {
      const closed = await prisma.checkout.findMany({
        where: {
          id: { gt: afterCheckoutId },
          watchUntil: { lt: now },
          status: { notIn: ["PENDING", "DETECTED"] },
        },
        select: { id: true },
        orderBy: { id: "asc" },
        take: limit,
      });
      return closed.map(({ id }) => id);
    },
  };
}

/** SQL: one statement, so that inflows and outflows are of the same moment. */
const selectBooks: Statement = {
  name: "balances_books",
  text: `
    SELECT checkout.id AS checkout_id, checkout.deposit_address, token.address AS token_address, checkout.created_at,
      (
        SELECT coalesce(sum(log.amount_units), 0) FROM transfers AS log
        WHERE log.checkout_id = checkout.id AND log.chain_id = $1 AND log.token_address = token.address
          AND NOT log.orphaned AND log.block_number <= $4
      ) - (
        SELECT coalesce(sum(log.amount_units), 0) FROM sweeps AS log
        WHERE log.checkout_id = checkout.id AND log.chain_id = $1 AND log.token_address = token.address
          AND NOT log.orphaned AND log.block_number <= $4
      ) - (
        SELECT coalesce(sum(log.amount_units), 0) FROM refund_payments AS log
        WHERE log.checkout_id = checkout.id AND log.chain_id = $1 AND log.token_address = token.address
          AND log.from_account = 'DEPOSIT' AND NOT log.orphaned AND log.block_number <= $4
      ) AS units,
      (
        SELECT coalesce(sum(refund.amount_units), 0) FROM refunds AS refund
        WHERE refund.checkout_id = checkout.id AND refund.chain_id = $1 AND refund.token_address = token.address
          AND refund.status = 'PROCESSING' AND NOT EXISTS (
            SELECT FROM refund_payments AS log WHERE log.refund_id = refund.id AND NOT log.orphaned)
      ) AS leaving_units
    FROM checkouts AS checkout CROSS JOIN unnest($3::text[]) AS token (address)
    WHERE checkout.id = ANY ($2::text[])
    ORDER BY checkout.id, token.address`,
};

/**
 * A row for what never was there would be one for every address. SQL: a balance replaces only an older one, and is
 * noted in the timeline by the same statement.
 */
const saveNative: Statement = {
  name: "balances_note_native",
  text: `
    WITH found AS (
      SELECT seen.checkout_id, seen.amount_wei, coalesce(known.amount_wei, 0) AS known_wei
      FROM unnest($3::text[], $4::numeric[]) AS seen (checkout_id, amount_wei)
      LEFT JOIN native_balances AS known ON known.checkout_id = seen.checkout_id AND known.chain_id = $1::int
      WHERE seen.amount_wei <> coalesce(known.amount_wei, 0)
        AND (known.block_number IS NULL OR known.block_number < $2::bigint)
    ), kept AS (
      INSERT INTO native_balances (checkout_id, chain_id, amount_wei, block_number, seen_at)
      SELECT checkout_id, $1::int, amount_wei, $2::bigint, $5::timestamptz FROM found ORDER BY checkout_id
      ON CONFLICT (checkout_id, chain_id) DO UPDATE SET
        amount_wei = excluded.amount_wei, block_number = excluded.block_number, seen_at = excluded.seen_at
      WHERE native_balances.amount_wei <> excluded.amount_wei
        AND native_balances.block_number < excluded.block_number
      RETURNING checkout_id, amount_wei
    )
    INSERT INTO checkout_events (checkout_id, kind, details, created_at)
    SELECT kept.checkout_id, 'native.received',
      jsonb_build_object('chainId', $1::int, 'amountWei', kept.amount_wei::text), $5::timestamptz
    FROM kept JOIN found ON found.checkout_id = kept.checkout_id
    WHERE kept.amount_wei > found.known_wei
    ORDER BY kept.checkout_id`,
};

/** SQL: Prisma sends the status as a parameter, for which the index of open refunds can't be used: it read all refunds. */
const selectUnseenRefunds: Statement = {
  name: "balances_unseen_refunds",
  text: `
    SELECT refund.checkout_id, checkout.deposit_address, sent.tx_hash
    FROM refunds AS refund
    JOIN outgoing_transactions AS sent ON sent.id = refund.outgoing_transaction_id
    JOIN checkouts AS checkout ON checkout.id = refund.checkout_id
    WHERE refund.chain_id = $1 AND refund.status = 'PROCESSING' AND sent.status = 'CONFIRMED'
      AND NOT EXISTS (SELECT FROM refund_payments AS log WHERE log.refund_id = refund.id AND NOT log.orphaned)
    ORDER BY refund.created_at
    LIMIT $2`,
};
