import { type Database, run, type Statement } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/hex.rules";
import { listClosedHoldings, sumClosedHoldings } from "./closed-holdings.store";
import type { HoldingDirectory } from "./holding-directory.port";
import type { UnsweptSum, WaitingSum } from "./holding-views.rules";
import { holdingsJudged } from "./holdings.store";
import { listLatePayments } from "./late-payments.store";
import { firstFree, hindrance, termsTable, termValues } from "./settlement-hindrance.store";
import { listStrays } from "./strays.store";

/** What lies at a project's deposit addresses, in Postgres. */
export function createHoldingDirectory({ pool }: Pick<Database, "pool">): HoldingDirectory {
  return {
    unswept: async (projectId) => {
      const rows = await run<SumRow>(pool, sumUnswept, [projectId]);
      const counted = rows.reduce((total, { deposits }) => total + deposits, 0);
      return { sums: rows.map(toSum), isWhole: counted < holdingsSummed };
    },
    waiting: async (projectId, terms) =>
      (await run<WaitingRow>(pool, sumWaiting, [...termValues(terms), projectId])).map(toWaiting),
    closed: (...which) => sumClosedHoldings(pool, ...which),
    closedItems: (...which) => listClosedHoldings(pool, ...which),
    strays: (...which) => listStrays(pool, ...which),
    latePayments: (...which) => listLatePayments(pool, ...which),
  };
}

/** An index alone answers it; beyond this a page would keep its reader waiting. */
const holdingsSummed = 50_000;

const sumUnswept: Statement = {
  name: "holdings_unswept",
  text: `
    SELECT held.chain_id, held.token_address, count(*)::int AS deposits, sum(held.amount_units) AS units
    FROM (
      SELECT chain_id, token_address, amount_units FROM deposit_holdings
      WHERE project_id = $1 AND amount_units > 0 ORDER BY checkout_id DESC LIMIT ${holdingsSummed}
    ) AS held
    GROUP BY held.chain_id, held.token_address ORDER BY held.chain_id, units DESC, held.token_address`,
};

type SumRow = { chain_id: number; token_address: Hex; deposits: number; units: bigint };

function toSum(row: SumRow): UnsweptSum {
  return { chainId: row.chain_id, tokenAddress: row.token_address, deposits: row.deposits, units: row.units };
}

/** Settlement puts off for a while what it looked at; what nothing stands in the way of was below the floor then. */
const sumWaiting: Statement = {
  name: "holdings_waiting",
  text: `
    WITH ${termsTable}, holding AS (
      SELECT * FROM deposit_holdings AS held
      WHERE held.project_id = $${firstFree} AND held.chain_id = $1::int AND held.amount_units > 0
      ORDER BY held.checkout_id DESC LIMIT ${holdingsJudged}
    ), judged AS (
      SELECT holding.checkout_id, holding.token_address, holding.amount_units,
        coalesce(${hindrance(false)}, CASE WHEN holding.look_after > terms.at THEN 'below_floor' END) AS reason
      FROM terms CROSS JOIN holding JOIN checkouts AS checkout ON checkout.id = holding.checkout_id
    )
    SELECT $1::int AS chain_id, (
        SELECT coalesce(rule.policy, project.settlement_policy)
        FROM projects AS project
        LEFT JOIN settlement_rules AS rule ON rule.project_id = project.id AND rule.chain_id = $1::int
        WHERE project.id = $${firstFree}
      ) AS policy, token_address, reason, count(*)::int AS deposits, sum(amount_units) AS units,
      (array_agg(checkout_id ORDER BY checkout_id DESC))[1:5] AS checkout_ids
    FROM judged GROUP BY token_address, reason ORDER BY units DESC, token_address, reason`,
};

type WaitingRow = SumRow & {
  policy: WaitingSum["policy"];
  reason: WaitingSum["reason"];
  checkout_ids: string[];
};

function toWaiting(row: WaitingRow): WaitingSum {
  return { ...toSum(row), policy: row.policy, reason: row.reason, checkoutIds: row.checkout_ids };
}
