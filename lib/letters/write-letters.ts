import type { Chain } from "@/lib/chain/chains.rules";
import type { TokenSum } from "@/lib/chain/token.rules";
import { type DigestKind, type DigestPeriod, digestPeriod } from "@/lib/letters/digest-days.rules";
import {
  describeAmount,
  describeCount,
  describeDay,
  letterWords,
  paragraphs,
} from "@/lib/letters/letter-text";
import type { Letter, NoticedAct } from "@/lib/letters/mail.store";
import type { Digested, LetterParts, ProjectDigestReader } from "@/lib/letters/mail-facts.port";
import { incidentLetter, incidentPatience } from "@/lib/letters/operator-letters";
import { auditAddress, describeActs, ownerLetter } from "@/lib/letters/owner-letters";
import {
  addressed,
  disabledEndpointLetter,
  latePaymentLetter,
  paidLetter,
  projectIn,
} from "@/lib/letters/project-letters";
import type { DashboardLanguage } from "@/lib/platform/i18n/language.rules";
import { fill, fillCount, type Plural } from "@/lib/platform/i18n/message.rules";
import { utc } from "@/lib/platform/i18n/time-zone.rules";
import { dayMs } from "@/lib/platform/values/time.rules";

/** Older facts were e-mailed before, or are too old for a project that just turned e-mails on. */
const newsMs = dayMs;

/** The next run, a minute later, finds the rest. */
const perRun = 200;

const noticesPerRun = 2_000;

/**
 * Writes e-mails about new facts. Each is found in the facts and keyed by them, so a crash, a second worker or a
 * repeated run writes none twice.
 */
export async function writeLetters({ clock, chains, dashboardUrl, mail }: LetterParts): Promise<void> {
  if (mail === null) return;
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
  await letters.writeNotices(since, noticesPerRun, now, (notice) => ownerLetter(notice, dashboardUrl));
  await letters.write(
    [
      ...incidents.map((incident) => incidentLetter(incident, chains)),
      ...endpoints.map(disabledEndpointLetter),
      ...late.map((payment) => latePaymentLetter(payment, chains, dashboardUrl)),
      ...paid.map((payment) => paidLetter(payment, chains, dashboardUrl)),
    ],
    now,
  );
}

/** A period's activity; null without any. */
function digestLetter(
  { timeZone, ...reader }: ProjectDigestReader,
  kind: DigestKind,
  period: DigestPeriod,
  { paid, settled, refunded }: Digested,
  before: Digested | null,
  changes: readonly NoticedAct[],
  { chains, dashboardUrl }: Pick<LetterParts, "chains" | "dashboardUrl">,
): Letter | null {
  const { language, words } = letterWords(reader.language);
  const { paid: isPaid, settled: isSettled, refunded: isRefunded, before: wasPaid } = words.digest;
  const parts = [
    summed(isPaid, paid, chains, language),
    summed(isSettled, settled, chains, language),
    summed(isRefunded, refunded, chains, language),
  ].filter((part) => part !== null);
  if (parts.length === 0 && changes.length === 0) return null;
  const compared = before === null ? null : summed(wasPaid, before.paid, chains, language);
  const project = projectIn(reader);
  const [first, last] = [period.first, period.last].map((day) => describeDay(day, language)) as [
    string,
    string,
  ];
  const when = first === last ? first : fill(words.digest.days, { first, last });
  return {
    ...addressed(reader),
    kind,
    subject: fill(parts.length > 0 ? words.digest.subject : words.digest.changesSubject, { project, when }),
    body: paragraphs(
      ...(parts.length > 0
        ? [fill(words.digest.title, { project, when, zone: timeZone ?? utc }), ...parts]
        : []),
      ...(parts.length > 0 && compared !== null ? [compared] : []),
      ...(changes.length > 0
        ? [
            fill(words.changed.title, { project }),
            ...describeActs(changes, { timeZone, readerLanguage: reader.language }),
            auditAddress(dashboardUrl, reader.projectId),
          ]
        : []),
    ),
  };
}

function summed(
  what: Plural<"count">,
  sums: readonly TokenSum[],
  chains: readonly Chain[],
  language: DashboardLanguage,
): string | null {
  if (sums.length === 0) return null;
  const count = sums.reduce((total, sum) => total + sum.count, 0);
  const amounts = sums.map(
    ({ chainId, tokenAddress, units }) =>
      `  ${describeAmount(language, chains, chainId, tokenAddress, units)}`,
  );
  return [fillCount(what, count, language, { count: describeCount(language, count) }), ...amounts].join("\n");
}

const nothing: Digested = { paid: [], settled: [], refunded: [] };

const projectsPerBatch = 100;

/** Writes the digests of each shop's previous day, and on its Mondays of its week with its changes, to the recipients who lack them. */
export async function writeDigests(deps: LetterParts): Promise<void> {
  const now = deps.clock.now();
  await writeDigest(deps, "payments.digest", now);
  await writeDigest(deps, "payments.weekly", now);
}

async function writeDigest(deps: LetterParts, kind: DigestKind, now: Date): Promise<void> {
  if (deps.mail === null) return;
  const { facts, letters } = deps.mail;
  for (let after: string | null = null; ; ) {
    const { readers, last } = await facts.digestReaders(kind, now, after, projectsPerBatch);
    const known = new Map<
      string,
      { now: Digested; before: Digested | null; changes: readonly NoticedAct[] }
    >();
    const found: Letter[] = [];
    for (const reader of readers) {
      const { projectId, timeZone, isSubscribed } = reader;
      const period = digestPeriod(kind, now, timeZone);
      if (period === null) continue;
      const { from, to, before } = period;
      const activity = known.get(projectId) ?? {
        now: isSubscribed ? await facts.activity(projectId, from, to) : nothing,
        before:
          before === null || !isSubscribed ? null : await facts.activity(projectId, before.from, before.to),
        changes: kind === "payments.weekly" ? await facts.changes(projectId, from, to) : [],
      };
      known.set(projectId, activity);
      const letter = digestLetter(
        reader,
        kind,
        period,
        activity.now,
        activity.before,
        activity.changes,
        deps,
      );
      if (letter !== null) found.push(letter);
    }
    await letters.write(found, now);
    if (last === null) return;
    after = last;
  }
}
