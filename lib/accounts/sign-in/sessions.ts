import type { AccountParts } from "@/lib/accounts/accounts.parts";
import { fault } from "@/lib/platform/faults/fault.rules";
import type { DashboardLanguage } from "@/lib/platform/i18n/language.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { dayMs, minuteMs } from "@/lib/platform/values/time.rules";
import type { ClientFacts, ListedSession, SignInMethod, SignInProof } from "./session.store";
import type { SessionRef, SignedIn } from "./signed-in";

/** Even when in use: then its owner signs in again. */
export const sessionLifeMs = 30 * dayMs;

/** It expires after this long without a request. */
const idleLimitMs = 7 * dayMs;

/** The oldest last use of a session that has not expired. */
function seenSince(now: Date): Date {
  return new Date(now.getTime() - idleLimitMs);
}

const longestUserAgent = 300;

/**
 * A new session at every sign-in, never the browser's existing one, which ends: this prevents session fixation.
 *
 * @param replaces the session that the browser had
 * @throws CheckoutError UNAUTHORIZED when the proof no longer signs the person in
 */
export async function openSession(
  { clock, newId, sessions }: AccountParts,
  { userId, method, proof }: { userId: string; method: SignInMethod; proof: SignInProof },
  client: ClientFacts,
  replaces: string | null,
): Promise<{ sessionId: string }> {
  const at = clock.now();
  const id = newId("ses");
  const userAgent = client.userAgent?.slice(0, longestUserAgent) ?? null;
  const session = {
    id,
    userId,
    method,
    proof,
    client: { ...client, userAgent },
    at,
    expiresAt: new Date(at.getTime() + sessionLifeMs),
  };
  if (await sessions.open(session, replaces)) return { sessionId: id };
  throw signInChanged();
}

/** The account changed between the proof and the session. */
export function signInChanged(): CheckoutError {
  return new CheckoutError("UNAUTHORIZED", fault("accounts.changed"));
}

/** Every page reads the session; we write its last use at most this often. */
const touchEveryMs = minuteMs;

/** The person of an open session; also notes the session's use. */
export async function findSession(
  { clock, sessions }: AccountParts,
  sessionId: string,
): Promise<SignedIn | null> {
  const now = clock.now();
  const found = await sessions.find(sessionId, now, seenSince(now));
  if (found === null) return null;
  const { lastSeenAt, ...signedIn } = found;
  if (now.getTime() - lastSeenAt.getTime() >= touchEveryMs) await sessions.touch(sessionId, now);
  return signedIn;
}

/**
 * The person's e-mails are in the language that the dashboard shows them, whether they chose it or their browser did.
 * Every page passes it, so a choice, a sign-in and a new account need no code of their own.
 */
export async function keepLanguage(
  { sessions }: AccountParts,
  { userId, language }: { userId: string; language: string | null },
  pageLanguage: DashboardLanguage,
): Promise<void> {
  if (language !== pageLanguage) await sessions.saveLanguage(userId, pageLanguage);
}

/** A person's open sessions: the requesting one first, then by last use. */
export async function listSessions(
  { clock, sessions }: AccountParts,
  { userId, sessionId }: SessionRef,
): Promise<(ListedSession & { isCurrent: boolean })[]> {
  const now = clock.now();
  const listed = await sessions.list(userId, now, seenSince(now));
  return listed
    .map((session) => ({ ...session, isCurrent: session.sessionId === sessionId }))
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}
