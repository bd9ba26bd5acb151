import type { AccountParts, SignatureParts } from "@/lib/accounts/accounts.parts";
import { addWayIn, changeAccount } from "@/lib/accounts/manage-profile";
import { fault } from "@/lib/platform/faults/fault.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";
import { parseUrl } from "@/lib/platform/values/url.rules";
import { accountEntry, requireWayIn, type SessionRef } from "./signed-in";

/**
 * Whether a wallet signed a text. A key's own signature is enough. A contract wallet (ERC-1271) must confirm on every
 * chain where it is deployed: on another chain its address may be another person's contract, whose answer alone must
 * not sign in.
 *
 * @throws ChainUnavailable
 */
export async function isSignedByWallet(
  { chains, reader, verifyMessage }: SignatureParts,
  signed: { address: Hex; message: string; signature: Hex },
): Promise<boolean> {
  const answers = await Promise.all(chains.map(({ chainId }) => verifyMessage(chainId, signed)));
  if (!answers.includes(true)) return false;
  // A key's signature is valid everywhere without asking a chain. A contract may be missing on a chain, but must not
  // deny there.
  const others = chains.filter((_, index) => answers[index] === false);
  const code = await Promise.all(others.map(({ chainId }) => reader(chainId).hasCode(signed.address)));
  return !code.includes(true);
}

/** The purpose of a wallet's signature. The text states it, so a signature is valid for nothing else. */
export type WalletPurpose =
  | { kind: "sign_in" }
  /** To link the wallet to the account, to prove its owner's presence again, or to be paid there. */
  | { kind: "link" | "confirm" | "settle"; userId: string; email: string };

export type WalletProof = { message: string; signature: Hex };

const nonceLifeMs = 10 * minuteMs;

/**
 * The text that a wallet is asked to sign (EIP-4361), valid once within ten minutes.
 *
 * @throws CheckoutError UNSUPPORTED_CHAIN
 */
export async function askWallet(
  { clock, chains, dashboardUrl, signInMessages, accountTokens }: AccountParts,
  { address, chainId }: { address: Hex; chainId: number },
  purpose: WalletPurpose,
): Promise<{ message: string }> {
  if (!chains.some((chain) => chain.chainId === chainId))
    throw new CheckoutError("UNSUPPORTED_CHAIN", fault("accounts.networkOff"), { param: "chainId" });
  const { nonce, hash } = signInMessages.newNonce();
  const issuedAt = clock.now();
  const expiresAt = new Date(issuedAt.getTime() + nonceLifeMs);
  const userId = userOf(purpose);
  await accountTokens.issue({ hash, purpose: "WALLET_NONCE", userId, at: issuedAt, expiresAt });
  const fields = { ...asker(dashboardUrl), statement: statementOf(purpose), chainId, nonce };
  return { message: signInMessages.write({ ...fields, address, issuedAt, expiresAt }) };
}

/**
 * The wallet that signed the requested text. Each attempt uses up its nonce, so that a second attempt needs a new text.
 *
 * @throws CheckoutError INVALID_SIGNATURE, with the same message for every fault
 * @throws ChainUnavailable when only the chain can tell whether a contract signed
 */
export async function proveWallet(
  deps: AccountParts,
  { message: text, signature }: WalletProof,
  purpose: WalletPurpose,
): Promise<Hex> {
  const { clock, chains, dashboardUrl, signInMessages, accountTokens } = deps;
  const message = signInMessages.read(text);
  if (message === null) throw notProven();
  const expected = asker(dashboardUrl);
  if (message.domain !== expected.domain || message.uri !== expected.uri) throw notProven();
  if (message.statement !== statementOf(purpose)) throw notProven();
  if (!chains.some(({ chainId }) => chainId === message.chainId)) throw notProven();

  const now = clock.now();
  if (message.expiresAt.getTime() - message.issuedAt.getTime() !== nonceLifeMs) throw notProven();
  if (message.issuedAt > now || message.expiresAt <= now) throw notProven();

  const hash = signInMessages.hashNonce(message.nonce);
  const issued = await accountTokens.use(hash, "WALLET_NONCE", now);
  if (issued === null || issued.userId !== userOf(purpose)) throw notProven();

  const { address } = message;
  if (!(await isSignedByWallet(deps, { address, message: text, signature }))) throw notProven();
  return address;
}

function asker(dashboardUrl: string): { domain: string; uri: string } {
  return { domain: parseUrl(dashboardUrl)?.host ?? "", uri: `${dashboardUrl}/dashboard` };
}

function userOf(purpose: WalletPurpose): string | null {
  return purpose.kind === "sign_in" ? null : purpose.userId;
}

function statementOf(purpose: WalletPurpose): string {
  switch (purpose.kind) {
    case "sign_in":
      return "Sign in to the dashboard. This costs nothing and moves nothing.";
    case "link":
      return `Let this wallet sign in to the account of ${purpose.email}. This costs nothing and moves nothing.`;
    case "confirm":
      return `Confirm that you are ${purpose.email}. This costs nothing and moves nothing.`;
    case "settle":
      return `Let a shop of ${purpose.email} be paid to this wallet. This costs nothing and moves nothing.`;
    default:
      return purpose satisfies never;
  }
}

function notProven(): CheckoutError {
  return new CheckoutError("INVALID_SIGNATURE", fault("accounts.signedOtherText"));
}

/**
 * The person whom a wallet signs in (EIP-4361). Opening the session and the second factor are elsewhere.
 *
 * @throws CheckoutError INVALID_SIGNATURE; UNAUTHORIZED when no account has the wallet, which only its owner learns
 * @throws ChainUnavailable when only the chain can tell whether a contract signed
 */
export async function authorizeByWallet(
  deps: AccountParts,
  proof: WalletProof,
): Promise<{ userId: string; proof: { walletAddress: Hex } }> {
  const address = await proveWallet(deps, proof, { kind: "sign_in" });
  const found = await deps.ownAccounts.findByWallet(address);
  if (found !== null) return { ...found, proof: { walletAddress: address } };
  throw new CheckoutError("UNAUTHORIZED", fault("accounts.walletUnlinked"));
}

/**
 * Links a wallet to an account, replacing any other.
 *
 * @throws CheckoutError INVALID_SIGNATURE; CONFLICT when another account has it; UNAUTHORIZED after the session ended
 * @throws ChainUnavailable when only the chain can tell whether a contract signed
 */
export async function linkWallet(
  deps: AccountParts,
  signedIn: SessionRef & { email: string },
  proof: WalletProof,
): Promise<{ walletAddress: Hex }> {
  const { userId, email } = signedIn;
  const walletAddress = await proveWallet(deps, proof, { kind: "link", userId, email });
  return addWayIn(deps, signedIn, async (tx, account, now) => {
    if (account.walletAddress === walletAddress) return { walletAddress };
    await tx.saveWallet(userId, walletAddress, now);
    await tx.audit(accountEntry(userId, "wallet_linked", now, { address: walletAddress }));
    return { walletAddress };
  });
}

/**
 * Unlinks the wallet. Does nothing without one.
 * @throws CheckoutError CONFLICT when there is no other way to sign in
 */
export async function unlinkWallet(deps: AccountParts, userId: string): Promise<void> {
  await changeAccount(deps, userId, async (tx, account, now) => {
    if (account.walletAddress === null) return;
    requireWayIn({ ...account, walletAddress: null });
    await tx.saveWallet(userId, null, now);
    await tx.audit(accountEntry(userId, "wallet_unlinked", now, { address: account.walletAddress }));
  });
}
