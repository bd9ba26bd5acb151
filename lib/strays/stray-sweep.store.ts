import { type Connections, transact } from "@/lib/platform/database";
import type { SecretBox } from "@/lib/platform/secret-box";
import { type RefundTransaction, refundTransaction } from "@/lib/refunds/refund.store";
import type { SettlementStore } from "@/lib/settlement/settlement.store";
import { openSettlement } from "@/lib/settlement/settlement-opening.store";

/** Decides about a stray and opens its settlement in one database transaction. */
export type StraySweeps = {
  transaction<T>(work: (tx: RefundTransaction & { open: SettlementStore["open"] }) => Promise<T>): Promise<T>;
};

export function createStraySweeps({ pool }: Connections, secretBox: SecretBox): StraySweeps {
  return {
    transaction: (work) =>
      transact(pool, (connection) =>
        work({
          ...refundTransaction(connection, secretBox),
          open: (...input) => openSettlement(connection, ...input),
        }),
      ),
  };
}
