import type { Chain } from "@/lib/chain/chains.rules";
import type { AccountChange } from "@/lib/letters/audit-actions.rules";
import type { Letter } from "@/lib/letters/mail.store";
import en from "@/lib/letters/messages/en/letters.json" with { type: "json" };
import ko from "@/lib/letters/messages/ko/letters.json" with { type: "json" };
import { type DashboardLanguage, readDashboardLanguage } from "@/lib/platform/i18n/language.rules";
import { fill, type Translated } from "@/lib/platform/i18n/message.rules";
import { localTime, utc, zonedFormat, zoneName } from "@/lib/platform/i18n/time-zone.rules";
import { type NumberStyle, numberStyle, writeDecimal } from "@/lib/platform/i18n/translation.rules";
import { withChecksums } from "@/lib/platform/values/checksum.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { formatUnits } from "@/lib/platform/values/money.rules";
import { parseUrl } from "@/lib/platform/values/url.rules";

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

/** The host of an endpoint: its path and query may be secret. Null for an unreadable address. */
export function hostOf(url: string): string | null {
  const parsed = parseUrl(url);
  return parsed === null ? null : inert(parsed.host);
}

const styles = { en: numberStyle("en"), ko: numberStyle("ko") } as const satisfies Record<
  DashboardLanguage,
  NumberStyle
>;

/** @example describeAmount("en", chains, 8453, usdc, 4500000000n) // "4,500.00 USDC on Base" */
export function describeAmount(
  reader: string | null,
  chains: readonly Chain[],
  chainId: number,
  tokenAddress: Hex,
  units: bigint,
): string {
  const { language, words } = letterWords(reader);
  const chain = chains.find((candidate) => candidate.chainId === chainId);
  const token = chain?.tokens.find(({ address }) => address === tokenAddress);
  const network = chain?.name ?? fill(words.values.network, { chainId });
  // Without the token's decimals, we can only show smallest units.
  const amount =
    token === undefined
      ? fill(words.values.units, { units: String(units), token: tokenAddress })
      : `${writeDecimal(formatUnits(units, token.decimals), styles[language])} ${token.symbol}`;
  return fill(words.values.amount, { amount, network });
}

/** @example describeCount("en", 1234) // "1,234" */
export function describeCount(language: DashboardLanguage, count: number): string {
  return writeDecimal(String(count), styles[language]);
}

/**
 * @param timeZone the project's; UTC if it has none
 * @param reader the language of the reader, as stored
 * @example describeTime(new Date("2026-03-02T09:05:10Z"), "Asia/Seoul") // "2026-03-02 18:05 GMT+9"
 */
export function describeTime(at: Date, timeZone: string | null = null, reader: string | null = null): string {
  const zone = timeZone ?? utc;
  const [day = "", time = ""] = localTime(at, zone).split(" ");
  return `${describeDay(day, reader)} ${time.slice(0, "18:05".length)} ${zoneName(at, zone)}`;
}

/** @example describeDay("2026-03-02", "ko") // "2026년 3월 2일" */
export function describeDay(day: string, reader: string | null): string {
  if (letterWords(reader).language === "en") return day;
  return zonedFormat("ko", utc, { dateStyle: "long" }, "day").format(new Date(`${day}T00:00:00Z`));
}

/** An e-mail's text: paragraphs separated by an empty line, addresses with their checksums, and a final line break. */
export function paragraphs(...parts: readonly string[]): string {
  return `${withChecksums(parts.join("\n\n"))}\n`;
}

/** Whom an e-mail is for. @property language as stored */
export type LetterReader = { userId: string; email: string; language: string | null };

/** The e-mail with the link to set a new password. */
export function resetLetter(
  { email, language: stored }: Omit<LetterReader, "userId">,
  link: string,
  at: Date,
): Letter {
  const { language, words } = letterWords(stored);
  return {
    dedupeKey: `account.reset_link:${email}:${at.getTime()}`,
    kind: "account.reset_link",
    projectId: null,
    recipient: email,
    language,
    subject: words.reset.subject,
    body: paragraphs(
      fill(words.reset.requested, { time: describeTime(at, null, language) }),
      link,
      words.reset.ignore,
    ),
  };
}

/** Notifies the owner in case it was not them. */
export function accountChangedLetter(person: LetterReader, action: AccountChange, at: Date): Letter {
  const { language, words } = letterWords(person.language);
  const changes: Readonly<Record<AccountChange, string>> = words.accountChanged.changes;
  return {
    dedupeKey: `${action}:${person.userId}:${at.getTime()}`,
    kind: "account.changed",
    projectId: null,
    recipient: person.email,
    language,
    subject: words.accountChanged.subject,
    body: paragraphs(
      fill(words.accountChanged.at, { change: changes[action], time: describeTime(at, null, language) }),
      words.accountChanged.advice,
    ),
  };
}

const providerNames = { google: "Google", github: "GitHub" } as const;

/** From now on another service can sign the person in; the first time was by their address alone. */
export function providerLinkedLetter(
  person: LetterReader,
  { provider: name, endsOthers }: { provider: keyof typeof providerNames; endsOthers: boolean },
  at: Date,
): Letter {
  const provider = providerNames[name];
  const { language, words } = letterWords(person.language);
  const { subject, linked, firstProof, advice } = words.providerLinked;
  return {
    dedupeKey: `account.provider_linked:${person.userId}:${name}:${at.getTime()}`,
    kind: "account.provider_linked",
    projectId: null,
    recipient: person.email,
    language,
    subject: fill(subject, { provider }),
    body: paragraphs(
      fill(linked, { provider, time: describeTime(at, null, language) }),
      ...(endsOthers ? [firstProof] : []),
      fill(advice, { provider }),
    ),
  };
}

/** The words of e-mails to people who use the dashboard, in its languages. */
export type LetterWords = typeof en;

const everyWord: Readonly<Record<DashboardLanguage, LetterWords>> = {
  en,
  ko: ko satisfies Translated<LetterWords> as unknown as LetterWords,
};

/**
 * A reader's language and its words.
 * @param stored of the person; English for none, and for one that the dashboard hasn't
 */
export function letterWords(stored: string | null): { language: DashboardLanguage; words: LetterWords } {
  const language = readDashboardLanguage(stored);
  return { language, words: everyWord[language] };
}
