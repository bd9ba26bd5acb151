import { overviewWords, type Step } from "@/components/dashboard/messages/overview";
import type { Figures, Volume } from "@/lib/insights/overview-figures.rules";
import { dashboardLanguage } from "@/lib/platform/i18n/dashboard-language.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import type { Decimal } from "@/lib/platform/values/money.rules";
import { dayMs, hourMs, minuteMs } from "@/lib/platform/values/time.rules";
import { displayDecimal, displayUnits } from "../money/display-units";

/** With every digit. @example "1,234.567891 USDC" */
export function exactAmount({ amount, symbol }: Volume): string {
  return `${displayUnits(amount.digits, amount.scale)} ${symbol}`;
}

/** Down to cents. @example "1,234.56 USDC" */
export function displayAmount({ amount, symbol }: Volume): string {
  const cents = amount.scale > 2 ? amount.digits / 10n ** BigInt(amount.scale - 2) : amount.digits;
  return `${displayUnits(cents, Math.min(2, amount.scale))} ${symbol}`;
}

/** Down to cents, towards 0. @example dollarsText({ digits: -1_234_567n, scale: 3 }) // "−1,234.56 USD" */
export function dollarsText({ digits, scale }: Decimal): string {
  const size = digits < 0n ? -digits : digits;
  const cents = scale > 2 ? size / 10n ** BigInt(scale - 2) : size;
  const sign = digits < 0n && cents > 0n ? "\u2212" : "";
  return fill(overviewWords.dollars, { amount: `${sign}${displayUnits(cents, Math.min(2, scale))}` });
}

export function volumesText(volumes: Figures["volumes"]): string {
  return volumes.length === 0 ? "–" : volumes.map(displayAmount).join(", ");
}

export function countText(count: number): string {
  return displayDecimal(`${count}`);
}

/** For a tick of a chart. @example compact(12_500) // "12.5K" */
export function compact(value: number): string {
  return compactly[dashboardLanguage()].format(value);
}
const compactShape = { notation: "compact", maximumFractionDigits: 2 } as const;
const compactly = {
  en: new Intl.NumberFormat("en", compactShape),
  ko: new Intl.NumberFormat("ko", compactShape),
};

/** @example shareText(0.4567) // "45.7%" */
export function shareText(share: number | null): string {
  return share === null ? "–" : percents.format(share);
}
const percents = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });

/** Always with its sign. @example changeText(0.125) // "+12.5%" */
export function changeText(growth: number): string {
  return signed.format(growth);
}
const signed = new Intl.NumberFormat("en", {
  style: "percent",
  maximumFractionDigits: 1,
  signDisplay: "exceptZero",
});

const unitsOfTime = [
  ["days", dayMs],
  ["hours", hourMs],
  ["minutes", minuteMs],
  ["seconds", 1_000],
] as const;

/** In its two largest units. @example durationText(64_000) // "1 min 4 s" */
export function durationText(ms: number | null): string {
  if (ms === null) return "–";
  let left = Math.round(ms / 1_000) * 1_000;
  const first = unitsOfTime.findIndex(([, size]) => left >= size);
  if (first < 0) return fill(overviewWords.durations.seconds, { count: 0 });
  const parts: string[] = [];
  for (const [name, size] of unitsOfTime.slice(first, first + 2)) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0) parts.push(fill(overviewWords.durations[name], { count }));
  }
  return parts.join(" ");
}

/** The label of a chart's step. @example "14:00", "9 Feb", "9–15 Feb" */
export function stepText({ from, to }: { from: Date; to: Date }): { short: string; full: string } {
  const ms = to.getTime() - from.getTime();
  if (ms <= hourMs) {
    const short = hours.format(from);
    return { short, full: `${days[dashboardLanguage()].format(from)}, ${short}` };
  }
  const short = dayOnly[dashboardLanguage()].format(from);
  if (ms <= 24 * hourMs) return { short, full: days[dashboardLanguage()].format(from) };
  return { short, full: days[dashboardLanguage()].formatRange(from, new Date(to.getTime() - 1)) };
}

/** How long the steps of a chart are. */
export function stepName([first]: readonly { from: Date; to: Date }[]): Step {
  const ms = first === undefined ? dayMs : first.to.getTime() - first.from.getTime();
  if (ms <= hourMs) return "hour";
  return ms <= dayMs ? "day" : "week";
}

/** The first and the last day. */
export function daysText({ from, to }: { from: Date; to: Date }): string {
  return days[dashboardLanguage()].formatRange(from, new Date(to.getTime() - 1));
}
const hours = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
});
const dayShape = { day: "numeric", month: "short", timeZone: "UTC" } as const;
const dayOnly = {
  en: new Intl.DateTimeFormat("en-GB", dayShape),
  ko: new Intl.DateTimeFormat("ko", dayShape),
};
const days = {
  en: new Intl.DateTimeFormat("en-GB", { ...dayShape, year: "numeric" }),
  ko: new Intl.DateTimeFormat("ko", { ...dayShape, year: "numeric" }),
};
