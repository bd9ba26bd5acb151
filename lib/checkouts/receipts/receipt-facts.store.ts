import { isPaymentToken } from "@/lib/checkouts/state/checkout-facts.store";
import { type Connections, read, type Statement } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** What a receipt shows besides the public view, which is read far more often. */
export type ReceiptFactStore = {
  /** Of a project's checkout. @throws when there is no such checkout */
  facts(
    projectId: string,
    checkoutId: string,
  ): Promise<{
    /** The project's; null for none. */
    timeZone: string | null;
    /** The wallets whose transfers count, the largest amount first, at most 5. */
    payers: readonly Hex[];
    /** All such wallets. */
    payerCount: number;
  }>;
};

/** Anyone can pay a part from many wallets. */
const mostPayers = 5;

/** SQL: payers are ranked by the sums of their transfers and cut to the first few. */
const selectFacts: Statement = {
  name: "receipt_facts",
  text: `
    SELECT project.time_zone, paid.payers, paid.payer_count
    FROM checkouts AS checkout
    JOIN projects AS project ON project.id = checkout.project_id
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS payer_count, coalesce(
        (array_agg(payer.from_address ORDER BY payer.amount DESC, payer.from_address))[1:${mostPayers}], '{}') AS payers
      FROM (
        SELECT log.from_address, sum(log.amount_units) AS amount FROM transfers AS log
        WHERE log.checkout_id = checkout.id AND NOT log.orphaned AND ${isPaymentToken("checkout", "log")}
        GROUP BY log.from_address
      ) AS payer
    ) AS paid
    WHERE checkout.project_id = $1 AND checkout.id = $2`,
};

export function createReceiptFacts({ pool }: Connections): ReceiptFactStore {
  return {
    facts: async (projectId, checkoutId) => {
      const [facts] = await read<Awaited<ReturnType<ReceiptFactStore["facts"]>>>(pool, selectFacts, [
        projectId,
        checkoutId,
      ]);
      if (facts === undefined) throw new Error(`${checkoutId} is no checkout of ${projectId}`);
      return facts;
    },
  };
}
