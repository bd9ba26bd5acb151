import type { Chain } from "@/lib/chain/chains.rules";
import type { TokenSum } from "@/lib/chain/token.rules";
import type { Letter } from "@/lib/mail/mail-store.port";
import { describeAmount, describeTime, hostOf, inert, paragraphs } from "@/lib/mail/plain-text";
import type { DigestedDay, DigestReader, DisabledEndpoint, LatePayment } from "./mail-facts.port";

const nameLength = 60;

/** An endpoint gets no more webhooks: which, why, and what brings it back. */
export function disabledEndpointLetter(fact: DisabledEndpoint): Letter {
  const called = fact.description === null ? "" : inert(fact.description);
  const endpoint = `${hostOf(fact.url)} (${called === "" ? "" : `"${called}", `}${fact.endpointId})`;
  return {
    ...addressed(fact),
    kind: "endpoint.disabled",
    subject: `${inert(fact.projectName, nameLength)}: a webhook endpoint was disabled`,
    body: paragraphs(
      `Webhooks of ${inert(fact.projectName, nameLength)} are no longer sent to ${endpoint}, since ${describeTime(fact.disabledAt)}.`,
      `Reason: ${inert(fact.reason, 200)}`,
      "Payments go on as before; only your shop does not hear of them there. Once the endpoint answers again, enable it. What failed meanwhile can then be sent once more.",
    ),
  };
}

/** A payment that came too late: what arrived, and what can be done with it. */
export function latePaymentLetter(
  fact: LatePayment,
  { chains, checkoutPageUrl }: { chains: readonly Chain[]; checkoutPageUrl: string },
): Letter {
  const amount = describeAmount(chains, fact.chainId, fact.tokenAddress, fact.paidUnits);
  const order = fact.referenceId === null ? "" : ` for order "${inert(fact.referenceId)}"`;
  const cause = fact.wasCancelled ? "it had been cancelled" : "its time was over";
  return {
    ...addressed(fact),
    kind: "checkout.late_paid",
    subject: `${inert(fact.projectName, nameLength)}: a payment of ${amount} came late`,
    body: paragraphs(
      `${amount} arrived${order} at checkout ${fact.checkoutId} after ${cause}. The payment is final, and the money is safe at the checkout's own address.`,
      fact.policy === "REFUND"
        ? "By your settings late payments go back to the customer: the refund is under way, and waits only for an address of the customer where none is known."
        : "It does not count as paid until you say so. You can accept it, if the price and the goods are still to be had: then it counts as paid and goes to your wallet. Or you can refund it.",
      `The checkout: ${checkoutPageUrl}/c/${fact.checkoutId}`,
    ),
  };
}

/** What happened in a day; null when nothing did. */
export function digestLetter(
  reader: DigestReader,
  day: string,
  { paid, settled, refunded }: DigestedDay,
  chains: readonly Chain[],
): Letter | null {
  const parts = [
    summed("Paid", ["checkout", "checkouts"], paid, chains),
    summed("Settled to your wallet", ["checkout", "checkouts"], settled, chains),
    summed("Refunded", ["refund", "refunds"], refunded, chains),
  ].filter((part) => part !== null);
  if (parts.length === 0) return null;
  const name = inert(reader.projectName, nameLength);
  return {
    ...addressed(reader),
    kind: "payments.digest",
    subject: `${name}: payments of ${day}`,
    body: paragraphs(`What happened at ${name} on ${day} (UTC):`, ...parts),
  };
}

function summed(
  what: string,
  [one, many]: readonly [string, string],
  sums: readonly TokenSum[],
  chains: readonly Chain[],
): string | null {
  if (sums.length === 0) return null;
  const count = sums.reduce((total, sum) => total + sum.count, 0);
  const amounts = sums.map((sum) => `  ${describeAmount(chains, sum.chainId, sum.tokenAddress, sum.units)}`);
  return [`${what}: ${count} ${count === 1 ? one : many}`, ...amounts].join("\n");
}

function addressed({
  dedupeKey,
  recipient,
  projectId,
}: DigestReader): Pick<Letter, "dedupeKey" | "recipient" | "projectId"> {
  return { dedupeKey, recipient, projectId };
}
