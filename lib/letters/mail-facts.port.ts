import type { TokenSum } from "@/lib/chain/token.rules";
import type { Mail, MailDeps } from "@/lib/mail/mail-deps";
import type { Incident, IncidentKind } from "@/lib/platform/incidents/incident-store.port";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** Something to tell one person, who has not been told yet. */
type Untold = { dedupeKey: string; recipient: string };
export type DigestReader = Untold & { projectId: string; projectName: string };

export type DisabledEndpoint = DigestReader & {
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
  /** What arrived, in the token's smallest units. */
  paidUnits: bigint;
  wasCancelled: boolean;
  policy: "HOLD" | "ACCEPT" | "REFUND";
};

/** What happened in a project in a day. */
export type DigestedDay = { paid: TokenSum[]; settled: TokenSum[]; refunded: TokenSum[] };

export type UntoldIncident = Untold & {
  incidentId: string;
  kind: IncidentKind;
  subject: string;
  chainId: number | null;
  checkoutId: string | null;
  details: Incident["details"];
  createdAt: Date;
};

/** How long an incident of a kind is open before it is told; of those that are not named no one is told. */
export type IncidentPatience = Readonly<Partial<Record<IncidentKind, number>>>;

/**
 * What is to be told and was not yet, found in the facts themselves: whatever writes them knows nothing of letters.
 * A project's letters go to its owners and admins, while the project has the kind among its `mailKinds`.
 */
export type MailFacts = {
  /** Endpoints that the service itself disabled after `since`. */
  disabledEndpoints(since: Date, limit: number): Promise<DisabledEndpoint[]>;
  /** Payments that came too late, became final after `since`, and wait to be accepted. */
  latePayments(since: Date, limit: number): Promise<LatePayment[]>;
  /** Incidents opened after `since` that are open for long enough. */
  incidents(
    since: Date,
    now: Date,
    patience: IncidentPatience,
    recipient: string,
    limit: number,
  ): Promise<UntoldIncident[]>;
  /**
   * Whom to tell of the day that begins at `from`, in up to `limit` projects behind `after`; `last` is to be the next
   * `after`, and null at the end.
   */
  digestReaders(
    from: Date,
    after: string | null,
    limit: number,
  ): Promise<{ readers: DigestReader[]; last: string | null }>;
  /** What happened in `[from, to)`: lists are empty where nothing did. */
  day(projectId: string, from: Date, to: Date): Promise<DigestedDay>;
};

/** What writing letters needs: the mail, where there is one, and the facts that letters tell. */
export type LetterDeps = Omit<MailDeps, "mail"> & { mail: (NonNullable<Mail> & { facts: MailFacts }) | null };
