import type { CheckoutDetails, Refund } from "../../../../packages/client/src/generated/types";
import { inToken, keptUnits, onNetwork, priceOf } from "./money";

export type Explanation = {
  /** Sentences of ours alone: no text of a customer or a shop is in them. */
  explanation: string;
  nextStep: string;
};

type Explained = Omit<CheckoutDetails, "itemName" | "itemDescription" | "referenceId" | "metadata">;

/** A checkout's state in words, and what the merchant can do. */
export function explainCheckout(checkout: Explained, refunds: readonly Refund[]): Explanation {
  const [state, step] = stateOf(checkout);
  const nextStep = step === ship && isBeingRefunded(checkout, refunds) ? goesBack : step;
  return { explanation: [state, ...remarksOf(checkout, refunds)].join(" "), nextStep };
}

const nothing = "Nothing to do.";
const ship = "Ship the order, if you haven't.";
const giveBack = "Don't ship. Refund it to the customer.";
const goesBack =
  "Don't ship: everything that was paid is being refunded. If the order is to be delivered, cancel the refund first.";
const decide =
  "Don't ship yet. In the dashboard, accept what arrived as the payment, or refund it to the customer.";

function stateOf(checkout: Explained): [state: string, nextStep: string] {
  const { status, expiresAt, paidAt, acceptedAmount, isPaid, replacedBy } = checkout;
  const received = onNetwork(checkout.totalPaid, checkout);
  const hasMoney = keptUnits(checkout) > 0n;
  switch (status) {
    case "PENDING":
      return pendingState(checkout);
    case "DETECTED":
      return [
        `${received} are in a block, but not final yet: a reorganisation of the chain could still remove them.`,
        "Don't ship yet. Wait until the status is PAID.",
      ];
    case "PAID":
      return [
        `Paid: the price was ${priceOf(checkout)}, and ${onNetwork(checkout.paidAmount, checkout)} are final since ${paidAt}. The money is at the deposit address until the next settlement.`,
        ship,
      ];
    case "SETTLED":
      return [
        `Paid and settled: ${onNetwork(checkout.paidAmount, checkout)} were received, and the money is in the merchant's wallet ${checkout.merchantAddress}.`,
        ship,
      ];
    case "EXPIRED":
      if (hasMoney)
        return [
          `Expired at ${expiresAt} with a partial payment: ${received} arrived of ${priceOf(checkout)}.`,
          decide,
        ];
      return replacedBy === null
        ? [
            `Expired at ${expiresAt}: no money arrived.`,
            "If the customer still wants to pay, create a new checkout.",
          ]
        : [
            `Expired at ${expiresAt}. The customer continued the order with checkout ${replacedBy}.`,
            `Look at ${replacedBy}.`,
          ];
    case "LATE_PAID":
      return isPaid
        ? [
            `Paid late, and the merchant accepted ${onNetwork(acceptedAmount ?? checkout.paidAmount, checkout)} as the payment.`,
            ship,
          ]
        : [
            `Paid late: ${received} arrived after the deadline ${expiresAt} or after the cancellation. The payment isn't accepted yet.${replacedBy === null ? "" : ` The customer continued the same order with checkout ${replacedBy}: accept only one of the two.`}`,
            decide,
          ];
    case "CANCELLED":
      return hasMoney
        ? [`Cancelled by the merchant, and ${received} arrived.`, giveBack]
        : ["Cancelled by the merchant. No money arrived.", nothing];
    case "REFUNDED":
      return [
        `${hasMoney ? "The payment" : "Everything received"} was refunded: ${inToken(checkout.refundedAmount, checkout.token)}.`,
        hasMoney ? giveBack : "Don't ship.",
      ];
    default:
      return [`The status is ${status satisfies never}.`, "Look at it in the dashboard."];
  }
}

function pendingState(checkout: Explained): [state: string, nextStep: string] {
  const { token, network, amount, totalPaid, expiresAt } = checkout;
  if (token === null || network === null || amount === null)
    return [
      `Waiting for the customer to choose a token and a network. The price is ${priceOf(checkout)}, to be paid until ${expiresAt}.`,
      "Send the customer to the payment page.",
    ];
  if (totalPaid === "0")
    return [
      `Waiting for ${onNetwork(amount, checkout)} until ${expiresAt}. No money arrived yet.`,
      "Send the customer to the payment page.",
    ];
  const missing = BigInt(amount) - BigInt(totalPaid);
  return [
    `Partly paid: ${inToken(totalPaid, token)} of ${onNetwork(amount, checkout)} arrived, and ${inToken(missing, token)} are missing. The deadline is ${expiresAt}.`,
    "The customer can send the rest to the same address until the deadline. In the dashboard you can accept what arrived.",
  ];
}

/** Whether the open refunds take back all of the price that is left. */
function isBeingRefunded(checkout: Explained, refunds: readonly Refund[]): boolean {
  const open = refunds.filter((refund) => isOpen(refund) && isInOwnToken(refund, checkout));
  const units = open.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  return units > 0n && units >= keptUnits(checkout) - surplusUnits(checkout);
}

/** What came above the price isn't what was bought. */
function surplusUnits({ overpayment }: Explained): bigint {
  return BigInt(overpayment?.refundable ?? 0);
}

const finished: readonly Refund["status"][] = ["COMPLETED", "FAILED", "CANCELLED"];

function isOpen({ status }: Refund): boolean {
  return !finished.includes(status);
}

function isInOwnToken(refund: Refund, { tokenAddress, chainId }: Explained): boolean {
  return refund.tokenAddress === tokenAddress && refund.chainId === chainId;
}

function remarksOf(checkout: Explained, refunds: readonly Refund[]): string[] {
  const { token, overpayment, refundedAmount, status } = checkout;
  const remarks: string[] = [];
  if (overpayment !== null && overpayment.refundable !== "0")
    remarks.push(
      `${inToken(overpayment.refundable, token)} arrived ${aboveWhat(checkout)} and can be refunded${overpayment.requestedAt === null ? "" : "; the customer asked for it"}.`,
    );
  if (refundedAmount !== "0" && status !== "REFUNDED")
    remarks.push(`${inToken(refundedAmount, token)} were refunded.`);
  for (const refund of refunds.filter(isOpen))
    remarks.push(`Refund ${refund.id} of ${refundAmount(refund, checkout)} is ${refund.status}.`);
  const strays = checkout.transfers.filter(({ counts, status }) => !counts && status !== "reverted").length;
  if (strays > 0)
    remarks.push(
      `${strays === 1 ? "One transfer doesn't" : `${strays} transfers don't`} count, because of the token or the network.`,
    );
  if (checkout.nativeBalances.length > 0)
    remarks.push("The deposit address also holds a network's own coin, which pays nothing.");
  return remarks;
}

/** Where an overpayment comes from. */
export function aboveWhat({ status }: Pick<Explained, "status">): string {
  return status === "REFUNDED" ? "after the refund" : "above the price";
}

function refundAmount(refund: Refund, checkout: Explained): string {
  return inToken(refund.amount, isInOwnToken(refund, checkout) ? checkout.token : null);
}
