import type { TokenSum } from "@/lib/chain/token.rules";
import type { Incident, IncidentKind } from "@/lib/platform/incidents/incident-store.port";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { DigestKind } from "./digest-days.rules";
import type { IncidentFacts } from "./incident-facts";
import type { NoticedAct } from "./mail.store";
import type { Mail, MailParts } from "./send-letters";

/** News for one person that is in no e-mail yet. */
type UnsentMail = { dedupeKey: string; recipient: string };
export type DigestReader = UnsentMail & {
  /** Of the recipient, as stored. */
  language: string | null;
  projectId: string;
  projectName: string;
};

export type DisabledEndpoint = DigestReader & {
  /** The project's; null for none. */
  timeZone: string | null;
  endpointId: string;
  url: string;
  description: string | null;
  disabledAt: Date;
  reason: string;
};

export type LatePayment = DigestReader & {
  checkoutId: string;
  referenceId: string | null;
  chainId: number;
  tokenAddress: Hex;
  /** The amount that arrived, in the token's smallest units. */
  paidUnits: bigint;
  /** More than `paidUnits` where only a part arrived. */
  amountUnits: bigint;
  wasCancelled: boolean;
  policy: "HOLD" | "ACCEPT" | "REFUND";
};

export type PaidCheckout = DigestReader & {
  checkoutId: string;
  referenceId: string | null;
  itemName: string | null;
  chainId: number;
  tokenAddress: Hex;
  /** Final transfers, in the token's smallest units. */
  paidUnits: bigint;
};

export type ProjectDigestReader = DigestReader & {
  /** The project's; null for none. */
  timeZone: string | null;
  /** The project chose the summary of its payments. */
  isSubscribed: boolean;
};

/** A project's activity in a span of time. */
export type Digested = { paid: TokenSum[]; settled: TokenSum[]; refunded: TokenSum[] };

export type UnsentIncident = UnsentMail & {
  incidentId: string;
  kind: IncidentKind;
  subject: string;
  chainId: number | null;
  checkoutId: string | null;
  details: Incident["details"];
  createdAt: Date;
  facts: IncidentFacts;
};

/** How long an incident of a kind must be open before we e-mail it; kinds not listed are never e-mailed. */
export type IncidentPatience = Readonly<Partial<Record<IncidentKind, number>>>;

/**
 * Finds facts that are in no e-mail yet: the code that writes the facts does not know about e-mail. A project's
 * e-mails go to its owners and admins, if the project's `mailKinds` include the kind.
 */
export type MailFacts = {
  /** Endpoints that the service disabled after `since`. */
  disabledEndpoints(since: Date, limit: number): Promise<DisabledEndpoint[]>;
  /** Late payments, and parts at checkouts that expired, that are news since then and wait for a decision. */
  latePayments(since: Date, limit: number): Promise<LatePayment[]>;
  /** Checkouts that became PAID after `since`. */
  paidCheckouts(since: Date, limit: number): Promise<PaidCheckout[]>;
  /** Incidents opened after `since` that have been open for long enough. */
  incidents(
    since: Date,
    now: Date,
    patience: IncidentPatience,
    recipient: string,
    limit: number,
  ): Promise<UnsentIncident[]>;
  /**
   * Recipients of the digests that are due, each with the zone that its days are in, in up to `limit` projects after
   * `after`; `last` is the next `after`, and null at the end. A week with changes has an e-mail also where the project
   * did not choose a summary of its payments.
   */
  digestReaders(
    kind: DigestKind,
    now: Date,
    after: string | null,
    limit: number,
  ): Promise<{ readers: ProjectDigestReader[]; last: string | null }>;
  /** The activity in `[from, to)`; lists are empty without any. */
  activity(projectId: string, from: Date, to: Date): Promise<Digested>;
  /** The changes in `[from, to)` that were not mailed at once, oldest first. */
  changes(projectId: string, from: Date, to: Date): Promise<NoticedAct[]>;
};

export type LetterParts = Omit<MailParts, "mail"> & {
  /** Null without a mail server: then no letter is written. */
  mail: (NonNullable<Mail> & { facts: MailFacts }) | null;
};
