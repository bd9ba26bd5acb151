import type { Chain } from "@/lib/chain/chains.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import {
  describeAmount,
  describeTime,
  hostOf,
  inert,
  type LetterReader,
  letterWords,
  paragraphs,
} from "./letter-text";
import type { Letter } from "./mail.store";
import type { DigestReader, DisabledEndpoint, LatePayment, PaidCheckout } from "./mail-facts.port";

const nameLength = 60;

/** A project's name in its e-mails. */
export const projectIn = ({ projectName }: { projectName: string }): string => inert(projectName, nameLength);

/** An endpoint was disabled: which one, why, and how to enable it. */
export function disabledEndpointLetter(fact: DisabledEndpoint): Letter {
  const { language, words } = letterWords(fact.language);
  const { subject, stopped, reason, next } = words.endpointDisabled;
  const called = fact.description === null ? "" : inert(fact.description);
  const host = hostOf(fact.url) ?? words.values.noHost;
  const endpoint = called === "" ? host : `${host} ("${called}")`;
  const project = projectIn(fact);
  const time = describeTime(fact.disabledAt, fact.timeZone, language);
  return {
    ...addressed(fact),
    kind: "endpoint.disabled",
    subject: fill(subject, { project }),
    body: paragraphs(
      fill(stopped, { project, endpoint, time }),
      fill(reason, { reason: inert(fact.reason, 200) }),
      next,
    ),
  };
}

/** A late payment, or a part at an expired checkout: the amount, and the choices. */
export function latePaymentLetter(fact: LatePayment, chains: readonly Chain[], dashboardUrl: string): Letter {
  const { language, words } = letterWords(fact.language);
  const { late, partial, atCheckout, forOrder, expired, cancelled, part, refunding, choices } =
    words.latePaid;
  const [amount, price] = [fact.paidUnits, fact.amountUnits].map((units) =>
    describeAmount(language, chains, fact.chainId, fact.tokenAddress, units),
  ) as [string, string];
  const order = fact.referenceId === null ? null : inert(fact.referenceId);
  const place = order === null ? atCheckout : fill(forOrder, { order });
  const isPart = fact.paidUnits < fact.amountUnits;
  return {
    ...addressed(fact),
    kind: "checkout.late_paid",
    subject: fill(isPart ? partial : late, { project: projectIn(fact), amount }),
    body: paragraphs(
      isPart
        ? fill(part, { amount, price, place })
        : fill(fact.wasCancelled ? cancelled : expired, { amount, place }),
      fact.policy === "REFUND" ? refunding : choices,
      checkoutLine(fact, dashboardUrl),
    ),
  };
}

/** A customer's request, in the transaction that stores it. */
export type MoneyRequest = Omit<DigestReader, "dedupeKey" | "recipient" | "language"> & {
  checkoutId: string;
  referenceId: string | null;
  /** In the checkout's token; null where only other tokens or networks have some. */
  requested: { chainId: number; tokenAddress: Hex; units: bigint } | null;
  /** The address for the answer. */
  contact: string | null;
  at: Date;
};

/** A customer asks for money back: how much, and where to answer. One for each request and reader. */
export function moneyRequestedLetter(
  fact: MoneyRequest,
  { userId, email, language: read }: LetterReader,
  chains: readonly Chain[],
  dashboardUrl: string,
): Letter {
  const reader = {
    ...fact,
    dedupeKey: ["checkout.money_requested", fact.checkoutId, fact.at.getTime(), userId].join("/"),
    recipient: email,
    language: read,
  };
  const { language, words } = letterWords(read);
  const { subject, subjectUncounted, contact, noContact, next, ...texts } = words.moneyRequested;
  const { requested, referenceId } = fact;
  const amount =
    requested === null
      ? ""
      : describeAmount(language, chains, requested.chainId, requested.tokenAddress, requested.units);
  const order = referenceId === null ? null : inert(referenceId);
  const place = order === null ? words.latePaid.atCheckout : fill(words.latePaid.forOrder, { order });
  const project = projectIn(fact);
  return {
    ...addressed(reader),
    kind: "checkout.money_requested",
    subject: requested === null ? fill(subjectUncounted, { project }) : fill(subject, { project, amount }),
    body: paragraphs(
      requested === null ? fill(texts.uncounted, { place }) : fill(texts.requested, { amount, place }),
      fact.contact === null ? noContact : fill(contact, { contact: inert(fact.contact, 254) }),
      next,
      checkoutLine(reader, dashboardUrl),
    ),
  };
}

/** The link at which a customer names the refund's address, for the address that they left. Its text is deleted once it is sent. */
export function claimLinkLetter(
  fact: {
    projectId: string;
    projectName: string;
    recipient: string;
    refundId: string;
    claimUrl: string;
    at: Date;
  },
  refunded: { chainId: number; tokenAddress: Hex; amountUnits: bigint },
  chains: readonly Chain[],
): Letter {
  const { language, words } = letterWords(null);
  const { chainId, tokenAddress, amountUnits } = refunded;
  const amount = describeAmount(language, chains, chainId, tokenAddress, amountUnits);
  const project = projectIn(fact);
  const { projectId, recipient, refundId, claimUrl, at } = fact;
  return {
    dedupeKey: ["refund.claim_link", refundId, at.getTime()].join("/"),
    kind: "refund.claim_link",
    projectId,
    recipient,
    language,
    subject: fill(words.claimLink.subject, { project, amount }),
    body: paragraphs(fill(words.claimLink.agreed, { project, amount }), claimUrl, words.claimLink.keep),
  };
}

/** The customer's page has no choices for a member. */
function checkoutLine(
  { projectId, checkoutId, language }: Pick<LatePayment, "projectId" | "checkoutId" | "language">,
  dashboardUrl: string,
): string {
  const link = `${dashboardUrl}/dashboard/projects/${projectId}/checkouts/${checkoutId}`;
  return fill(letterWords(language).words.links.checkout, { link });
}

/** A payment: the amount and the order. */
export function paidLetter(fact: PaidCheckout, chains: readonly Chain[], dashboardUrl: string): Letter {
  const { language, words } = letterWords(fact.language);
  const amount = describeAmount(language, chains, fact.chainId, fact.tokenAddress, fact.paidUnits);
  return {
    ...addressed(fact),
    kind: "checkout.paid",
    subject: fill(words.paid.subject, { project: projectIn(fact), amount }),
    body: paragraphs(arrived(), checkoutLine(fact, dashboardUrl)),
  };

  function arrived(): string {
    const { plain, item: ofItem, order: ofOrder, itemOfOrder } = words.paid;
    const item = fact.itemName === null ? null : inert(fact.itemName);
    const order = fact.referenceId === null ? null : inert(fact.referenceId);
    if (item === null) return order === null ? fill(plain, { amount }) : fill(ofOrder, { amount, order });
    return order === null ? fill(ofItem, { amount, item }) : fill(itemOfOrder, { amount, item, order });
  }
}

/** Its key, its reader, and the language that the reader gets it in. */
export function addressed({ dedupeKey, recipient, projectId, language }: DigestReader) {
  return { dedupeKey, recipient, projectId, language: letterWords(language).language };
}
