import type { CheckoutStatus } from "@/lib/checkouts/checkout.rules";

/** The screens of the payment page: one task per screen. */
export const checkoutScreens = [
  "choose",
  "pay",
  "partial",
  "time_up",
  "confirming",
  "late_confirming",
  "paid",
  "late",
  "expired",
  "cancelled",
  "refunded",
] as const;

export type CheckoutScreen = (typeof checkoutScreens)[number];

/** The part of the public view that decides the screen; amounts are decimal text in smallest units. */
export type ScreenFacts = {
  status: CheckoutStatus;
  isPaid: boolean;
  chainId: number | null;
  tokenAddress: string | null;
  amount: string | null;
  totalPaid: string;
  remainingAmount: string | null;
  paymentTxHash: string | null;
  confirmations: { seen: number; required: number | null } | null;
  expiresAt: string;
  serverTime: string;
  successUrl: string | null;
  signing: { kind: string } | null;
  gaslessPayment: {
    status: string;
    failureReason: string | null;
    txHash: string | null;
    mayStillPay: boolean;
  } | null;
  reportedPayment: { txHash: string } | null;
  strayPayments: readonly { isGoingBack: boolean }[];
  overpayment: { refundable: string; requestedAt: string | null; signed: boolean; isFinal: boolean } | null;
  moneyBack: { amount: string; requestedAt: string | null; signed: boolean; isFinal: boolean } | null;
  acceptsRestUntil: string | null;
  requote: unknown;
  replacedBy: string | null;
  receivedEarlier: string | null;
  refunds: readonly unknown[];
  moneyGoingBack: readonly {
    amount: string;
    step: string;
    customerChooses: boolean;
    txHash: string | null;
  }[];
  options: readonly { chainId: number; tokenAddress: string; amount: string | null }[];
};

/**
 * The screen for a checkout at `serverTime`.
 *
 * @param wantsChange the customer asked to choose another token; allowed while nothing was received
 */
export function checkoutScreen(facts: ScreenFacts, wantsChange = false): CheckoutScreen {
  switch (facts.status) {
    case "PENDING":
      return pendingScreen(facts, wantsChange);
    case "DETECTED":
      return "confirming";
    case "PAID":
    case "SETTLED":
      return "paid";
    case "LATE_PAID":
      return facts.isPaid ? "paid" : "late";
    case "EXPIRED":
      return isComplete(facts) ? "late_confirming" : "expired";
    case "CANCELLED":
      return isComplete(facts) ? "late_confirming" : "cancelled";
    case "REFUNDED":
      return "refunded";
    default:
      return facts.status satisfies never;
  }
}

function pendingScreen(facts: ScreenFacts, wantsChange: boolean): CheckoutScreen {
  // Expiry is committed only after the chain was scanned past it. Until then we ask for no more money, and still look
  // for payments sent in time.
  if (Date.parse(facts.serverTime) >= Date.parse(facts.expiresAt))
    return isComplete(facts) ? "late_confirming" : "time_up";
  if (facts.tokenAddress === null) return "choose";
  if (facts.remainingAmount === "0") return "confirming";
  if (facts.totalPaid !== "0") return "partial";
  return wantsChange && canChangeToken(facts) ? "choose" : "pay";
}

/** The whole amount arrived; money in time would have moved the status already. */
function isComplete({ remainingAmount, totalPaid }: ScreenFacts): boolean {
  return remainingAmount === "0" && totalPaid !== "0";
}

/** Whether no later screen follows. */
export function isLastScreen(screen: CheckoutScreen): boolean {
  return screen === "paid" || screen === "refunded";
}

/** Whether to offer "Change token": another choice exists and no money is on its way. */
export function canChangeToken(facts: ScreenFacts): boolean {
  const isUntouched = facts.totalPaid === "0" && facts.reportedPayment === null;
  return facts.status === "PENDING" && isUntouched && facts.options.length > 1;
}

/**
 * Equal for two views exactly when the page would show the same; a poll with another fingerprint redraws the page.
 * Options count only before a selection, since polls carry them only then.
 */
export function checkoutFingerprint(facts: ScreenFacts): string {
  const options = facts.options.map(({ chainId, tokenAddress, amount }) => [chainId, tokenAddress, amount]);
  return JSON.stringify([
    checkoutScreen(facts),
    facts.chainId,
    facts.tokenAddress,
    facts.amount,
    facts.totalPaid,
    facts.remainingAmount,
    facts.paymentTxHash,
    facts.confirmations === null ? null : [facts.confirmations.seen, facts.confirmations.required],
    facts.successUrl,
    facts.signing?.kind ?? null,
    facts.gaslessPayment === null
      ? null
      : [
          facts.gaslessPayment.status,
          facts.gaslessPayment.failureReason,
          facts.gaslessPayment.txHash,
          facts.gaslessPayment.mayStillPay,
        ],
    facts.reportedPayment?.txHash,
    facts.tokenAddress === null ? options : null,
    facts.strayPayments.map(({ isGoingBack }) => isGoingBack),
    facts.overpayment,
    facts.moneyBack,
    facts.acceptsRestUntil,
    facts.requote !== null,
    facts.replacedBy,
    facts.receivedEarlier,
    facts.refunds.length,
    facts.moneyGoingBack.map(({ amount, step, customerChooses, txHash }) => [
      amount,
      step,
      customerChooses,
      txHash,
    ]),
  ]);
}
