import { dashboardLanguage } from "@/lib/platform/i18n/dashboard-language.rules";
import { pageTimeZone, zonedFormat, zoneName } from "@/lib/platform/i18n/time-zone.rules";

/** A time in the page's zone, to the second with `exact`. @example "20 Nov 2026, 14:03 UTC" */
export function Moment({ at, exact = false }: { at: Date | string; exact?: boolean }) {
  const date = new Date(at);
  return (
    <time dateTime={date.toISOString()} className="sm:whitespace-nowrap">
      {momentText(date, exact)}
    </time>
  );
}

/** The same as text, for use inside a sentence. */
export function momentText(at: Date | string, exact = false): string {
  const date = new Date(at);
  const zone = pageTimeZone();
  const options = exact ? shapeToSeconds : shape;
  const format = zonedFormat(locales[dashboardLanguage()], zone, options, exact ? "seconds" : "minutes");
  return `${format.format(date)} ${zoneName(date, zone)}`;
}

const locales = { en: "en-GB", ko: "ko" } as const;

const shape = {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
} as const;
const shapeToSeconds = { ...shape, second: "2-digit" } as const;
