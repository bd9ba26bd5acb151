import { generateRegistrationOptions, verifyRegistrationResponse } from "@simplewebauthn/server";
import { decodeAttestationObject, isoBase64URL, isoCBOR } from "@simplewebauthn/server/helpers";
import type { InputOf, ownAccountActions } from "@/lib/accounts/account.schema";
import { addWayIn, changeAccount, type OwnAccountDeps } from "@/lib/accounts/manage-profile";
import { accountEntry, requireWayIn, type SignedIn } from "@/lib/accounts/sign-in/signed-in";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { cleanText } from "@/lib/platform/values/text.rules";
import type { PasskeyStore } from "./passkey.store";
import {
  type ChallengeDeps,
  challengeLifeMs,
  consumeChallenge,
  isFramed,
  issueChallenge,
  notProven,
  requirePasskeyHost,
} from "./passkey-proof";

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
  deps: ChallengeDeps & { passkeys: Pick<PasskeyStore, "list"> },
  { userId, email, name }: Pick<SignedIn, "userId" | "email" | "name">,
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
  deps: ChallengeDeps & OwnAccountDeps,
  signedIn: Pick<SignedIn, "userId" | "sessionId">,
  { name: typed, made }: InputOf<typeof ownAccountActions.addPasskey>,
  browserSecret: string | null,
): Promise<void> {
  const { userId } = signedIn;
  const name = cleanText(typed).trim();
  if (name === "") throw new CheckoutError("VALIDATION_ERROR", "Enter a name.", { param: "name" });
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
      throw new CheckoutError("CONFLICT", `You have ${mostPasskeys} passkeys. Remove one first.`);
    const key = { id, userId, name, publicKey, counter: BigInt(counter), transports, createdAt: now };
    if (!(await tx.addPasskey(key)))
      throw new CheckoutError("CONFLICT", "This passkey is registered already.");
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
export async function removePasskey(deps: OwnAccountDeps, userId: string, passkeyId: string): Promise<void> {
  await changeAccount(deps, userId, async (tx, account, now) => {
    const name = await tx.removePasskey(userId, passkeyId);
    if (name === null) return;
    requireWayIn({ ...account, passkeyCount: account.passkeyCount - 1 });
    await tx.audit(accountEntry(userId, "passkey_removed", now, { name }));
  });
}
