import type { ClientFacts, SessionStore, SignInMethod } from "@/lib/accounts/session.store";
import type { Clock } from "@/lib/platform/clock.port";
import { CheckoutError } from "@/lib/platform/errors.rules";
import type { NewId } from "@/lib/platform/ids.port";
import { sessionLifeMs } from "./session-life";

export type OpenSessionDeps = { clock: Clock; newId: NewId; sessions: Pick<SessionStore, "open"> };

const longestUserAgent = 300;

/**
 * A new session at every sign-in, never one that the browser came with: whoever planted that one gains nothing
 * (session fixation), and it ends.
 *
 * @param replaces the session that the browser had
 * @throws CheckoutError UNAUTHORIZED for a person who may not sign in any more
 */
export async function openSession(
  { clock, newId, sessions }: OpenSessionDeps,
  { userId, method, passwordHash }: { userId: string; method: SignInMethod; passwordHash?: string },
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
    ...(passwordHash !== undefined && { passwordHash }),
    client: { ...client, userAgent },
    at,
    expiresAt: new Date(at.getTime() + sessionLifeMs),
  };
  if (await sessions.open(session, replaces)) return { sessionId: id };
  throw new CheckoutError("UNAUTHORIZED", "This account may not sign in. Ask who runs the service.");
}
