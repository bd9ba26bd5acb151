import type { TokenRef } from "@/lib/chain/token.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { InboxItem } from "./inbox.rules";

/** A refund that waits for the shop, or for the address of a customer who has its link. */
export type WaitingRefund = TokenRef & {
  id: string;
  checkoutId: string;
  status: "AWAITING_APPROVAL" | "AWAITING_SIGNATURE" | "AWAITING_ADDRESS";
  amountUnits: bigint;
  txHash: Hex | null;
  referenceId: string | null;
  itemName: string | null;
  createdAt: Date;
};

/** Work beside the money that went wrong. Each is done on a page of its own. */
export type InboxTask =
  | { kind: "refund"; refund: WaitingRefund }
  | { kind: "endpoint"; endpoint: { id: string; url: string; since: Date; isDisabled: boolean } }
  | { kind: "gas"; gas: { chainId: number; wallet: Hex | null; since: Date } };

/** The shop's own work comes first; what others have to do comes last. */
export function inOrder(items: readonly InboxItem[], tasks: readonly InboxTask[]): (InboxItem | InboxTask)[] {
  const isFirst = (task: InboxTask) =>
    task.kind === "gas" || (task.kind === "refund" && task.refund.status !== "AWAITING_ADDRESS");
  // A waiting return is listed once, as a refund.
  const refunds = new Set(tasks.flatMap((task) => (task.kind === "refund" ? [task.refund.id] : [])));
  const open = items.filter((item) => item.kind !== "stray" || !refunds.has(item.stray.refundId ?? ""));
  return [...tasks.filter(isFirst), ...open, ...tasks.filter((task) => !isFirst(task))];
}
