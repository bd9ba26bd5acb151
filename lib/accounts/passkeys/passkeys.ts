import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { decodeAttestationObject, isoBase64URL, isoCBOR } from "@simplewebauthn/server/helpers";
import type { z } from "zod";
import type { newPasskey, passkeyAnswer } from "@/lib/accounts/account.schema";
import type { AccountParts } from "@/lib/accounts/accounts.parts";
import { type PasskeyHost, passkeyHost } from "@/lib/accounts/browser.rules";
import { addWayIn, changeAccount } from "@/lib/accounts/manage-profile";
import { accountEntry, requireWayIn, type SessionRef } from "@/lib/accounts/sign-in/signed-in";
import { fault } from "@/lib/platform/faults/fault.rules";
import { hashClaimToken, newClaimToken } from "@/lib/platform/ids";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { cleanText } from "@/lib/platform/values/text.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";

export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

/** How long a browser may take to answer, and how long its cookie lives. */
export const challengeLifeMs = 5 * minuteMs;

/**
 * A challenge for one browser: the SHA-256 of a secret that only its cookie has. So the same browser has to answer, and
 * we store nothing that a script or the database could answer with.
 *
 * @param userId null to sign in
 */
async function issueChallenge(
  { clock, accountTokens }: AccountParts,
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
async function consumeChallenge(
  { clock, accountTokens, dashboardUrl }: AccountParts,
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
  deps: AccountParts,
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

/**
 * The owner of a passkey that answered this browser's challenge. Its authenticator verified the person, by a
 * fingerprint, a face or a PIN.
 *
 * @param userId whose passkey it must be; null to sign in
 * @throws CheckoutError INVALID_SIGNATURE, with the same message for every fault
 */
export async function provePasskey(
  deps: AccountParts,
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
  deps: AccountParts,
  response: Parameters<typeof provePasskey>[1],
  email: string | null,
): Promise<{ userId: string; proof: { passkeyId: string } }> {
  const { userId, passkeyId } = await provePasskey(deps, response, null);
  if (email !== null && (await deps.people.find(userId))?.email !== email)
    throw new CheckoutError("UNAUTHORIZED", fault("accounts.passkeyOfAnother"));
  return { userId, proof: { passkeyId } };
}

/** The user handle of WebAuthn, in base64url. */
function handleOf(userId: string): string {
  return Buffer.from(userId).toString("base64url");
}

/** Whether another site's frame asked. The library lets it pass where the browser doesn't name the outer page. */
function isFramed(clientDataJSON: string): boolean {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString());
    return (data as { crossOrigin?: unknown } | null)?.crossOrigin === true;
  } catch {
    return true;
  }
}

/** @throws CheckoutError CONFLICT on a host that can't have passkeys */
function requirePasskeyHost(dashboardUrl: string): PasskeyHost {
  const host = passkeyHost(dashboardUrl);
  if (host !== null) return host;
  throw new CheckoutError("CONFLICT", fault("accounts.passkeysNeedHttps"));
}

function notProven(cause?: unknown): CheckoutError {
  return new CheckoutError("INVALID_SIGNATURE", fault("accounts.passkeyNotProven"), { cause });
}

const serviceName = "Stablecoin Checkout";

/** A limit above the number of a person's devices. */
const mostPasskeys = 20;

/**
 * What a browser needs to make a passkey for this person. It must be discoverable, so that it signs in without an
 * e-mail address, and verify the person. Nobody is asked about the authenticator's make.
 *
 * @throws CheckoutError CONFLICT on a host that can't have passkeys
 */
export async function beginPasskey(
  deps: AccountParts,
  { userId, email, name }: { userId: string; email: string; name: string | null },
): Promise<{ browserSecret: string; options: PublicKeyCredentialCreationOptionsJSON }> {
  const { rpId } = requirePasskeyHost(deps.dashboardUrl);
  const { browserSecret, challenge } = await issueChallenge(deps, userId);
  const own = await deps.passkeys.list(userId);
  const { extensions: _, ...options } = await generateRegistrationOptions({
    rpName: serviceName,
    rpID: rpId,
    userID: Uint8Array.from(Buffer.from(userId)),
    userName: email,
    userDisplayName: name ?? email,
    challenge,
    timeout: challengeLifeMs,
    attestationType: "none",
    excludeCredentials: own.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return { browserSecret, options };
}

/**
 * Adds a passkey that this browser made.
 *
 * @throws CheckoutError INVALID_SIGNATURE, VALIDATION_ERROR without a name; CONFLICT for a credential that is registered
 * already, and for too many; UNAUTHORIZED after the session ended
 */
export async function addPasskey(
  deps: AccountParts,
  signedIn: SessionRef,
  { name: typed, made }: { name: string; made: z.output<typeof newPasskey> },
  browserSecret: string | null,
): Promise<void> {
  const { userId } = signedIn;
  const name = cleanText(typed).trim();
  if (name === "")
    throw new CheckoutError("VALIDATION_ERROR", fault("accounts.enterName"), { param: "name" });
  const { origin, rpId, challenge } = await consumeChallenge(deps, browserSecret, userId);
  const { id, clientDataJSON, transports } = made;
  if (isFramed(clientDataJSON)) throw notProven();
  const attestationObject = withoutAttestation(made.attestationObject);
  const { registrationInfo } = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: "public-key",
      response: { clientDataJSON, attestationObject, transports },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  }).catch((cause: unknown) => {
    throw notProven(cause);
  });
  if (registrationInfo === undefined || registrationInfo.credential.id !== id) throw notProven();
  const { publicKey, counter } = registrationInfo.credential;
  await addWayIn(deps, signedIn, async (tx, account, now) => {
    if (account.passkeyCount >= mostPasskeys)
      throw new CheckoutError("CONFLICT", fault("accounts.mostPasskeys", { most: mostPasskeys }));
    const key = { id, userId, name, publicKey, counter: BigInt(counter), transports, createdAt: now };
    if (!(await tx.addPasskey(key))) throw new CheckoutError("CONFLICT", fault("accounts.passkeyKnown"));
    await tx.audit(accountEntry(userId, "passkey_added", now, { name }));
  });
}

/**
 * The same without a statement about the authenticator's make, which we don't request: to check one, the library fetches
 * the URLs in its certificates, from wherever they lead.
 *
 * @throws CheckoutError INVALID_SIGNATURE
 */
function withoutAttestation(attestationObject: string): string {
  try {
    const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get("authData");
    const plain = new Map<string, Parameters<typeof isoCBOR.encode>[0]>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", authData],
    ]);
    return isoBase64URL.fromBuffer(isoCBOR.encode(plain));
  } catch (cause) {
    throw notProven(cause);
  }
}

/**
 * Removes a passkey. Does nothing without it.
 * @throws CheckoutError CONFLICT when there is no other way to sign in
 */
export async function removePasskey(deps: AccountParts, userId: string, passkeyId: string): Promise<void> {
  await changeAccount(deps, userId, async (tx, account, now) => {
    const name = await tx.removePasskey(userId, passkeyId);
    if (name === null) return;
    requireWayIn({ ...account, passkeyCount: account.passkeyCount - 1 });
    await tx.audit(accountEntry(userId, "passkey_removed", now, { name }));
  });
}
