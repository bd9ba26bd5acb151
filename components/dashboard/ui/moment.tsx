import { dashboardLanguage } from "@/lib/platform/i18n/language.rules";
import { pageTimeZone, zonedFormat, zoneName } from "@/lib/platform/i18n/time-zone.rules";

type Props = {
  at: Date | string;
  exact?: boolean;
  /** Names the zone only under the pointer, and the seconds too. */
  short?: boolean;
};

/** A time in the page's zone, to the second with `exact`. @example "20 Nov 2026, 14:03 UTC" */
export function Moment({ at, exact = false, short = false }: Props) {
  const date = new Date(at);
  return (
    <time
      dateTime={date.toISOString()}
      title={short ? momentText(date, true) : undefined}
      className="sm:whitespace-nowrap"
    >
      {short ? localTime(date, false) : momentText(date, exact)}
    </time>
  );
}

/** The same as text, for use inside a sentence. */
export function momentText(at: Date | string, exact = false): string {
  const date = new Date(at);
  return `${localTime(date, exact)} ${zoneName(date, pageTimeZone())}`;
}

function localTime(date: Date, exact: boolean): string {
  const options = exact ? shapeToSeconds : shape;
  const language = locales[dashboardLanguage()];
  return zonedFormat(language, pageTimeZone(), options, exact ? "seconds" : "minutes").format(date);
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
