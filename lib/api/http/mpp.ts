import { type Chain, findToken } from "@/lib/chain/chains.rules";
import type { Clock } from "@/lib/platform/clock";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { offeredSeconds } from "@/lib/signed/authorization.rules";
import { type ChargeOffer, type Charges, toReceipt } from "@/lib/signed/mpp/charges";
import { isMppHeader, mppOwnHeader, readCredential } from "@/lib/signed/mpp/credential.schema";
import type { PaymentResult } from "@/lib/signed/x402/x402.rules";
import type { Offered, X402Payment } from "@/lib/signed/x402/x402.schema";
import type { SentPayment } from "./x402-header";

/** MPP uses HTTP's own headers, one for the receipt, and one for a payment beside other credentials. */
export const mppHeaders = {
  payment: "authorization",
  ownPayment: "payment-authorization",
  challenge: "www-authenticate",
  receipt: "payment-receipt",
} as const;

/** A payment, and how its protocol reports the result. */
export type ReadPayment = {
  payment: X402Payment;
  report(headers: Headers, result: PaymentResult): void;
};

type MppDeps = { chains: readonly Chain[]; charges: Charges; clock: Clock };

/**
 * The offers as challenges: they end after the time that x402 names, or with the checkout. Of a request whose
 * `Authorization` holds something else, such as a key for a proxy, they name the other field.
 */
export function toChallenges(
  { chains, charges, clock }: MppDeps,
  { headers }: Request,
  offered: Offered,
): string | null {
  const offers = offered.offers.flatMap((offer): ChargeOffer[] => {
    // Its credentials are EIP-3009 authorizations.
    if (offer.kind !== "EIP3009") return [];
    const decimals = findToken(chains, offer)?.token.decimals;
    return decimals === undefined ? [] : [{ ...offer, decimals, payTo: offered.depositAddress }];
  });
  const endsAt = Math.min(clock.now().getTime() + offeredSeconds * 1_000, offered.expiresAt.getTime());
  const authorization = headers.get(mppHeaders.payment);
  const header = authorization === null || isMppHeader(authorization) ? undefined : mppOwnHeader;
  return offers.length === 0 ? null : charges.challenge(offers, new Date(endsAt), header);
}

/** The payment of a credential; null when it answers no challenge for the address. */
export function readMppPayment(
  { charges, clock }: MppDeps,
  sent: SentPayment,
  payTo: Hex,
): ReadPayment | null {
  const read = readCredential(sent.text);
  // A credential counts in the field that its challenge selected.
  const field = read?.challenge.header?.toLowerCase() ?? mppHeaders.payment;
  const credential = field === sent.name ? read : null;
  const payment = credential === null ? null : charges.read(credential, payTo);
  if (credential === null || payment === null) return null;
  const report = (headers: Headers, { kind, txHash }: PaymentResult) => {
    if (kind !== "settled" || txHash === null || payment.chainId === null) return;
    const { id: challengeId } = credential.challenge;
    const receipt = { challengeId, chainId: payment.chainId, txHash, paidAt: clock.now() };
    headers.set(mppHeaders.receipt, toReceipt(receipt));
  };
  return { payment, report };
}
