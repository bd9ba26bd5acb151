import { changeAccount, type OwnAccountDeps } from "@/lib/accounts/manage-profile";
import type { OwnAccountStore } from "@/lib/accounts/own-account.store";
import type { AccountTokenStore } from "@/lib/accounts/password/account-token.store";
import type { Chain } from "@/lib/chain/chains.rules";
import type { VerifyMessage } from "@/lib/chain/message-signatures.chain";
import type { ChainReader } from "@/lib/chain/reader/chain-reader.port";
import type { Clock } from "@/lib/platform/clock";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";
import { parseUrl } from "@/lib/platform/values/url.rules";
import type { SignInMessages } from "./sign-in-messages.chain";
import { accountEntry, requireWayIn, type SignedIn } from "./signed-in";

export type WalletSignatureDeps = {
  chains: readonly Pick<Chain, "chainId">[];
  reader: (chainId: number) => Pick<ChainReader, "hasCode">;
  verifyMessage: VerifyMessage;
};

/**
 * Whether a wallet signed a text. A key's own signature counts by itself. A wallet that is a contract (ERC-1271) must say
 * yes on every chain where it is one: its address may be another's contract on another chain, whose word alone must
 * open nothing.
 *
 * @throws ChainUnavailable
 */
export async function isSignedByWallet(
  { chains, reader, verifyMessage }: WalletSignatureDeps,
  signed: { address: Hex; message: string; signature: Hex },
): Promise<boolean> {
  const answers = await Promise.all(chains.map(({ chainId }) => verifyMessage(chainId, signed)));
  if (!answers.includes(true)) return false;
  // Of a key every answer is yes, and no chain is asked. A contract may be missing on a chain, not say no there.
  const others = chains.filter((_, index) => answers[index] === false);
  const code = await Promise.all(others.map(({ chainId }) => reader(chainId).hasCode(signed.address)));
  return !code.includes(true);
}

export type WalletProofDeps = WalletSignatureDeps & {
  clock: Clock;
  /** Origin of the dashboard: who asks for the signature. */
  dashboardUrl: string;
  signInMessages: SignInMessages;
  accountTokens: Pick<AccountTokenStore, "issue" | "use">;
};

/** What a wallet's signature is wanted for. The sentence stands in the text: a signature is good for nothing else. */
export type WalletPurpose =
  | { kind: "sign_in" }
  /** To let the wallet sign in to the account, or to show anew that its owner is there. */
  | { kind: "link" | "confirm"; userId: string; email: string };

export type WalletProof = { message: string; signature: Hex };

const nonceLifeMs = 10 * minuteMs;

/**
 * The text that a wallet is asked to sign (EIP-4361), good for ten minutes and once.
 *
 * @throws CheckoutError UNSUPPORTED_CHAIN
 */
export async function askWallet(
  {
    clock,
    chains,
    dashboardUrl,
    signInMessages,
    accountTokens,
  }: Omit<WalletProofDeps, "verifyMessage" | "reader">,
  { address, chainId }: { address: Hex; chainId: number },
  purpose: WalletPurpose,
): Promise<{ message: string }> {
  if (!chains.some((chain) => chain.chainId === chainId))
    throw new CheckoutError("UNSUPPORTED_CHAIN", "This network isn't enabled here.", { param: "chainId" });
  const { nonce, hash } = signInMessages.newNonce();
  const issuedAt = clock.now();
  const expiresAt = new Date(issuedAt.getTime() + nonceLifeMs);
  const userId = userOf(purpose);
  await accountTokens.issue({ hash, purpose: "WALLET_NONCE", userId, at: issuedAt, expiresAt });
  const asked = { ...asker(dashboardUrl), statement: statementOf(purpose), chainId, nonce };
  return { message: signInMessages.write({ ...asked, address, issuedAt, expiresAt }) };
}

/**
 * The wallet that signed the text which it was asked for. Whatever comes with a nonce uses it up, so that a second try
 * needs a second text.
 *
 * @throws CheckoutError INVALID_SIGNATURE, in the same words whatever is wrong
 * @throws ChainUnavailable when only the chain could tell whether a contract signed
 */
export async function proveWallet(
  deps: WalletProofDeps,
  { message: text, signature }: WalletProof,
  purpose: WalletPurpose,
): Promise<Hex> {
  const { clock, chains, dashboardUrl, signInMessages, accountTokens } = deps;
  const message = signInMessages.read(text);
  if (message === null) throw notProven();
  const asked = asker(dashboardUrl);
  if (message.domain !== asked.domain || message.uri !== asked.uri) throw notProven();
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
    default:
      return purpose satisfies never;
  }
}

function notProven(): CheckoutError {
  return new CheckoutError(
    "INVALID_SIGNATURE",
    "The wallet signed a different text, or took too long. Try again.",
  );
}

/**
 * Whom a wallet signs in (EIP-4361). Sessions and second factors are asked for elsewhere.
 *
 * @throws CheckoutError INVALID_SIGNATURE; UNAUTHORIZED when the wallet is no one's, which only its owner is told
 * @throws ChainUnavailable when only the chain could tell whether a contract signed
 */
export async function authorizeByWallet(
  deps: WalletProofDeps & { ownAccounts: Pick<OwnAccountStore, "findByWallet"> },
  proof: WalletProof,
): Promise<{ userId: string }> {
  const address = await proveWallet(deps, proof, { kind: "sign_in" });
  const found = await deps.ownAccounts.findByWallet(address);
  if (found !== null) return found;
  throw new CheckoutError(
    "UNAUTHORIZED",
    "This wallet isn't linked to an account. Sign in another way, then link it on your account page.",
  );
}

/**
 * Lets a wallet sign in to an account, in the place of the one that there may be.
 *
 * @throws CheckoutError INVALID_SIGNATURE; CONFLICT when it signs in to another account
 * @throws ChainUnavailable when only the chain could tell whether a contract signed
 */
export async function linkWallet(
  deps: WalletProofDeps & OwnAccountDeps,
  { userId, email }: Pick<SignedIn, "userId" | "email">,
  proof: WalletProof,
): Promise<{ walletAddress: Hex }> {
  const walletAddress = await proveWallet(deps, proof, { kind: "link", userId, email });
  return changeAccount(deps, userId, async (tx, account, now) => {
    if (account.walletAddress === walletAddress) return { walletAddress };
    await tx.saveWallet(userId, walletAddress);
    await tx.audit(accountEntry(userId, "wallet_linked", now, { address: walletAddress }));
    return { walletAddress };
  });
}

/**
 * The wallet signs in no more. Nothing happens where there is none.
 * @throws CheckoutError CONFLICT when there is no other way to sign in
 */
export async function unlinkWallet(deps: OwnAccountDeps, userId: string): Promise<void> {
  await changeAccount(deps, userId, async (tx, account, now) => {
    if (account.walletAddress === null) return;
    requireWayIn({ ...account, walletAddress: null });
    await tx.saveWallet(userId, null);
    await tx.audit(accountEntry(userId, "wallet_unlinked", now, { address: account.walletAddress }));
  });
}
