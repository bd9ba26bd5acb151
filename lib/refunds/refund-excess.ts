import { findToken } from "@/lib/chain/chains.rules";
import type { Checkout, PublicCheckout } from "@/lib/checkouts/checkout.rules";
import { dustIn, isOnlyPayer } from "@/lib/checkouts/dust.rules";
import { returnableUnits, seenReturnableUnits } from "@/lib/checkouts/state/overpayment.rules";
import type { RequestExcessBody } from "@/lib/checkouts/views/checkout-fields.schema";
import { checkoutNotFound } from "@/lib/checkouts/views/read-checkout";
import { moneyRequestedLetter } from "@/lib/letters/project-letters";
import { fault } from "@/lib/platform/faults/fault.rules";
import { limitsOfClient } from "@/lib/platform/limits/client-limits.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { formatUnits } from "@/lib/platform/values/money.rules";
import { dayMs } from "@/lib/platform/values/time.rules";
import type { Acting } from "@/lib/projects/project-access";
import { mostListed } from "@/lib/refunds/contacts.rules";
import { excessRequestText } from "@/lib/refunds/refund-screen.rules";
import type { RefundPageParts, RefundParts } from "@/lib/refunds/refunds.parts";
import { invalidSignature, requireSigned } from "./refund-steps";

/** Of one client, in a day: a stranger with the page can leave addresses as well, so the merchant sees each of a few. */
const mostContacts = { most: 3, windowMs: dayMs };

/**
 * Notes, once for the same money, that the customer wants back what paid nothing: an overpayment, all that an ended
 * checkout received, or a payment in another token or on another network. Anyone with the page can do this: it moves no
 * money, names no wallet, and repeating it changes nothing until more arrives, so it can come before the money is final. An e-mail address
 * for the answer is shown to the merchant. Owners and admins get an e-mail about the request, and about each of the first
 * addresses: the first one may be a stranger's. A signature of the only wallet that paid is stored too, also later, once
 * that is final; the merchant's refund then goes to it. After the merchant dismissed the request, only that signature
 * repeats it.
 *
 * @param client network of the requesting client, by which we count e-mail addresses
 * @throws CheckoutError CHECKOUT_NOT_FOUND, CHECKOUT_NOT_REFUNDABLE (nothing to request is left), INVALID_SIGNATURE,
 * RATE_LIMIT_EXCEEDED (too many e-mail addresses or repeats)
 * @throws ChainUnavailable when only the chain can tell whether a contract signed
 */
export async function requestExcess(
  deps: RefundPageParts,
  checkoutId: string,
  { contact, wallet, signature }: RequestExcessBody,
  client: string,
): Promise<void> {
  const found = await deps.checkouts.findPublic(checkoutId);
  if (found === null) throw checkoutNotFound();
  const isSigned = wallet !== undefined && signature !== undefined;
  const units = isSigned ? returnableUnits : seenReturnableUnits;
  const strays = found.strayTransfers.filter((stray) => findToken(deps.chains, stray) !== null);
  /** Money came on top of what the request, which has no answer yet, asked for. */
  const hasMore = (checkout: Checkout) => {
    const request = found.moneyRequest;
    const isSame = checkout.excessRequestedAt?.getTime() === found.checkout.excessRequestedAt?.getTime();
    return request !== null && isSame && (units(checkout) > request.units || strays.length > request.strays);
  };
  const isKnown = (checkout: Checkout) => {
    const { excessRequestedAt, excessWallet, excessDismissedAt } = checkout;
    if (excessRequestedAt === null) return false;
    if (isSigned) return excessWallet === wallet && excessDismissedAt === null;
    return excessDismissedAt !== null || (contact === undefined && !hasMore(checkout));
  };
  if (isKnown(found.checkout)) return;
  const hasStrays = !isSigned && strays.some(({ refund }) => refund === null);
  if (!hasStrays) requireMoney(units(found.checkout));
  if (contact !== undefined || hasMore(found.checkout)) await countContact(deps, checkoutId, client);
  const contacts =
    contact === undefined ? [] : await deps.refunds.contacts(found.checkout.projectId, checkoutId);
  const isNewContact = contact !== undefined && contacts.length < mostListed && !contacts.includes(contact);
  // Before the transaction, which must not wait for a chain.
  if (isSigned) await requireOnlyPayer(deps, found, wallet, signature.toLowerCase() as Hex);

  await deps.refunds.transaction(async (tx) => {
    const { projectId } = found.checkout;
    const checkout = (await tx.lockCheckout(projectId, checkoutId))?.checkout;
    if (checkout === undefined) throw checkoutNotFound();
    if (isKnown(checkout)) return;
    if (!hasStrays) requireMoney(units(checkout));
    const now = deps.clock.now();
    const isRepeated = checkout.excessDismissedAt !== null || hasMore(checkout);
    const isNew = checkout.excessRequestedAt === null || isRepeated || isNewContact;
    const amountUnits = units(checkout);
    const { chainId, tokenAddress, referenceId } = checkout;
    const readers = deps.mail === null || !isNew ? [] : await tx.letterReaders(projectId);
    const request = {
      projectId,
      projectName: found.merchantName,
      checkoutId,
      referenceId,
      requested:
        amountUnits === 0n || chainId === null || tokenAddress === null
          ? null
          : { chainId, tokenAddress, units: amountUnits },
      contact: contact ?? null,
      at: now,
    };
    await tx.mail(
      readers.map((reader) => moneyRequestedLetter(request, reader, deps.chains, deps.dashboardUrl)),
      now,
    );
    await tx.saveAdvance({
      checkout: {
        ...checkout,
        // Still the first time, unless it is repeated.
        excessRequestedAt: isRepeated ? now : (checkout.excessRequestedAt ?? now),
        excessDismissedAt: null,
        excessWallet: isSigned ? wallet : checkout.excessWallet,
      },
      previousStatus: checkout.status,
      newQuotes: [],
      timeline: [
        {
          kind: "excess.requested",
          details: {
            amount: amountUnits.toString(),
            strays: strays.length,
            wallet: wallet ?? null,
            ...(contact === undefined ? {} : { contact }),
            ...(readers.length === 0 ? {} : { mailed: true }),
          },
          at: now,
        },
      ],
      events: [],
    });
  });
}

