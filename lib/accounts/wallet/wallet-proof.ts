import type { AccountTokenStore } from "@/lib/accounts/account-token.store";
import type { SignInMessages } from "@/lib/accounts/sign-in-messages.chain";
import { isSignedByWallet, type WalletSignatureDeps } from "@/lib/accounts/wallet-signature";
import type { Clock } from "@/lib/platform/clock.port";
import { minuteMs } from "@/lib/platform/durations.rules";
import { CheckoutError } from "@/lib/platform/errors.rules";
import type { Hex } from "@/lib/platform/hex.rules";
import { parseUrl } from "@/lib/platform/parse-url.rules";

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
    throw new CheckoutError("UNSUPPORTED_CHAIN", "This network is not enabled here.", { param: "chainId" });
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
    "The wallet did not sign the text that it was asked for, or took too long. Try again.",
  );
}
