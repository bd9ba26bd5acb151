import type { Chain } from "@/lib/chain/chains.rules";
import type { TokenSum } from "@/lib/chain/token.rules";
import type { DashboardLanguage } from "@/lib/platform/i18n/dashboard-language.rules";
import { fill, fillCount, type Plural } from "@/lib/platform/i18n/message.rules";
import { dayMs, startOfDay } from "@/lib/platform/values/time.rules";
import { describeAmount, describeCount, describeDay, paragraphs } from "./letter-text";
import { letterWords } from "./letter-words";
import type { Letter } from "./mail.store";
import type { Digested, DigestKind, DigestReader, LetterDeps } from "./mail-facts.port";
import { addressed, projectIn } from "./project-letters";

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
  const [first, last] = [from, new Date(to.getTime() - dayMs)].map((day) =>
    describeDay(day.toISOString().slice(0, 10), language),
  ) as [string, string];
  const when = first === last ? first : fill(words.digest.days, { first, last });
  return {
    ...addressed(reader),
    kind,
    subject: fill(words.digest.subject, { project, when }),
    body: paragraphs(
      fill(words.digest.title, { project, when, zone: "UTC" }),
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