function requireMoney(units: bigint): void {
  if (units === 0n) throw new CheckoutError("CHECKOUT_NOT_REFUNDABLE", fault("refunds.nothingLeft"));
}

/** Another person who knows the id must not keep the customer from leaving an address. */
async function countContact(
  { rateLimiter }: RefundPageParts,
  checkoutId: string,
  client: string,
): Promise<void> {
  const limits = limitsOfClient({ bucket: `excess-contact:${checkoutId}`, ...mostContacts }, client);
  const { admitted, retryAfterMs } = await rateLimiter.take(limits);
  if (!admitted)
    throw new CheckoutError("RATE_LIMIT_EXCEEDED", fault("refunds.mostContacts"), {
      retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1_000)),
    });
}

/**
 * With a second payer, a signature doesn't prove whose money it is. Dust doesn't count: anyone can send it.
 *
 * @throws CheckoutError INVALID_SIGNATURE
 */
async function requireOnlyPayer(
  { chains, refunds, verifyMessage }: RefundPageParts,
  { checkout, merchantName, minimumUnits }: PublicCheckout,
  wallet: Hex,
  signature: Hex,
): Promise<void> {
  const { id, chainId, tokenAddress } = checkout;
  if (chainId === null || tokenAddress === null) throw checkoutNotFound();
  const listed = findToken(chains, { chainId, tokenAddress });
  if (listed === null) throw invalidSignature(fault("refunds.tokenGone"));
  const payer = await refunds.mainPayer(id, { chainId, tokenAddress });
  const dust = dustIn(chains, { chainId, tokenAddress }, checkout, minimumUnits);
  if (payer?.address !== wallet || !isOnlyPayer(payer, dust))
    throw invalidSignature(fault("refunds.notOnlyPayer"));
  const message = excessRequestText({
    checkoutId: id,
    merchantName,
    amount: `${formatUnits(returnableUnits(checkout), listed.token.decimals)} ${listed.token.symbol}`,
    networkName: listed.chain.name,
    address: wallet,
  });
  await requireSigned(verifyMessage, chainId, { address: wallet, message, signature });
}

/**
 * Removes an overpayment, the money of a cancelled checkout, or a customer's request from the list of what needs
 * attention, until more arrives. The money stays refundable, and the customer still sees the request.
 *
 * @throws CheckoutError FORBIDDEN, CHECKOUT_NOT_FOUND, CHECKOUT_NOT_REFUNDABLE (neither a request nor such money)
 */
export async function dismissExcess(
  { clock, refunds }: RefundParts,
  access: Acting,
  checkoutId: string,
): Promise<void> {
  const by = access.as("refunds.request");
  await refunds.transaction(async (tx) => {
    const checkout = (await tx.lockCheckout(by.projectId, checkoutId))?.checkout;
    if (checkout === undefined) throw checkoutNotFound();
    if (checkout.excessRequestedAt === null && returnableUnits(checkout) === 0n)
      throw new CheckoutError("CHECKOUT_NOT_REFUNDABLE", fault("refunds.nothingToKeep"));
    if (checkout.excessDismissedAt !== null) return;
    const now = clock.now();
    await tx.saveAdvance({
      checkout: { ...checkout, excessDismissedAt: now },
      previousStatus: checkout.status,
      newQuotes: [],
      timeline: [{ kind: "excess.dismissed", details: null, at: now }],
      events: [],
    });
    await tx.audit({
      ...by,
      action: "checkout.excess_dismissed",
      target: checkoutId,
      details: null,
      at: now,
    });
  });
}
