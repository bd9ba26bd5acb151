import { createHash } from "node:crypto";
import { findToken } from "@/lib/chain/chains.rules";
import type { Refund } from "@/lib/checkouts/refund-facts.rules";
import { claimLinkLetter } from "@/lib/letters/project-letters";
import { fault } from "@/lib/platform/faults/fault.rules";
import { hashClaimToken, newClaimToken } from "@/lib/platform/ids";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { formatUnits } from "@/lib/platform/values/money.rules";
import { dayMs } from "@/lib/platform/values/time.rules";
import type { By, ByMember } from "@/lib/projects/project-access";
import { requireWallet } from "@/lib/projects/wallets/require-wallet";
import { payingFacts } from "@/lib/refunds/open-refund";
import type { ClaimRefundBody, RefundLink } from "@/lib/refunds/refund.schema";
import type { LinkedRefund } from "@/lib/refunds/refund.store";
import { whoPays } from "@/lib/refunds/refund-decision.rules";
import { refundClaimText } from "@/lib/refunds/refund-screen.rules";
import {
  invalidSignature,
  lockRefund,
  moveRefund,
  ownRefund,
  refundEntry,
  requireSigned,
} from "@/lib/refunds/refund-steps";
import type { RefundLinkParts, RefundMailParts, RefundPageParts } from "@/lib/refunds/refunds.parts";
import { linkExpiry, linkNotFound, openLink, showLink } from "./refund-links";

/** Whether the customer can still name an address. */
function isClaimable({ status, destinationAddress }: Refund): boolean {
  return (status === "AWAITING_ADDRESS" || status === "AWAITING_APPROVAL") && destinationAddress === null;
}

/**
 * The customer names the refund's address, by a link that works once. With a signature we verify that the address is a
 * wallet that paid. What the refund waits for next is decided under the checkout's lock. A refund that waits for an
 * owner keeps the address until the approval.
 *
 * @throws CheckoutError REFUND_LINK_NOT_FOUND (unknown, expired or used), VALIDATION_ERROR (an address that is not a
 * wallet), INVALID_SIGNATURE
 * @throws ChainUnavailable when only the chain can tell whether a contract signed
 */
export async function claimRefund(
  deps: RefundPageParts,
  token: string,
  { destinationAddress, signature }: ClaimRefundBody,
): Promise<RefundLink> {
  const link = await openLink(deps, token, "claim");
  if (!isClaimable(link.refund)) throw linkNotFound();
  // Before the transaction, which must not wait for another connection or for a chain.
  await requireWallet(deps, destinationAddress, "destinationAddress");
  if (signature !== undefined)
    await requirePayer(deps, link, destinationAddress, signature.toLowerCase() as Hex);

  const claimed = await deps.refunds.transaction(async (tx) => {
    const { refund, claim, locked } = await lockRefund(tx, link.refund);
    const now = deps.clock.now();
    // Only the first of concurrent claims succeeds, and only if the link was not replaced meanwhile.
    if (!isClaimable(refund) || claim?.hash !== link.hash || claim.expiresAt <= now) throw linkNotFound();
    const details = { destinationAddress, proven: signature !== undefined };
    if (refund.status === "AWAITING_APPROVAL") {
      const named: Refund = { ...refund, destinationAddress };
      await tx.save(named, refund.status);
      await tx.saveAdvance({
        checkout: locked.checkout,
        previousStatus: locked.checkout.status,
        newQuotes: [],
        timeline: [{ kind: "refund.address_named", details: { refundId: refund.id, ...details }, at: now }],
        events: [],
      });
      return named;
    }
    const next = whoPays(payingFacts(locked), refund.amountUnits);
    const trigger = { kind: "address_named", next } as const;
    const changes = { destinationAddress };
    return (await moveRefund(deps, tx, locked.checkout, refund, trigger, now, changes, details)).refund;
  });
  return showLink(deps, link, claimed);
}

/** @throws CheckoutError INVALID_SIGNATURE */
async function requirePayer(
  deps: RefundPageParts,
  { refund, merchantName }: LinkedRefund,
  address: Hex,
  signature: Hex,
): Promise<void> {
  const payers = await deps.refunds.payers(refund.checkoutId, refund);
  if (!payers.includes(address)) throw invalidSignature(fault("refunds.notPayer"));
  const found = findToken(deps.chains, refund);
  const message = refundClaimText({
    refundId: refund.id,
    checkoutId: refund.checkoutId,
    merchantName,
    amount:
      found === null
        ? `${refund.amountUnits} units of ${refund.tokenAddress}`
        : `${formatUnits(refund.amountUnits, found.token.decimals)} ${found.token.symbol}`,
    networkName: found?.chain.name ?? `chain ${refund.chainId}`,
    address,
  });
  await requireSigned(deps.verifyMessage, refund.chainId, { address, message, signature });
}

