import type { Letter } from "@/lib/mail/mail-store.port";
import { startOfDay } from "@/lib/platform/day.rules";
import { dayMs } from "@/lib/platform/durations.rules";
import type { DigestedDay, LetterDeps } from "./mail-facts.port";
import { digestLetter } from "./project-letters";

const projectsPerBatch = 100;

/** Writes each project's digest of the day before (UTC), to whom it was not written yet. */
export async function writeDigests({ clock, chains, mail }: LetterDeps): Promise<number> {
  if (mail === null) return 0;
  const { facts, letters } = mail;
  const to = startOfDay(clock.now());
  const from = new Date(to.getTime() - dayMs);
  const day = from.toISOString().slice(0, 10);
  let written = 0;
  for (let after: string | null = null; ; ) {
    const { readers, last } = await facts.digestReaders(from, after, projectsPerBatch);
    const days = new Map<string, DigestedDay>();
    const found: Letter[] = [];
    for (const reader of readers) {
      const digested = days.get(reader.projectId) ?? (await facts.day(reader.projectId, from, to));
      days.set(reader.projectId, digested);
      const letter = digestLetter(reader, day, digested, chains);
      if (letter !== null) found.push(letter);
    }
    written += await letters.write(found, clock.now());
    if (last === null) return written;
    after = last;
  }
}
