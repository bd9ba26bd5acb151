import type { Chain } from "@/lib/chain/chains.rules";
import { localTime, utc, zoneName } from "@/lib/platform/i18n/time-zone.rules";
import { numberStyle, writeDecimal } from "@/lib/platform/i18n/translation.rules";
import { withChecksums } from "@/lib/platform/primitives.schema";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { formatUnits } from "@/lib/platform/values/money.rules";
import { parseUrl } from "@/lib/platform/values/url.rules";
import type { Letter } from "./mail.store";

// Every e-mail is written as text. letter-html.ts makes its HTML from that.

/**
 * Text of merchants and customers for an e-mail: one line of visible characters that no mail program turns into a link.
 * The only links in an e-mail lead to the service itself.
 *
 * @example inert("Ada's\r\nBcc: x@evil.example") // "Ada's Bcc: x@evil[.]example"
 */
export function inert(text: string, maxLength = 80): string {
  const line = text
    .normalize("NFC")
    // Control and format characters (bidirectional marks and zero-width ones among them), lone surrogates, line breaks.
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  const characters = [...line];
  const cut = characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join("")}…` : line;
  return cut.replace(/:(?=\/\/)/g, "[:]").replace(/(?<=[\p{L}\p{N}])[.。．｡](?=[\p{L}\p{N}])/gu, "[.]");
}

/** The host of an endpoint: its path and query may be secret. */
export function hostOf(url: string): string {
  const parsed = parseUrl(url);
  return parsed === null ? "an unreadable address" : inert(parsed.host);
}

const english = numberStyle("en");

/** @example describeAmount(chains, 8453, usdc, 4500000000n) // "4,500.00 USDC on Base" */
export function describeAmount(
  chains: readonly Chain[],
  chainId: number,
  tokenAddress: Hex,
  units: bigint,
): string {
  const chain = chains.find((candidate) => candidate.chainId === chainId);
  const token = chain?.tokens.find(({ address }) => address === tokenAddress);
  const network = chain === undefined ? `chain ${chainId}` : chain.name;
  // Without the token's decimals, we can only show smallest units.
  return token === undefined
    ? `${units} units of token ${tokenAddress} on ${network}`
    : `${writeDecimal(formatUnits(units, token.decimals), english)} ${token.symbol} on ${network}`;
}

/**
 * @param timeZone the project's; UTC if it has none
 * @example describeTime(new Date("2026-03-02T09:05:10Z"), "Asia/Seoul") // "2026-03-02 18:05 GMT+9"
 */
export function describeTime(at: Date, timeZone: string | null = null): string {
  const zone = timeZone ?? utc;
  return `${localTime(at, zone).slice(0, "2026-03-02 18:05".length)} ${zoneName(at, zone)}`;
}

/** An e-mail's text: paragraphs separated by an empty line, addresses with their checksums, and a final line break. */
export function paragraphs(...parts: readonly string[]): string {
  return `${withChecksums(parts.join("\n\n"))}\n`;
}

/** The e-mail with the link to set a new password. */
export function resetLetter(email: string, link: string, at: Date): Letter {
  return {
    dedupeKey: `account.reset_link:${email}:${at.getTime()}`,
    kind: "account.reset_link",
    projectId: null,
    recipient: email,
    subject: "Set a new password",
    body: paragraphs(
      `We received a request for a new password for this address at ${describeTime(at)}. To set it, open this link within an hour. It works once:`,
      link,
      "If this wasn't you, ignore this e-mail. Your password stays the same.",
    ),
  };
}

/**
 * Notifies the owner in case it was not them.
 * @param change a sentence without its full stop
 */
export function accountChangedLetter(
  person: { userId: string; email: string },
  change: string,
  action: string,
  at: Date,
): Letter {
  return {
    dedupeKey: `${action}:${person.userId}:${at.getTime()}`,
    kind: "account.changed",
    projectId: null,
    recipient: person.email,
    subject: "Your sign-in was changed",
    body: paragraphs(
      `${change}. Time: ${describeTime(at)}.`,
      'If this wasn\'t you, reset your password now with "Forgot your password?" on the sign-in page, and tell the operator of this service.',
    ),
  };
}

const providerNames = { google: "Google", github: "GitHub" } as const;

/** From now on another service can sign the person in; the first time was by their address alone. */
export function providerLinkedLetter(
  person: { userId: string; email: string },
  { provider, endsOthers }: { provider: keyof typeof providerNames; endsOthers: boolean },
  at: Date,
): Letter {
  const name = providerNames[provider];
  return {
    dedupeKey: `account.provider_linked:${person.userId}:${provider}:${at.getTime()}`,
    kind: "account.provider_linked",
    projectId: null,
    recipient: person.email,
    subject: `${name} now signs you in`,
    body: paragraphs(
      `Your account was linked to the ${name} account with this e-mail address at ${describeTime(at)}.`,
      ...(endsOthers
        ? [
            "This is the first proof that you own this address. Someone else may have set the earlier password, wallet and sessions, so we removed them. You can set a new password on your account page. If it asks for a code from an app that isn't yours, contact the operator of this service.",
          ]
        : []),
      `If this wasn't you, secure your ${name} account and this mailbox, and tell the operator of this service.`,
    ),
  };
}
