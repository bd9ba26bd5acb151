import type { HashClaimToken } from "@/lib/platform/claim-token.port";
import type { Clock } from "@/lib/platform/clock.port";
import { dayMs } from "@/lib/platform/durations.rules";
import { CheckoutError } from "@/lib/platform/errors.rules";
import type { LinkedRefund, LinkPurpose, RefundStore } from "./refund-store.port";

const linkMs = 7 * dayMs;

/** How long a link holds that is made now. */
export function linkExpiry(now: Date): Date {
  return new Date(now.getTime() + linkMs);
}

export type LinkDeps = {
  clock: Clock;
  refunds: Pick<RefundStore, "findByLink">;
  hashClaimToken: HashClaimToken;
};

/** The refund that a token opens, for this purpose where one is given. @throws CheckoutError REFUND_LINK_NOT_FOUND */
export async function openLink(
  { clock, refunds, hashClaimToken }: LinkDeps,
  token: string,
  purpose?: LinkPurpose,
): Promise<LinkedRefund & { hash: string }> {
  const hash = hashClaimToken(token);
  const found = await refunds.findByLink(hash, clock.now());
  if (found === null || (purpose !== undefined && found.purpose !== purpose)) throw linkNotFound();
  return { ...found, hash };
}

/** One answer for every link that does not open: nobody learns from it whether there was one. */
export function linkNotFound(): CheckoutError {
  return new CheckoutError("REFUND_LINK_NOT_FOUND", "This link is not valid, or not any more.");
}
