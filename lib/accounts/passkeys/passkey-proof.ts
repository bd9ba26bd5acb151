import { generateAuthenticationOptions, verifyAuthenticationResponse } from "@simplewebauthn/server";
import type { z } from "zod";
import type { passkeyAnswer } from "@/lib/accounts/account.schema";
import type { AccountTokenStore, PeopleStore } from "@/lib/accounts/people.store";
import type { Clock } from "@/lib/platform/clock";
import { hashClaimToken, newClaimToken } from "@/lib/platform/ids";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";
import type { PasskeyStore } from "./passkey.store";
import { type PasskeyHost, passkeyHost } from "./passkey-host.rules";

export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

export type ChallengeDeps = {
  clock: Clock;
  /** Origin of the dashboard, to which passkeys belong. */
  dashboardUrl: string;
  accountTokens: Pick<AccountTokenStore, "issue" | "use">;
};

/** How long a browser may take to answer, and how long its cookie lives. */
export const challengeLifeMs = 5 * minuteMs;

/**
 * A challenge for one browser: the SHA-256 of a secret that only its cookie has. So the same browser has to answer, and
 * we store nothing that a script or the database could answer with.
 *
 * @param userId null to sign in
 */
export async function issueChallenge(
  { clock, accountTokens }: Pick<ChallengeDeps, "clock" | "accountTokens">,
  userId: string | null,
): Promise<{ browserSecret: string; challenge: Uint8Array<ArrayBuffer> }> {
  const { token: browserSecret, hash } = newClaimToken();
  const at = clock.now();
  const expiresAt = new Date(at.getTime() + challengeLifeMs);
  await accountTokens.issue({ hash, purpose: "PASSKEY_CHALLENGE", userId, at, expiresAt });
  return { browserSecret, challenge: Uint8Array.from(Buffer.from(hash, "hex")) };
}

/**
 * Uses up this browser's challenge, whether the answer is valid or not.
 *
 * @returns the challenge in base64url, and the host that it is for
 * @throws CheckoutError INVALID_SIGNATURE
 */
export async function consumeChallenge(
  { clock, accountTokens, dashboardUrl }: ChallengeDeps,
  browserSecret: string | null,
  userId: string | null,
): Promise<PasskeyHost & { challenge: string }> {
  const host = passkeyHost(dashboardUrl);
  if (host === null || browserSecret === null) throw notProven();
  const hash = hashClaimToken(browserSecret);
  const issued = await accountTokens.use(hash, "PASSKEY_CHALLENGE", clock.now());
  if (issued === null || issued.userId !== userId) throw notProven();
  return { ...host, challenge: Buffer.from(hash, "hex").toString("base64url") };
}

/**
 * A challenge for passkeys, to sign in or to prove one's presence again.
 *
 * @param userId null to sign in: then the browser offers all its passkeys for this host
 * @throws CheckoutError CONFLICT on a host that can't have passkeys
 */
export async function askPasskey(
  deps: ChallengeDeps & { passkeys: Pick<PasskeyStore, "list"> },
  userId: string | null,
): Promise<{ browserSecret: string; options: PublicKeyCredentialRequestOptionsJSON }> {
  const { rpId } = requirePasskeyHost(deps.dashboardUrl);
  const { browserSecret, challenge } = await issueChallenge(deps, userId);
  const own = userId === null ? [] : await deps.passkeys.list(userId);
  // We use no extensions.
  const { extensions: _, ...options } = await generateAuthenticationOptions({
    rpID: rpId,
    challenge,
    timeout: challengeLifeMs,
    userVerification: "required",
    allowCredentials: own.map(({ id, transports }) => ({ id, transports })),
  });
  return { browserSecret, options };
}

export type PasskeyProofDeps = ChallengeDeps & { passkeys: Pick<PasskeyStore, "find" | "noteUse"> };

/**
 * The owner of a passkey that answered this browser's challenge. Its authenticator verified the person, by a
 * fingerprint, a face or a PIN.
 *
 * @param userId whose passkey it must be; null to sign in
 * @throws CheckoutError INVALID_SIGNATURE, with the same message for every fault
 */
export async function provePasskey(
  deps: PasskeyProofDeps,
  { answer, browserSecret }: { answer: PasskeyAnswer; browserSecret: string | null },
  userId: string | null,
): Promise<{ userId: string; passkeyId: string }> {
  const { origin, rpId, challenge } = await consumeChallenge(deps, browserSecret, userId);
  const passkey = await deps.passkeys.find(answer.id);
  if (passkey === null || (userId !== null && passkey.userId !== userId)) throw notProven();
  // To sign in, the authenticator says whose passkey it is; otherwise it may be silent (WebAuthn §7.2, step 6).
  const { userHandle, ...response } = answer;
  if (userHandle === undefined ? userId === null : userHandle !== handleOf(passkey.userId)) throw notProven();
  if (isFramed(response.clientDataJSON)) throw notProven();
  const { id, clientDataJSON, authenticatorData, signature } = response;
  const verified = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: "public-key",
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: { id, publicKey: Uint8Array.from(passkey.publicKey), counter: Number(passkey.counter) },
  }).catch((cause: unknown) => {
    throw notProven(cause);
  });
  if (!verified.verified) throw notProven();
  const counter = { before: passkey.counter, after: BigInt(verified.authenticationInfo.newCounter) };
  if (!(await deps.passkeys.noteUse(id, counter, deps.clock.now()))) throw notProven();
  return { userId: passkey.userId, passkeyId: id };
}

/**
 * The person whom a passkey signs in.
 *
 * @param email the account whose e-mail address was typed, so that no other account's passkey signs in; or any
 * @throws CheckoutError INVALID_SIGNATURE; UNAUTHORIZED for another account's passkey
 */
export async function authorizeByPasskey(
  deps: PasskeyProofDeps & { people: Pick<PeopleStore, "find"> },
  response: Parameters<typeof provePasskey>[1],
  email: string | null,
): Promise<{ userId: string; proof: { passkeyId: string } }> {
  const { userId, passkeyId } = await provePasskey(deps, response, null);
  if (email !== null && (await deps.people.find(userId))?.email !== email)
    throw new CheckoutError("UNAUTHORIZED", "This passkey belongs to another account.");
  return { userId, proof: { passkeyId } };
}

/** The user handle of WebAuthn, in base64url. */
function handleOf(userId: string): string {
  return Buffer.from(userId).toString("base64url");
}

/** Whether another site's frame asked. The library lets it pass where the browser doesn't name the outer page. */
export function isFramed(clientDataJSON: string): boolean {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString());
    return (data as { crossOrigin?: unknown } | null)?.crossOrigin === true;
  } catch {
    return true;
  }
}

/** @throws CheckoutError CONFLICT on a host that can't have passkeys */
export function requirePasskeyHost(dashboardUrl: string): PasskeyHost {
  const host = passkeyHost(dashboardUrl);
  if (host !== null) return host;
  throw new CheckoutError("CONFLICT", "Passkeys need a domain name and HTTPS.");
}

export function notProven(cause?: unknown): CheckoutError {
  const message = "This passkey wasn't accepted, or that took too long. Try again, or use another way.";
  return new CheckoutError("INVALID_SIGNATURE", message, { cause });
}
