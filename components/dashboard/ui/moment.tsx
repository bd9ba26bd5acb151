import { dashboardLanguage } from "@/lib/platform/i18n/dashboard-language.rules";

/** A time in UTC, to the second with `exact`. @example "20 Nov 2026, 14:03 UTC" */
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
  return `${(exact ? toSeconds : toMinutes)[dashboardLanguage()].format(new Date(at))} UTC`;
}

const shape = {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
} as const;
const shapeToSeconds = { ...shape, second: "2-digit" } as const;
const toMinutes = {
  en: new Intl.DateTimeFormat("en-GB", shape),
  ko: new Intl.DateTimeFormat("ko", shape),
};
const toSeconds = {
  en: new Intl.DateTimeFormat("en-GB", shapeToSeconds),
  ko: new Intl.DateTimeFormat("ko", shapeToSeconds),
};
