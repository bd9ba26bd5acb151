import type { RefundCalls } from "@/lib/chain/sender/contract-calls.chain";
import type { Clock } from "@/lib/platform/clock";
import { hashClaimToken, newClaimToken } from "@/lib/platform/ids";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { dayMs } from "@/lib/platform/values/time.rules";
import { payingFacts } from "@/lib/refunds/open-refund";
import type { PreparedTransaction, Refund, StoredLink } from "@/lib/refunds/refund.rules";
import type { RefundLink } from "@/lib/refunds/refund.schema";
import type { LinkedRefund, LinkPurpose, RefundStore, RefundTransaction } from "@/lib/refunds/refund.store";
import type { RefundableCheckout } from "@/lib/refunds/refund-facts.store";
import {
  type Actor,
  lockRefund,
  type OwnRefundDeps,
  ownRefund,
  refundEntry,
} from "@/lib/refunds/refund-steps";

const linkMs = 7 * dayMs;

/** When a link created now expires. */
export function linkExpiry(now: Date): Date {
  return new Date(now.getTime() + linkMs);
}

/** How long ago the link was created. */
export function linkAgeMs({ expiresAt }: StoredLink, now: Date): number {
  return now.getTime() - expiresAt.getTime() + linkMs;
}

export type LinkDeps = {
  clock: Clock;
  refunds: Pick<RefundStore, "findByLink">;
};

/** The refund that a token opens, for this purpose if given. @throws CheckoutError REFUND_LINK_NOT_FOUND */
export async function openLink(
  { clock, refunds }: LinkDeps,
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
  return new CheckoutError("REFUND_LINK_NOT_FOUND", "This link is invalid or has expired.");
}

export type IssueLinkDeps = OwnRefundDeps & {
  /** Origin of the customer's pages. */
  checkoutPageUrl: string;
};

/**
 * A link to the page on which the merchant's wallet signs a refund; the previous link stops working. It may be opened
 * repeatedly: the signature pays only the refund's address.
 *
 * @throws CheckoutError REFUND_NOT_FOUND, REFUND_NOT_SIGNABLE
 */
export async function issueSignLink(
  deps: IssueLinkDeps,
  by: Actor,
  refundId: string,
): Promise<{ refund: Refund; signUrl: string }> {
  const found = await ownRefund(deps, by, refundId);
  return deps.refunds.transaction(async (tx) => {
    const { refund } = await lockRefund(tx, found);
    const token = await replaceSignLink(tx, by, refund, deps.clock.now());
    return { refund, signUrl: `${deps.checkoutPageUrl}/r/${token}` };
  });
}

/** @returns the new link's token. @throws CheckoutError REFUND_NOT_SIGNABLE */
export async function replaceSignLink(
  tx: RefundTransaction,
  by: Actor,
  refund: Refund,
  now: Date,
): Promise<string> {
  if (refund.status !== "AWAITING_SIGNATURE") {
    throw new CheckoutError(
      "REFUND_NOT_SIGNABLE",
      `Only a refund that is AWAITING_SIGNATURE can be signed; ${refund.id} is ${refund.status}.`,
    );
  }
  const { token, hash } = newClaimToken();
  await tx.saveLink(refund.id, "sign", { hash, expiresAt: linkExpiry(now) });
  await tx.audit(refundEntry(by, "refund.sign_link_issued", refund, null, now));
  return token;
}

export type ReadLinkDeps = Omit<LinkDeps, "refunds"> &
  PrepareSignatureDeps & {
    refunds: Pick<RefundStore, "findByLink" | "readCheckout">;
  };

/**
 * The refund that a link opens, for the customer who names an address or the wallet that signs. Reading does not use it
 * up, and a used link shows the refund's progress until it expires.
 *
 * @throws CheckoutError REFUND_LINK_NOT_FOUND for an unknown, replaced or expired link
 */
export async function readRefundLink(deps: ReadLinkDeps, token: string): Promise<RefundLink> {
  const found = await openLink(deps, token);
  return showLink(deps, found, found.refund);
}

/** The current state of the link's refund. */
export async function showLink(
  deps: PrepareSignatureDeps & Pick<ReadLinkDeps, "refunds">,
  { purpose, merchantName, logoDigest, accentColor, purchase, expiresAt }: LinkedRefund,
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
    purchase,
    link: purpose,
    expiresAt,
    call: locked === null ? null : prepareSignature(deps, locked, refund),
  };
}

export type PrepareSignatureDeps = {
  refundCalls: RefundCalls;
  /** The wallet from which the service refunds by itself; null without a refund key. */
  refundWallet: Hex | null;
};

/**
 * The call to sign for a refund that waits for a signature: by the refund authority, out of the deposit address, when
 * enough is there; otherwise by the merchant's wallet, out of that wallet. In strict mode both are the same wallet. The
 * service's own wallet needs no one else's signature. Null for a refund that does not wait for one.
 */
export function prepareSignature(
  { refundCalls, refundWallet }: PrepareSignatureDeps,
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
