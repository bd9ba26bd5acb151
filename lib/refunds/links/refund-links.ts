import type { PreparedTransaction, Refund } from "@/lib/checkouts/refund-facts.rules";
import { fault } from "@/lib/platform/faults/fault.rules";
import { hashClaimToken, newClaimToken } from "@/lib/platform/ids";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { dayMs, minuteMs } from "@/lib/platform/values/time.rules";
import type { Actor } from "@/lib/projects/project-access";
import { payingFacts } from "@/lib/refunds/open-refund";
import type { StoredLink } from "@/lib/refunds/refund.rules";
import type { RefundLink } from "@/lib/refunds/refund.schema";
import type { LinkedRefund, LinkPurpose, RefundTransaction } from "@/lib/refunds/refund.store";
import type { RefundableCheckout } from "@/lib/refunds/refund-facts.store";
import { lockRefund, ownRefund, refundEntry } from "@/lib/refunds/refund-steps";
import type { RefundCallParts, RefundLinkParts, RefundParts } from "@/lib/refunds/refunds.parts";

const linkMs = 7 * dayMs;

/** When a link created now expires. */
export function linkExpiry(now: Date): Date {
  return new Date(now.getTime() + linkMs);
}

/** For this time after the call was handed out, only the link that opened it gets it again, or is replaced by its holder. */
export const signingMs = 10 * minuteMs;
const renewMs = minuteMs;

/** How long ago the link was created, or last handed out the call to sign. */
function linkAgeMs({ expiresAt }: { expiresAt: Date }, now: Date): number {
  return now.getTime() - expiresAt.getTime() + linkMs;
}

/** Links to sign that end later belong to someone who may be signing. */
export function signingUntil(now: Date): Date {
  return new Date(now.getTime() - signingMs + linkMs);
}

/** The refund that a token opens, for this purpose if given. @throws CheckoutError REFUND_LINK_NOT_FOUND */
export async function openLink(
  { clock, refunds }: RefundParts,
  token: string,
  purpose?: LinkPurpose,
): Promise<LinkedRefund & { hash: string }> {
  const hash = hashClaimToken(token);
  const found = await refunds.findByLink(hash, clock.now());
  if (found === null || (purpose !== undefined && found.purpose !== purpose)) throw linkNotFound();
  return { ...found, hash };
}

/** One answer for every link that does not open, so that it does not reveal whether a link existed. */
export function linkNotFound(): CheckoutError {
  return new CheckoutError("REFUND_LINK_NOT_FOUND", fault("refunds.linkOver"));
}

/**
 * A link to the page on which the merchant's wallet signs a refund; the previous link stops working. It may be opened
 * repeatedly: the signature pays only the refund's address.
 *
 * @param last the token of this tab's previous request
 * @throws CheckoutError REFUND_NOT_FOUND, REFUND_NOT_SIGNABLE
 */
export async function issueSignLink(
  deps: RefundLinkParts,
  by: Actor,
  refundId: string,
  last?: string,
): Promise<{ refund: Refund; signUrl: string }> {
  const found = await ownRefund(deps, by, refundId);
  return deps.refunds.transaction(async (tx) => {
    const { refund, sign } = await lockRefund(tx, found);
    const token = await replaceSignLink(tx, by, { refund, sign, last }, deps.clock.now());
    return { refund, signUrl: `${deps.checkoutPageUrl}/r/${token}` };
  });
}

/**
 * The link is the reservation of whoever signs: while its call may be in a wallet, only its holder replaces it.
 *
 * @param last the token of the holder's link
 * @returns the new link's token
 * @throws CheckoutError REFUND_NOT_SIGNABLE
 */
