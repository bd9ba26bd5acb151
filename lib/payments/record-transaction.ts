import { transactionNotFound } from "@/lib/chain/transaction.rules";
import type { RecordParts } from "@/lib/payments/payments.parts";
import type { RecordTransaction } from "@/lib/refunds/refunds.parts";
import { recordReceipt } from "./scan/record-blocks";
import { findTransaction, refuseReverted } from "./verify-payment";

/** Records a transaction that was submitted for a refund. */
export async function recordTransaction(
  deps: RecordParts,
  ...[{ chainId, txHash }, { id, depositAddress }, handIn]: Parameters<RecordTransaction>
): ReturnType<RecordTransaction> {
  const mined = await findTransaction(deps, chainId, txHash);
  if (mined === "not known" || mined === "nobody to ask") throw transactionNotFound();
  const { receipt, header } = mined;
  refuseReverted(receipt);
  const handedIn = await handIn(receipt);
  const { transfers, refunds } = receipt;
  const ours = new Map([[depositAddress, id]]);
  const isOnChain = await deps.payments.transaction((tx) =>
    recordReceipt(deps, tx, { chainId, header, transfers, refunds, ours, handedIn }),
  );
  if (!isOnChain) throw transactionNotFound();
}
