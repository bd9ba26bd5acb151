import { ownersRead } from "@/lib/accounts/audit-actions.rules";
import type { Chain } from "@/lib/chain/chains.rules";
import type { TokenSum } from "@/lib/chain/token.rules";
import { dayMs, startOfDay } from "@/lib/platform/values/time.rules";
import { projectSettingNames } from "@/lib/projects/settings/setting-names.rules";
import { describeAmount, describeTime, hostOf, inert, paragraphs } from "./letter-text";
import type { Letter, NoticedAct, PendingNotice } from "./mail.store";
import type {
  Digested,
  DigestKind,
  DigestReader,
  DisabledEndpoint,
  LatePayment,
  LetterDeps,
  PaidCheckout,
} from "./mail-facts.port";
import { incidentLetter, incidentPatience } from "./operator-letters";

const nameLength = 60;

/** An endpoint was disabled: which one, why, and how to enable it. */
function disabledEndpointLetter(fact: DisabledEndpoint): Letter {
  const called = fact.description === null ? "" : inert(fact.description);
  const endpoint = `${hostOf(fact.url)} (${called === "" ? "" : `"${called}", `}${fact.endpointId})`;
  return {
    ...addressed(fact),
    kind: "endpoint.disabled",
    subject: `${inert(fact.projectName, nameLength)}: a webhook endpoint was disabled`,
    body: paragraphs(
      `We stopped sending webhooks of ${inert(fact.projectName, nameLength)} to ${endpoint} at ${describeTime(fact.disabledAt, fact.timeZone)}.`,
      `Reason: ${inert(fact.reason, 200)}`,
      "Payments continue, but this endpoint no longer receives their events. Once it works again, enable it. You can then replay what it missed.",
    ),
  };
}

/** A late payment, or a part at an expired checkout: the amount, and the choices. */
function latePaymentLetter(
  fact: LatePayment,
  { chains, dashboardUrl }: Pick<LetterDeps, "chains" | "dashboardUrl">,
): Letter {
  const amount = describeAmount(chains, fact.chainId, fact.tokenAddress, fact.paidUnits);
  const order = fact.referenceId === null ? "" : ` for order "${inert(fact.referenceId)}"`;
  const cause = fact.wasCancelled ? "it was cancelled" : "it expired";
  const isPart = fact.paidUnits < fact.amountUnits;
  const price = describeAmount(chains, fact.chainId, fact.tokenAddress, fact.amountUnits);
  return {
    ...addressed(fact),
    kind: "checkout.late_paid",
    subject: `${inert(fact.projectName, nameLength)}: ${isPart ? "partial" : "late"} payment of ${amount}`,
    body: paragraphs(
      isPart
        ? `Only ${amount} of ${price} arrived${order} at checkout ${fact.checkoutId}, and it expired. The payment is final, and the money is safe at the checkout's address.`
        : `${amount} arrived${order} at checkout ${fact.checkoutId} after ${cause}. The payment is final, and the money is safe at the checkout's address.`,
      fact.policy === "REFUND"
        ? "Your settings refund late payments. The refund is in progress. If we don't have the customer's address yet, we're waiting for it."
        : "It doesn't count as paid until you accept it. If the price is still right and you can still deliver, accept it: it then settles to your wallet. Otherwise, refund it.",
      checkoutLine(fact, dashboardUrl),
    ),
  };
}

/** The customer's page has no choices for a member. */
function checkoutLine(
  { projectId, checkoutId }: Pick<LatePayment, "projectId" | "checkoutId">,
  dashboardUrl: string,
): string {
  return `Checkout: ${dashboardUrl}/dashboard/projects/${projectId}/checkouts/${checkoutId}`;
}

