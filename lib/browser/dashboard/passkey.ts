"use client";

import type { StartAuthenticationOpts, StartRegistrationOpts } from "@simplewebauthn/browser";
import type { z } from "zod";
import type { newPasskey, passkeyInput } from "@/lib/accounts/account.schema";

/** Why the browser returned no passkey. */
export type PasskeyProblem = "unsupported" | "cancelled" | "known" | "otherHost" | "failed";

type Result<T> = { ok: true; value: T } | { ok: false; problem: PasskeyProblem };

// Loaded on demand: most people sign in another way.
const load = () => import("@simplewebauthn/browser");

/**
 * A passkey's signature for the service.
 *
 * @param autofill waits until the person picks a passkey in a field with `autocomplete="… webauthn"`
 */
export async function signByPasskey(
  options: PublicKeyCredentialRequestOptionsJSON,
  autofill = false,
): Promise<Result<z.input<typeof passkeyInput>["answer"]>> {
  return attempt(async () => {
    const { startAuthentication } = await load();
    // The library's type names the words that the browser's own leaves open.
    const optionsJSON = options as StartAuthenticationOpts["optionsJSON"];
    const { id, response } = await startAuthentication({ optionsJSON, useBrowserAutofill: autofill });
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    const handle = userHandle === undefined ? {} : { userHandle };
    return { id, clientDataJSON, authenticatorData, signature, ...handle };
  });
}

/** A new passkey in this browser, its system or a security key. */
export async function makePasskey(
  options: PublicKeyCredentialCreationOptionsJSON,
): Promise<Result<z.output<typeof newPasskey>>> {
  return attempt(async () => {
    const { startRegistration } = await load();
    const optionsJSON = options as StartRegistrationOpts["optionsJSON"];
    const { id, response } = await startRegistration({ optionsJSON });
    const { clientDataJSON, attestationObject, transports = [] } = response;
    return { id, clientDataJSON, attestationObject, transports };
  });
}

/** Whether this browser offers passkeys in a field. */
export async function offersAutofill(): Promise<boolean> {
  if (typeof PublicKeyCredential === "undefined") return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
}

/** Ends a request that still waits, such as that of a field. */
export async function cancelPasskey(): Promise<void> {
  (await load()).WebAuthnAbortService.cancelCeremony();
}

async function attempt<T>(work: () => Promise<T>): Promise<Result<T>> {
  if (typeof PublicKeyCredential === "undefined") return { ok: false, problem: "unsupported" };
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}

const problems: Readonly<Record<string, PasskeyProblem>> = {
  // Also without a passkey, after the browser's time limit, and without the person's gesture.
  NotAllowedError: "cancelled",
  AbortError: "cancelled",
  InvalidStateError: "known",
  SecurityError: "otherHost",
};

function problemOf(error: unknown): PasskeyProblem {
  return (error instanceof Error ? problems[error.name] : undefined) ?? "failed";
}
