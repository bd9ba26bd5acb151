import { overviewWords } from "@/components/dashboard/messages/overview";
import type { Figures, Volume } from "@/lib/insights/overview-figures.rules";
import { dashboardLanguage } from "@/lib/platform/i18n/language.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import { pageTimeZone, zonedFormat } from "@/lib/platform/i18n/time-zone.rules";
import type { Decimal } from "@/lib/platform/values/money.rules";
import { dayMs, hourMs, minuteMs } from "@/lib/platform/values/time.rules";
import { displayDecimal, displayUnits } from "../money/display-units";

/** With every digit. @example "1,234.567891 USDC" */
export function exactAmount({ amount, symbol }: Volume): string {
  return `${displayUnits(amount.digits, amount.scale)} ${symbol}`;
}

/** Down to cents. @example "1,234.56 USDC" */
export function displayAmount({ amount, symbol }: Volume): string {
  return amount.scale < 2 ? exactAmount({ amount, symbol }) : `${displayUnits(centsOf(amount), 2)} ${symbol}`;
}

/** Down to cents, towards 0. @example dollarsText({ digits: -1_234_567n, scale: 3 }) // "−1,234.56 USD" */
export function dollarsText({ digits, scale }: Decimal): string {
  const cents = centsOf({ digits: digits < 0n ? -digits : digits, scale });
  const sign = digits < 0n && cents > 0n ? "\u2212" : "";
  return fill(overviewWords.dollars, { amount: `${sign}${displayUnits(cents, 2)}` });
}

/** Rounded down. */
function centsOf({ digits, scale }: Decimal): bigint {
  return scale > 2 ? digits / 10n ** BigInt(scale - 2) : digits * 10n ** BigInt(2 - scale);
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
    const short = formatOf("hours").format(from);
    return { short, full: `${formatOf("days").format(from)}, ${short}` };
  }
  const first = inside(from);
  const short = formatOf("dayOnly").format(first);
  if (ms <= longestDayMs) return { short, full: formatOf("days").format(first) };
  return { short, full: formatOf("days").formatRange(first, new Date(to.getTime() - 1)) };
}

/** The first and the last day. */
export function daysText({ from, to }: { from: Date; to: Date }): string {
  return formatOf("days").formatRange(inside(from), new Date(to.getTime() - 1));
}

/** Clocks that go back make a day longer. */
const longestDayMs = 25 * hourMs;

/** A day of figures begins at a whole hour, UTC, which may be up to 45 minutes before the zone's midnight. */
const inside = (from: Date) => new Date(from.getTime() + hourMs);

const dayShape = { day: "numeric", month: "short" } as const;

const shapes = {
  hours: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  dayOnly: dayShape,
  days: { ...dayShape, year: "numeric" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

function formatOf(shape: keyof typeof shapes): Intl.DateTimeFormat {
  const locale = shape !== "hours" && dashboardLanguage() === "ko" ? "ko" : "en-GB";
  return zonedFormat(locale, pageTimeZone(), shapes[shape], shape);
}