/** A payment: the amount and the order. */
function paidLetter(fact: PaidCheckout, chains: readonly Chain[], dashboardUrl: string): Letter {
  const amount = describeAmount(chains, fact.chainId, fact.tokenAddress, fact.paidUnits);
  const item = fact.itemName === null ? "" : ` for "${inert(fact.itemName)}"`;
  const order = fact.referenceId === null ? "" : ` (order "${inert(fact.referenceId)}")`;
  return {
    ...addressed(fact),
    kind: "checkout.paid",
    subject: `${inert(fact.projectName, nameLength)}: ${amount} received`,
    body: paragraphs(
      `${amount} arrived${item}${order}. The payment is final.`,
      checkoutLine(fact, dashboardUrl),
    ),
  };
}

/** A day, or a week with the one before. */
type Period = { kind: DigestKind; from: Date; to: Date };

/** A period's activity; null without any. */
function digestLetter(
  reader: DigestReader,
  { kind, from, to }: Period,
  { paid, settled, refunded }: Digested,
  before: Digested | null,
  chains: readonly Chain[],
): Letter | null {
  const parts = [
    summed("Paid", ["checkout", "checkouts"], paid, chains),
    summed("Settled to your wallet", ["checkout", "checkouts"], settled, chains),
    summed("Refunded", ["refund", "refunds"], refunded, chains),
  ].filter((part) => part !== null);
  if (parts.length === 0) return null;
  const compared =
    before === null ? null : summed("Paid the week before", ["checkout", "checkouts"], before.paid, chains);
  const name = inert(reader.projectName, nameLength);
  const [first, last] = [from, new Date(to.getTime() - dayMs)].map((day) => day.toISOString().slice(0, 10));
  const when = first === last ? first : `${first} to ${last}`;
  return {
    ...addressed(reader),
    kind,
    subject: `${name}: payments of ${when}`,
    body: paragraphs(
      `Payments of ${name}, ${when} (UTC):`,
      ...parts,
      ...(compared === null ? [] : [compared]),
    ),
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
  return [`${what}: ${count.toLocaleString("en")} ${count === 1 ? one : many}`, ...amounts].join("\n");
}

function addressed({
  dedupeKey,
  recipient,
  projectId,
}: DigestReader): Pick<Letter, "dedupeKey" | "recipient" | "projectId"> {
  return { dedupeKey, recipient, projectId };
}

const mostActs = 50;

/** Changes of a project within the last minute, for one of its owners or admins. */
function ownerLetter(notice: PendingNotice, dashboardUrl: string): Letter {
  const { projectId, userId, acts, isDeleted, timeZone } = notice;
  const name = inert(notice.projectName, nameLength);
  const [first] = acts;
  const more = acts.length > mostActs ? [`… and ${acts.length - mostActs} more.`] : [];
  return {
    dedupeKey: `project.changed/${first?.auditId}/${userId}`,
    kind: "project.changed",
    projectId,
    recipient: notice.recipient,
    subject: `${name}: ${acts.length === 1 && first ? sentenceOf(first) : `${acts.length} changes`}`,
    body: paragraphs(
      `Changes in ${name}:`,
      ...acts.slice(0, mostActs).map((act) => paragraphOf(act, timeZone)),
      ...more,
      "If you expected this, you don't need to do anything. If not, undo it now, end other sessions and ask everyone in the project to change their password:",
      isDeleted ? `${dashboardUrl}/dashboard` : `${dashboardUrl}/dashboard/projects/${projectId}/audit`,
    ),
  };
}

function sentenceOf({ who, keyLastFour, action }: NoticedAct): string {
  const other = keyLastFour === null ? "The operator" : `A server with the key ending in ${keyLastFour}`;
  return `${who === null ? other : inert(who, nameLength)} ${ownersRead(action) ?? action}`;
}

function paragraphOf(act: NoticedAct, timeZone: string | null): string {
  const { affected, target, at } = act;
  const concerned = affected === null ? target : inert(affected, nameLength);
  const isProject = target?.startsWith("prj_");
  return [
    `${sentenceOf(act)} at ${describeTime(at, timeZone)}.`,
    ...(concerned === null || isProject ? [] : [`  ${affected === null ? "id" : "person"}: ${concerned}`]),
    ...detailsOf(act),
  ].join("\n");
}

function detailsOf({ action, details }: NoticedAct): string[] {
  if (details === null) return [];
  if (action === "project.setting_changed") {
    const { setting, before, after } = details;
    const names: Readonly<Record<string, string>> = projectSettingNames;
    return [`  ${names[String(setting)] ?? setting}: changed from ${textOf(before)} to ${textOf(after)}`];
  }
  return Object.entries(details).map(([field, value]) => {
    const valueText = field === "url" ? hostOf(String(value)) : textOf(value);
    return `  ${field.replace(/(?=[A-Z])/g, " ").toLowerCase()}: ${valueText}`;
  });
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return inert(String(value), 300);
}

/** Older facts were told before, or are no news to a project that just turned e-mails on. */
const newsMs = dayMs;

/** The next run, a minute later, finds the rest. */
const perRun = 200;

const noticesPerRun = 2_000;

/**
 * Writes e-mails about new facts. Each is found in the facts and keyed by them, so a crash, a second worker or a
 * repeated run writes none twice.
 */
export async function writeLetters({ clock, chains, dashboardUrl, mail }: LetterDeps): Promise<number> {
  if (mail === null) return 0;
  const { facts, letters, operatorAddress } = mail;
  const now = clock.now();
  const since = new Date(now.getTime() - newsMs);
  const endpoints = await facts.disabledEndpoints(since, perRun);
  const late = await facts.latePayments(since, perRun);
  const paid = await facts.paidCheckouts(since, perRun);
  const incidents =
    operatorAddress === null
      ? []
      : await facts.incidents(since, now, incidentPatience, operatorAddress, perRun);
  const noticeCount = await letters.writeNotices(since, noticesPerRun, now, (notice) =>
    ownerLetter(notice, dashboardUrl),
  );
  const found = await letters.write(
    [
      ...incidents.map((incident) => incidentLetter(incident, chains)),
      ...endpoints.map(disabledEndpointLetter),
      ...late.map((payment) => latePaymentLetter(payment, { chains, dashboardUrl })),
      ...paid.map((payment) => paidLetter(payment, chains, dashboardUrl)),
    ],
    now,
  );
  return noticeCount + found;
}

const projectsPerBatch = 100;

/** Writes the digests of the previous day (UTC) and, on Mondays, of the week to the recipients who lack them. */
export async function writeDigests(deps: LetterDeps): Promise<number> {
  const today = startOfDay(deps.clock.now());
  const daily = await writeDigest(deps, { kind: "payments.digest", from: daysBefore(today, 1), to: today });
  if (today.getUTCDay() !== monday) return daily;
  const week: Period = { kind: "payments.weekly", from: daysBefore(today, 7), to: today };
  return daily + (await writeDigest(deps, week));
}

const monday = 1;

const daysBefore = (day: Date, days: number) => new Date(day.getTime() - days * dayMs);

async function writeDigest({ clock, chains, mail }: LetterDeps, period: Period): Promise<number> {
  if (mail === null) return 0;
  const { facts, letters } = mail;
  const { kind, from, to } = period;
  let written = 0;
  for (let after: string | null = null; ; ) {
    const { readers, last } = await facts.digestReaders(kind, from, after, projectsPerBatch);
    const known = new Map<string, { now: Digested; before: Digested | null }>();
    const found: Letter[] = [];
    for (const reader of readers) {
      const { projectId } = reader;
      const activity = known.get(projectId) ?? {
        now: await facts.activity(projectId, from, to),
        before:
          kind === "payments.weekly" ? await facts.activity(projectId, daysBefore(from, 7), from) : null,
      };
      known.set(projectId, activity);
      const letter = digestLetter(reader, period, activity.now, activity.before, chains);
      if (letter !== null) found.push(letter);
    }
    written += await letters.write(found, clock.now());
    if (last === null) return written;
    after = last;
  }
}
