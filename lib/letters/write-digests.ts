import type { Chain } from "@/lib/chain/chains.rules";
import type { TokenSum } from "@/lib/chain/token.rules";
import type { DashboardLanguage } from "@/lib/platform/i18n/dashboard-language.rules";
import { fill, fillCount, type Plural } from "@/lib/platform/i18n/message.rules";
import { utc } from "@/lib/platform/i18n/time-zone.rules";
import { type DigestKind, type DigestPeriod, digestPeriod } from "./digest-days.rules";
import { describeAmount, describeCount, describeDay, paragraphs } from "./letter-text";
import { letterWords } from "./letter-words";
import type { Letter } from "./mail.store";
import type { Digested, DigestReader, LetterDeps } from "./mail-facts.port";
import { addressed, projectIn } from "./project-letters";

/** A period's activity; null without any. */
function digestLetter(
  { timeZone, ...reader }: DigestReader & { timeZone: string | null },
  kind: DigestKind,
  period: DigestPeriod,
  { paid, settled, refunded }: Digested,
  before: Digested | null,
  chains: readonly Chain[],
): Letter | null {
  const { language, words } = letterWords(reader.language);
  const { paid: isPaid, settled: isSettled, refunded: isRefunded, before: wasPaid } = words.digest;
  const parts = [
    summed(isPaid, paid, chains, language),
    summed(isSettled, settled, chains, language),
    summed(isRefunded, refunded, chains, language),
  ].filter((part) => part !== null);
  if (parts.length === 0) return null;
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
    subject: fill(words.digest.subject, { project, when }),
    body: paragraphs(
      fill(words.digest.title, { project, when, zone: timeZone ?? utc }),
      ...parts,
      ...(compared === null ? [] : [compared]),
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

const projectsPerBatch = 100;

/** Writes the digests of each shop's previous day, and on its Mondays of its week, to the recipients who lack them. */
export async function writeDigests(deps: LetterDeps): Promise<void> {
  const now = deps.clock.now();
  await writeDigest(deps, "payments.digest", now);
  await writeDigest(deps, "payments.weekly", now);
}

async function writeDigest({ chains, mail }: LetterDeps, kind: DigestKind, now: Date): Promise<void> {
  if (mail === null) return;
  const { facts, letters } = mail;
  for (let after: string | null = null; ; ) {
    const { readers, last } = await facts.digestReaders(kind, now, after, projectsPerBatch);
    const known = new Map<string, { now: Digested; before: Digested | null }>();
    const found: Letter[] = [];
    for (const reader of readers) {
      const { projectId, timeZone } = reader;
      const period = digestPeriod(kind, now, timeZone);
      if (period === null) continue;
      const { from, to, before } = period;
      const activity = known.get(projectId) ?? {
        now: await facts.activity(projectId, from, to),
        before: before === null ? null : await facts.activity(projectId, before.from, before.to),
      };
      known.set(projectId, activity);
      const letter = digestLetter(reader, kind, period, activity.now, activity.before, chains);
      if (letter !== null) found.push(letter);
    }
    await letters.write(found, now);
    if (last === null) return;
    after = last;
  }
}
