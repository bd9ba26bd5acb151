import { type Connections, type Database, read, type Statement, toUnits } from "@/lib/platform/database";
import { byCreation, defineList } from "@/lib/platform/lists/define-list.store";
import { dayBounds, type List } from "@/lib/platform/lists/list-place.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { ListedSettlement, SettlementDetails, SettlementItemView } from "./settlement-views.rules";
import { type SettlementFilter, settlementStatuses } from "./settlement-views.rules";

/** A project's settlements, for its members. */
export type SettlementListStore = List<SettlementFilter, ListedSettlement> & {
  /** Null for an unknown id or another project's. */
  find(projectId: string, settlementId: string): Promise<SettlementDetails | null>;
};

/** A project's settlements in Postgres, as its members look at them. */
export function createSettlementListStore({ pool, prisma }: Connections): SettlementListStore {
  return {
    ...settlementList(pool),
    find: async (projectId, settlementId) => {
      const [row] = await read<ListedRow>(pool, findSettlement, [projectId, settlementId]);
      if (row === undefined) return null;
      return { ...toListed(row), items: await readItems(prisma, row) };
    },
  };
}

/** The sweep that a settlement's own transaction made of an `item`, not other sweeps meanwhile. */
const sweepOf = `
  SELECT sum(sweep.amount_units) AS units FROM sweeps AS sweep
  WHERE sweep.checkout_id = item.checkout_id AND sweep.chain_id = settlement.chain_id
    AND sweep.token_address = item.token_address AND sweep.tx_hash = sent.tx_hash AND NOT sweep.orphaned`;

/** Numbers too large for JSON are text. */
const columns = `
  settlement.id, settlement.chain_id, settlement.status, settlement.requested, settlement.created_at,
  settlement.completed_at, sent.tx_hash, sent.cost_wei, inside.item_count, inside.swept_count, inside.failed_count,
  (
    SELECT coalesce(json_agg(json_build_object('tokenAddress', token_address, 'units', units::text)
      ORDER BY token_address), '[]')
    FROM (
      SELECT item.token_address, sum(CASE item.status
        WHEN 'PENDING' THEN coalesce((
          SELECT holding.amount_units FROM deposit_holdings AS holding
          WHERE holding.checkout_id = item.checkout_id AND holding.chain_id = settlement.chain_id
            AND holding.token_address = item.token_address), 0)
        ELSE coalesce((${sweepOf}), 0) END) AS units
      FROM settlement_items AS item WHERE item.settlement_id = settlement.id GROUP BY item.token_address
    ) AS moved WHERE units > 0
  ) AS amounts`;

const joins = `
  LEFT JOIN outgoing_transactions AS sent ON sent.id = settlement.outgoing_transaction_id
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS item_count, count(*) FILTER (WHERE item.status = 'SWEPT')::int AS swept_count,
      count(*) FILTER (WHERE item.status = 'FAILED')::int AS failed_count
    FROM settlement_items AS item WHERE item.settlement_id = settlement.id
  ) AS inside`;

const settlementList = defineList<SettlementFilter, ListedSettlement, ListedRow>({
  name: "settlement_directory",
  table: "settlements",
  row: "settlement",
  owner: "project_id",
  order: byCreation,
  filters: {
    status: null,
    chainId: (chainId, param) => `settlement.chain_id = ${param(chainId)}`,
  },
  within: dayBounds,
  each: {
    column: "status",
    type: "settlement_status",
    of: ({ status }) => (status === null ? settlementStatuses : [status]),
  },
  columns,
  joins,
  toItem: toListed,
});

/** SQL: its columns are those of the list, so a settlement has one shape. */
const findSettlement: Statement = {
  name: "settlement_directory_find",
  text: `
    SELECT ${columns} FROM settlements AS settlement ${joins}
    WHERE settlement.project_id = $1 AND settlement.id = $2`,
};

/** Units are text in JSON. */
type ListedRow = Omit<ListedSettlement, "amounts"> & { amounts: { tokenAddress: Hex; units: string }[] };

function toListed({ amounts, ...row }: ListedRow): ListedSettlement {
  return { ...row, amounts: amounts.map((amount) => ({ ...amount, units: BigInt(amount.units) })) };
}

async function readItems(
  prisma: Database["prisma"],
  { id, chainId, txHash }: ListedRow,
): Promise<SettlementItemView[]> {
  const items = await prisma.settlementItem.findMany({
    where: { settlementId: id },
    include: { checkout: { select: { referenceId: true } } },
    orderBy: [{ checkoutId: "asc" }, { tokenAddress: "asc" }],
  });
  const sweeps = await prisma.sweep.findMany({
    where: {
      checkoutId: { in: items.map(({ checkoutId }) => checkoutId) },
      chainId,
      txHash: txHash ?? "",
      orphaned: false,
    },
    select: { checkoutId: true, tokenAddress: true, amountUnits: true },
  });
  return items.map(({ checkoutId, tokenAddress, status, failureReason, checkout }) => {
    const taken = sweeps.filter(
      (sweep) => sweep.checkoutId === checkoutId && sweep.tokenAddress === tokenAddress,
    );
    return {
      checkoutId,
      tokenAddress: tokenAddress as Hex,
      status,
      failureReason,
      referenceId: checkout.referenceId,
      units: taken.length === 0 ? null : taken.reduce((sum, sweep) => sum + toUnits(sweep.amountUnits), 0n),
    };
  });
}