export async function replaceSignLink(
  tx: RefundTransaction,
  by: Actor,
  { refund, sign, last }: { refund: Refund; sign: StoredLink | null; last: string | undefined },
  now: Date,
): Promise<string> {
  const isHolder = last !== undefined && sign?.hash === hashClaimToken(last);
  if (sign !== null && !isHolder && linkAgeMs(sign, now) < signingMs) throw beingSigned(refund);
  if (refund.status !== "AWAITING_SIGNATURE") {
    throw new CheckoutError(
      "REFUND_NOT_SIGNABLE",
      fault("refunds.notSignable", { refund: refund.id, status: refund.status }),
    );
  }
  const { token, hash } = newClaimToken();
  await tx.saveLink(refund.id, "sign", { hash, expiresAt: linkExpiry(now) });
  await tx.audit(refundEntry(by, "refund.sign_link_issued", refund, null, now));
  return token;
}

function beingSigned({ id }: Refund): CheckoutError {
  return new CheckoutError(
    "REFUND_NOT_SIGNABLE",
    fault("refunds.askedBefore", { refund: id, minutes: signingMs / minuteMs }),
  );
}

/**
 * The refund that a link opens, for the customer who names an address or the wallet that signs. Reading does not use it
 * up, and a used link shows the refund's progress until it expires. Handing out the call renews the link, and so keeps
 * other wallets from getting the call.
 *
 * @throws CheckoutError REFUND_LINK_NOT_FOUND for an unknown, replaced or expired link
 */
export async function readRefundLink(deps: RefundCallParts, token: string): Promise<RefundLink> {
  const found = await openLink(deps, token);
  const view = await showLink(deps, found, found.refund);
  const now = deps.clock.now();
  if (view.call === null || linkAgeMs(found, now) < renewMs) return view;
  const expiresAt = linkExpiry(now);
  // It may have been replaced since it was read.
  if (!(await deps.refunds.renewSignLink(found.refund.id, { hash: found.hash, expiresAt })))
    throw linkNotFound();
  return { ...view, expiresAt };
}

/** The current state of the link's refund. */
export async function showLink(
  deps: RefundCallParts,
  { purpose, merchantName, logoDigest, accentColor, supportContact, purchase, expiresAt }: LinkedRefund,
  refund: Refund,
): Promise<RefundLink> {
  const locked =
    purpose === "sign" && refund.status === "AWAITING_SIGNATURE"
      ? await deps.refunds.readCheckout(refund.projectId, refund.checkoutId, refund)
      : null;
  return {
    refund,
    merchantName,
    logoDigest,
    accentColor,
    supportContact,
    purchase,
    link: purpose,
    expiresAt,
    call: locked === null ? null : prepareSignature(deps, locked, refund),
  };
}

/**
 * The call to sign for a refund that waits for a signature: by the refund authority, out of the deposit address, when
 * enough is there; otherwise by the merchant's wallet, out of that wallet. In strict mode both are the same wallet. The
 * service's own wallet needs no one else's signature. Null for a refund that does not wait for one.
 */
export function prepareSignature(
  { refundCalls, refundWallet }: RefundCallParts,
  locked: RefundableCheckout,
  { status, chainId, tokenAddress, destinationAddress, amountUnits }: Refund,
): PreparedTransaction | null {
  if (status !== "AWAITING_SIGNATURE" || destinationAddress === null) return null;
  const { id, depositAddress, merchantAddress, refundAuthority, openSweep } = locked.checkout;
  const { strict, unsweptUnits } = payingFacts(locked);
  const byAuthority = (strict || refundAuthority !== refundWallet) && amountUnits <= unsweptUnits;
  const transfer = { tokenAddress, to: destinationAddress, amountUnits };
  const call = byAuthority
    ? refundCalls.fromDeposit({
        checkoutId: id,
        depositAddress,
        merchantAddress,
        refundAuthority,
        openSweep,
        ...transfer,
      })
    : refundCalls.fromWallet(transfer);
  const by = byAuthority
    ? ({ from: refundAuthority, method: "refund" } as const)
    : ({ from: merchantAddress, method: "transfer" } as const);
  return { chainId, ...by, ...call, value: "0" };
}
