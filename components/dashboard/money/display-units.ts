import { moneyWords } from "@/components/dashboard/messages/settlements";
import type { Chain } from "@/lib/chain/chains.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import { withChecksums } from "@/lib/platform/values/checksum.rules";
import { formatUnits } from "@/lib/platform/values/money.rules";
import { cleanText } from "@/lib/platform/values/text.rules";
import { withCurrencyDecimals } from "@/lib/rates/currency-decimals.rules";

/** A formatted amount, not for copying. @example displayUnits(1_234_500_000n, 6) // "1,234.50" */
export function displayUnits(units: bigint, decimals: number): string {
  return displayDecimal(formatUnits(units, decimals));
}

/** @example displayDecimal("1234.50") // "1,234.50" */
export function displayDecimal(text: string): string {
  // Not from number-style: shared with the dashboard's client code, it would add to the payment page's first load.
  const [whole = "", ...fraction] = text.split(".");
  return [BigInt(whole).toLocaleString("en"), ...fraction].join(".");
}

/** With the decimals of its currency. @example displayFiat("1234.5", "USD") // "1,234.50 USD" */
export function displayFiat(amount: string, currency: string): string {
  return `${displayDecimal(withCurrencyDecimals(amount, currency))} ${currency}`;
}

/**
 * A name, reference or reason from outside, made safe to show; null when nothing readable is left.
 *
 * @example displayText("order\u202e 7") // "order 7"
 */
export function displayText(text: string | null): string | null {
  if (text === null) return null;
  const clean = cleanText(text);
  return clean.trim() === "" ? null : clean;
}

/** A chain's name; its number when it is no longer enabled. */
export function chainName(chains: readonly Chain[], chainId: number): string {
  return (
    chains.find((chain) => chain.chainId === chainId)?.name ?? fill(moneyWords.unknownChain, { chainId })
  );
}

/** A page of the chain's explorer; null without one. */
export function explorerUrl(
  chains: readonly Chain[],
  chainId: number,
  kind: "tx" | "address",
  value: string,
): string | null {
  const url = chains.find((chain) => chain.chainId === chainId)?.blockExplorerUrl ?? null;
  return url === null ? null : `${url.replace(/\/$/, "")}/${kind}/${withChecksums(value)}`;
}

/** The end of a checkout's id, for small spaces: its beginning is only its time. */
export function shortId(id: string): string {
  return `…${id.slice(-8)}`;
}
