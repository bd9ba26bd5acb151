import type { Checkout, Refund } from "../../../packages/client/src/generated/types";

const states: Readonly<Record<Refund["status"], string>> = {
  AWAITING_APPROVAL: "not sent yet, an owner has to approve it",
  AWAITING_ADDRESS: "not sent yet, the customer has to name a wallet",
  AWAITING_SIGNATURE: "not sent yet, your wallet has to sign it",
  PENDING: "on its way",
  PROCESSING: "on its way",
  COMPLETED: "sent and final",
  FAILED: "FAILED: no money was sent. Refund it in the dashboard",
  CANCELLED: "CANCELLED: no money was sent. Refund it in the dashboard, if it is still owed",
};

const mark = "Stablecoin refund";
const reasonStart = "Medusa refund ";

/** A refund's reason, by which its events find Medusa's own refund. */
export function reasonOf(medusaRefund: string): string {
  return `${reasonStart}${medusaRefund}`;
}

/** The refund in Medusa; null for one that was requested elsewhere. */
export function medusaRefundOf({ reason }: Pick<Refund, "reason">): string | null {
  return reason?.startsWith(`${reasonStart}ref_`) ? reason.slice(reasonStart.length) : null;
}

/** Medusa's note of a refund with the state of its money. A note that a person wrote stays before it. */
export function refundNote(
  { id, status, claimUrl, txHash }: Pick<Refund, "id" | "status" | "claimUrl" | "txHash">,
  baseUrl: string,
  before: string | null | undefined,
): string {
  const [own = ""] = (before ?? "").split(mark);
  const where = status === "COMPLETED" ? `, transaction ${txHash}` : `: ${baseUrl}/dashboard/refunds/${id}`;
  const customer = claimUrl === null ? "" : ` Send the customer this page: ${claimUrl}`;
  return `${own.trim()}\n${mark} ${id} is ${states[status]}${where}.${customer}`.trim();
}

/**
 * The token units of a fiat refund: the same share of the paid price, rounded down.
 * @throws Error if the checkout has no fiat price
 */
export function refundUnits(
  checkout: Pick<Checkout, "fiatAmount" | "amount" | "acceptedAmount">,
  refund: string,
): string {
  const price = checkout.acceptedAmount ?? checkout.amount;
  if (checkout.fiatAmount === null || price === null) throw new Error("a Medusa checkout has a fiat price");
  const [part, whole] = sameScale(refund, checkout.fiatAmount);
  return ((BigInt(price) * part) / whole).toString();
}

function sameScale(...decimals: [string, string]): [bigint, bigint] {
  const places = Math.max(...decimals.map((value) => value.split(".")[1]?.length ?? 0));
  const scaled = (value: string) => {
    const [integer = "0", fraction = ""] = value.split(".");
    return BigInt(integer + fraction.padEnd(places, "0"));
  };
  return [scaled(decimals[0]), scaled(decimals[1])];
}
