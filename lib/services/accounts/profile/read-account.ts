import { CheckoutError } from "@/lib/core/errors";
import type { OauthProvider, OwnAccountStore } from "../../ports/accounts/own-account-store";
import type { SecondFactorStore } from "../../ports/accounts/second-factor-store";
import type { ListedSession, SessionStore } from "../../ports/accounts/session-store";
import type { Clock } from "../../ports/clock";
import { seenSince } from "../sessions/session-life";
import type { SignedIn } from "../signed-in";

export type ReadAccountDeps = {
  clock: Clock;
  ownAccounts: Pick<OwnAccountStore, "find">;
  secondFactors: Pick<SecondFactorStore, "countRecoveryCodes">;
  sessions: Pick<SessionStore, "list">;
};

/** What the account page shows. */
export type AccountView = {
  email: string;
  name: string | null;
  hasPassword: boolean;
  walletAddress: `0x${string}` | null;
  hasSecondFactor: boolean;
  recoveryCodesLeft: number;
  linkedProviders: readonly OauthProvider[];
  /** The one that asks first, then the one seen last. */
  sessions: readonly (ListedSession & { isCurrent: boolean })[];
};

/** @throws CheckoutError UNAUTHORIZED for one that was disabled meanwhile */
export async function readAccount(
  deps: ReadAccountDeps,
  { userId, sessionId }: Pick<SignedIn, "userId" | "sessionId">,
): Promise<AccountView> {
  const now = deps.clock.now();
  const [account, recoveryCodesLeft, sessions] = await Promise.all([
    deps.ownAccounts.find(userId),
    deps.secondFactors.countRecoveryCodes(userId),
    deps.sessions.list(userId, now, seenSince(now)),
  ]);
  if (account === null) throw new CheckoutError("UNAUTHORIZED", "This account is open no more.");
  const marked = sessions.map((session) => ({ ...session, isCurrent: session.sessionId === sessionId }));
  return {
    email: account.email,
    name: account.name,
    hasPassword: account.passwordHash !== null,
    walletAddress: account.walletAddress,
    hasSecondFactor: account.hasSecondFactor,
    recoveryCodesLeft,
    linkedProviders: [...new Set(account.links.map(({ provider }) => provider))],
    sessions: marked.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent)),
  };
}
