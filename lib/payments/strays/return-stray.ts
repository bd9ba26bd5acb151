import { findToken } from "@/lib/chain/chains.rules";
import { sameToken } from "@/lib/chain/token.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { requireWallet } from "@/lib/projects/wallets/require-wallet";
import { linkExpiry, prepareSignature } from "@/lib/refunds/links/refund-links";
import { openRefund } from "@/lib/refunds/open-refund";
import type { RequestedRefund, RequestRefundDeps } from "@/lib/refunds/request-refund";
import {
  type FindStrayDeps,
  findStray,
  least,
  lockStray,
  nothingLeft,
  type StrayActor,
  type StrayRef,
  sumOf,
} from "@/lib/settlement/request-settlement";

export type ReturnStrayDeps = RequestRefundDeps & FindStrayDeps;

export type ReturnStrayBody = StrayRef & {
  destinationAddress?: Hex | undefined;
  reason?: string | undefined;
};

/**
 * Opens a refund of all final money in a stray token. It is in none of the checkout's sums, and the returned money
 * never pays. The price of an unlisted token is unknown, so its return needs an owner's approval.
 *
 * @throws CheckoutError VALIDATION_ERROR, CHECKOUT_NOT_FOUND, CONFLICT
 */
export async function returnStray(
  deps: ReturnStrayDeps,
  by: StrayActor & { approves: boolean },
  body: ReturnStrayBody,
): Promise<RequestedRefund> {
  const destinationAddress = body.destinationAddress ?? null;
  if (destinationAddress !== null) await requireWallet(deps, destinationAddress, "destinationAddress");
  const found = await findStray(deps, by, body);
  const { project } = found;
  const claim = deps.newClaimToken();
  const token = { chainId: body.chainId, tokenAddress: body.tokenAddress };
  const isListed = findToken(deps.chains, token) !== null;

  return deps.refunds.transaction(async (tx) => {
    await tx.lockProject(project.id);
    const { locked, undecided, freeUnits } = await lockStray(tx, found, body);
    const final = undecided.filter((stray) => stray.final);
    const total = sumOf(final);
    if (total === 0n)
      throw new CheckoutError("CONFLICT", "This payment isn't final yet. Try again in a few minutes.");
    // Part of it may have gone back while the checkout was to be paid in this token.
    const gone = [...locked.refunded, ...locked.refunding].filter((sum) => sameToken(sum, token));
    const receivedUnits = total - sumOf(gone);
    if (receivedUnits <= 0n) throw nothingLeft();
    const now = deps.clock.now();
    const opened = await openRefund(deps, tx, locked, {
      token,
      amountUnits: least(receivedUnits, freeUnits),
      stray: { receivedUnits },
      requestedBy: by.userId ?? "operator",
      reason: body.reason ?? null,
      refundType: "OTHER",
      viaApi: !by.approves && isListed,
      destinationAddress,
      claim: { hash: claim.hash, expiresAt: linkExpiry(now) },
      dailyLimit: by.approves ? null : isListed ? project.refundDailyLimitUnits : 0n,
      now,
    });
    if (opened.kind === "refused") throw nothingLeft();
    const { refund } = opened;
    const txHashes = final.map(({ txHash }) => txHash);
    await tx.decideStrays(body.checkoutId, token, txHashes, refund.id, now);
    await tx.audit({
      projectId: project.id,
      userId: by.userId,
      action: "stray.returned",
      target: refund.id,
      details: {
        amount: refund.amountUnits.toString(),
        ...token,
        checkoutId: body.checkoutId,
        status: refund.status,
      },
      at: now,
    });
    return {
      refund,
      claimUrl: refund.destinationAddress === null ? `${deps.checkoutPageUrl}/r/${claim.token}` : null,
      transaction: prepareSignature(deps, locked, refund),
    };
  });
}
