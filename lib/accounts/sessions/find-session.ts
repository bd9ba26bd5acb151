import type { SessionStore } from "@/lib/accounts/session.store";
import type { SignedIn } from "@/lib/accounts/signed-in";
import type { Clock } from "@/lib/platform/clock.port";
import { minuteMs } from "@/lib/platform/durations.rules";
import { seenSince } from "./session-life";

type FindSessionDeps = { clock: Clock; sessions: Pick<SessionStore, "find" | "touch"> };

/** Every page reads the session; it is written to at most this often. */
const touchEveryMs = minuteMs;

/** Who is signed in by a session, should it still be open; and notes that it was seen. */
export async function findSession(
  { clock, sessions }: FindSessionDeps,
  sessionId: string,
): Promise<SignedIn | null> {
  const now = clock.now();
  const found = await sessions.find(sessionId, now, seenSince(now));
  if (found === null) return null;
  const { lastSeenAt, ...signedIn } = found;
  if (now.getTime() - lastSeenAt.getTime() >= touchEveryMs) await sessions.touch(sessionId, now);
  return signedIn;
}