/**
 * A new link at which the customer names an address; the previous link stops working. Its holder decides where the
 * money goes: for a refund that no daily limit bounded (an owner's own, or one opened by the project's policy) only an
 * owner gets it.
 *
 * @throws CheckoutError FORBIDDEN, REFUND_NOT_FOUND, REFUND_NOT_CLAIMABLE (it has an address already, or has ended)
 */
export async function reissueClaim(
  deps: RefundLinkParts,
  { actor, access }: By,
  refundId: string,
): Promise<{ refund: Refund; claimUrl: string }> {
  const found = await ownRefund(deps, actor, refundId);
  if (!found.viaApi) access.require("refunds.approve");
  const { token, hash } = newClaimToken();
  return deps.refunds.transaction(async (tx) => {
    const { refund } = await lockRefund(tx, found);
    requireClaimable(refund);
    const now = deps.clock.now();
    await tx.saveLink(refund.id, "claim", { hash, expiresAt: linkExpiry(now) });
    await tx.audit(refundEntry(actor, "refund.claim_reissued", refund, null, now));
    return { refund, claimUrl: `${deps.checkoutPageUrl}/r/${token}` };
  });
}

/** @throws CheckoutError REFUND_NOT_CLAIMABLE */
function requireClaimable(refund: Refund): void {
  if (!isClaimable(refund))
    throw new CheckoutError("REFUND_NOT_CLAIMABLE", fault("refunds.hasAddress", { status: refund.status }));
}

/** In a day, for a refund and for an address: anyone can leave somebody else's address on their own shop's page. */
const mostMailed = { most: 3, windowMs: dayMs };

/**
 * E-mails the link to an address that was left on the payment page: the link that the member holds, or a new one, which
 * replaces the previous. The same rights as `reissueClaim`.
 *
 * @param given.email as the member saw it
 * @param given.token of the link that the member just got
 * @throws CheckoutError FORBIDDEN, REFUND_NOT_FOUND, REFUND_NOT_CLAIMABLE, VALIDATION_ERROR (nobody left this address, or
 * without a mail server), RATE_LIMIT_EXCEEDED
 */
export async function mailClaim(
  deps: RefundMailParts,
  { actor, access }: ByMember,
  { refundId, email, token }: { refundId: string; email: string; token?: string | undefined },
): Promise<void> {
  const found = await ownRefund(deps, actor, refundId);
  if (!found.viaApi) access.require("refunds.approve");
  const contacts = await deps.refunds.contacts(found.projectId, found.checkoutId);
  if (deps.mail === null || !contacts.includes(email))
    throw new CheckoutError("VALIDATION_ERROR", fault("refunds.notContact"), { param: "email" });
  const addressHash = createHash("sha256").update(email.toLowerCase()).digest("hex");
  const { admitted, retryAfterMs } = await deps.rateLimiter.take([
    { bucket: `claim-mail:${refundId}`, ...mostMailed },
    { bucket: `claim-mail-address:${addressHash}`, ...mostMailed },
  ]);
  if (!admitted)
    throw new CheckoutError("RATE_LIMIT_EXCEEDED", fault("refunds.mostMailed"), {
      retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1_000)),
    });
  await deps.refunds.transaction(async (tx) => {
    const { refund, claim } = await lockRefund(tx, found);
    requireClaimable(refund);
    const now = deps.clock.now();
    const isHeld = token !== undefined && claim?.hash === hashClaimToken(token) && claim.expiresAt > now;
    const link = isHeld ? { token } : newClaimToken();
    if ("hash" in link)
      await tx.saveLink(refund.id, "claim", { hash: link.hash, expiresAt: linkExpiry(now) });
    const claimUrl = `${deps.checkoutPageUrl}/r/${link.token}`;
    const fact = {
      projectId: refund.projectId,
      projectName: access.projectName,
      recipient: email,
      refundId,
      claimUrl,
      at: now,
    };
    await tx.mail([claimLinkLetter(fact, refund, deps.chains)], now);
    await tx.audit(refundEntry(actor, "refund.claim_mailed", refund, { email }, now));
  });
}
