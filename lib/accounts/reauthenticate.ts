import { type PasskeyAnswer, provePasskey } from "@/lib/accounts/passkeys/passkeys";
import { checkSecondFactor } from "@/lib/accounts/second-factor/second-factor";
import { admitGuess } from "@/lib/accounts/sign-in/sign-in";
import { proveWallet, type WalletProof } from "@/lib/accounts/sign-in/sign-in-by-wallet";
import type { SignedIn } from "@/lib/accounts/sign-in/signed-in";
import { fault } from "@/lib/platform/faults/fault.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { AccountParts } from "./accounts.parts";

/** Ways for a signed-in person to prove their identity again. */
export type Proof =
  | { kind: "password"; password: string }
  /** From the authenticator app, or a recovery code. */
  | { kind: "code"; code: string }
  | ({ kind: "wallet" } & WalletProof)
  /** An answer to the challenge of this browser. */
  | { kind: "passkey"; answer: PasskeyAnswer; browserSecret: string | null };

/**
 * Notes a fresh proof of identity in the session.
 *
 * @throws CheckoutError VALIDATION_ERROR with the invalid field, INVALID_SIGNATURE, RATE_LIMIT_EXCEEDED
 * @throws ChainUnavailable when only the chain can tell whether a contract signed
 */
export async function reauthenticate(deps: AccountParts, signedIn: SignedIn, proof: Proof): Promise<void> {
  await admitGuess(deps, signedIn.userId);
  await requireProof(deps, signedIn, proof);
  await deps.sessions.reauthenticated(signedIn.sessionId, deps.clock.now());
}

async function requireProof(deps: AccountParts, signedIn: SignedIn, proof: Proof): Promise<void> {
  const { userId, email } = signedIn;
  switch (proof.kind) {
    case "password": {
      // A session and a password do not prove the second factor.
      if (signedIn.hasSecondFactor)
        throw new CheckoutError("VALIDATION_ERROR", fault("accounts.useAppCode"), {
          param: "password",
        });
      const account = await deps.ownAccounts.find(userId);
      if (await deps.passwords.verify(account?.passwordHash ?? null, proof.password)) return;
      throw new CheckoutError("VALIDATION_ERROR", fault("accounts.wrongPassword"), { param: "password" });
    }
    case "code": {
      const check = await checkSecondFactor(deps, userId, proof.code);
      if (check === "passed") return;
      throw check === "too_many"
        ? new CheckoutError("RATE_LIMIT_EXCEEDED", fault("accounts.tooManyCodes"))
        : new CheckoutError("VALIDATION_ERROR", fault("accounts.wrongCode"), { param: "code" });
    }
    case "wallet": {
      const address = await proveWallet(deps, proof, { kind: "confirm", userId, email });
      const account = await deps.ownAccounts.find(userId);
      if (account?.walletAddress === address) return;
      throw new CheckoutError("INVALID_SIGNATURE", fault("accounts.walletNotYours"));
    }
    case "passkey":
      // The authenticator verified the person: both factors, where the account has two.
      await provePasskey(deps, proof, userId);
      return;
    default:
      return proof satisfies never;
  }
}
