import type { ListedSession, SessionStore } from "@/lib/accounts/session.store";
import type { SignedIn } from "@/lib/accounts/signed-in";
import type { Clock } from "@/lib/platform/clock.port";
import { seenSince } from "./session-life";

/** A person's open sessions: the one that asks first, then the one seen last. */
export async function listSessions(
  { clock, sessions }: { clock: Clock; sessions: Pick<SessionStore, "list"> },
  { userId, sessionId }: Pick<SignedIn, "userId" | "sessionId">,
): Promise<(ListedSession & { isCurrent: boolean })[]> {
  const now = clock.now();
  const listed = await sessions.list(userId, now, seenSince(now));
  return listed
    .map((session) => ({ ...session, isCurrent: session.sessionId === sessionId }))
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}
