import type { Chain } from "@/lib/chain/chains.rules";
import { numberStyle, writeDecimal } from "@/lib/platform/i18n/number-style.rules";
import { withChecksums } from "@/lib/platform/primitives.schema";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { formatUnits } from "@/lib/platform/values/money.rules";
import { parseUrl } from "@/lib/platform/values/url.rules";

// Made here: our e-mails are plain text, in which a template library for HTML has nothing to do.

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

/** @example describeTime(new Date("2026-03-02T09:05:10Z")) // "2026-03-02 09:05 UTC" */
export function describeTime(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** An e-mail's text: paragraphs separated by an empty line, addresses with their checksums, and a final line break. */
export function paragraphs(...parts: readonly string[]): string {
  return `${withChecksums(parts.join("\n\n"))}\n`;
}
