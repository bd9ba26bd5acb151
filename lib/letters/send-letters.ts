import type { Chain } from "@/lib/chain/chains.rules";
import type { Clock } from "@/lib/platform/clock";
import type { Log } from "@/lib/platform/log";
import { hourMs, minuteMs } from "@/lib/platform/values/time.rules";
import type { ClaimedLetter, MailResult, MailStore } from "./mail.store";

export type MailAnswer =
  | { kind: "accepted" }
  /** The server refuses this e-mail for good (SMTP 5xx). */
  | { kind: "refused"; error: string }
  /** The server is unreachable or refuses for now: retry. */
  | { kind: "failed"; error: string };

export type MailSender = {
  /** Submits an e-mail. Never throws; `error` is plain text without secrets. */
  send(
    letter: Omit<ClaimedLetter, "id" | "kind" | "projectId" | "attemptsMade" | "fencingToken">,
  ): Promise<MailAnswer>;
};

/** Null without a mail server: then we neither search for, write nor send e-mails. */
export type Mail = {
  letters: MailStore;
  sender: MailSender;
  /** Null when no one receives incidents. */
  operatorAddress: string | null;
} | null;

export type MailParts = {
  clock: Clock;
  log: Log;
  chains: readonly Chain[];
  /** Origin of the dashboard. */
  dashboardUrl: string;
  mail: Mail;
};

const batchSize = 10;
/** Longer than a submission can take, so that a lease ends only after its worker died. */
const leaseMs = 120_000;
/** Delay before each further attempt, counted from the previous one; after the last one the e-mail has failed. */
const delaysMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 6 * hourMs];
/** An e-mail unsent for longer (mail was turned off, for example) is no longer news. */
const newsMs = 48 * hourMs;

/**
 * Submits the due e-mails, a few at once. At least once: an e-mail accepted just before a crash is submitted again with
 * the same Message-ID.
 *
 * @returns how many were due
 */
export async function sendLetters(deps: MailParts): Promise<number> {
  const { clock, mail } = deps;
  if (mail === null) return 0;
  const now = clock.now();
  await mail.letters.giveUp(new Date(now.getTime() - newsMs), now);
  const claimed = await mail.letters.claimDue(now, leaseMs, batchSize);
  await Promise.all(claimed.map((letter) => sendLetter(deps, mail, letter)));
  return claimed.length;
}

async function sendLetter(
  { clock, log }: MailParts,
  { sender, letters }: NonNullable<Mail>,
  letter: ClaimedLetter,
): Promise<void> {
  const answer = await sender.send(letter);
  const endedAt = clock.now();
  const result = resultOf(answer, letter.attemptsMade, endedAt);
  const about = { letterId: letter.id, kind: letter.kind };
  if (!(await letters.record(letter, result, endedAt)))
    log.warn(about, "lost an e-mail's lease; another worker's attempt counts");
  else if (result.kind === "failed")
    log.warn({ ...about, reason: result.error }, "could not deliver an e-mail");
}

function resultOf(answer: MailAnswer, attemptsMade: number, at: Date): MailResult {
  if (answer.kind === "accepted") return { kind: "sent" };
  const { error } = answer;
  const delayMs = delaysMs[attemptsMade];
  if (answer.kind === "refused" || delayMs === undefined) return { kind: "failed", error };
  return { kind: "retry", at: new Date(at.getTime() + delayMs), error };
}
