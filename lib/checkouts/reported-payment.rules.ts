import type { Hex } from "@/lib/platform/values/hex.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";

/** A transaction that someone submitted for a checkout and that no block has yet. */
export type ReportedPayment = {
  chainId: number;
  txHash: Hex;
  /** When it was submitted, or when a node last knew it. */
  seenAt: Date;
};

/** A payment on its way is known to a node by then. We look for it longer, but a bogus hash must not stop the customer. */
export const reportHoldsMs = minuteMs;

/**
 * Whether a transaction without a block may pay the address: it calls the address or names it in its data, as transfers,
 * batches and bundles of smart accounts do.
 */
export function mayPay({ to, input }: { to: Hex | null; input: Hex }, depositAddress: Hex): boolean {
  return to === depositAddress || input.includes(depositAddress.slice(2));
}

type Seen = { seenAt: Date };

/** Whether a reported payment still counts as on its way. */
export function isOnItsWay(reported: Seen, now: Date): boolean {
  return onItsWayUntil(reported) > now;
}

export function onItsWayUntil({ seenAt }: Seen): Date {
  return new Date(seenAt.getTime() + reportHoldsMs);
}
