import { dayMs, minuteMs } from "@/lib/platform/values/time.rules";

/** Where nothing else is known, as in the API and in files. */
export const utc = "UTC";

const zoneForm = /^[A-Za-z][\w+/-]{1,63}$/;

/** The IANA name of a time zone; null for anything else. @example readTimeZone("Asia/Seoul") // "Asia/Seoul" */
export function readTimeZone(name: string | null | undefined): string | null {
  if (name === null || name === undefined || !zoneForm.test(name)) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** The zones that people choose from. */
export function timeZones(): string[] {
  return [utc, ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== utc)];
}

type Shape = "day" | "time" | "name";

const shapes = {
  day: { year: "numeric", month: "2-digit", day: "2-digit" },
  time: {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  },
  name: { timeZoneName: "short" },
} as const satisfies Record<Shape, Intl.DateTimeFormatOptions>;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making one costs more than using it. There are some hundred zones. */
export function zonedFormat(
  locale: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
  key: string,
): Intl.DateTimeFormat {
  const name = `${locale} ${timeZone} ${key}`;
  const known = formats.get(name);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(locale, { ...options, timeZone });
  formats.set(name, made);
  return made;
}

const formatOf = (shape: Shape, timeZone: string) => zonedFormat("en-CA", timeZone, shapes[shape], shape);

/** A moment's day. @example dayIn(new Date("2026-01-31T20:00:00Z"), "Asia/Seoul") // "2026-02-01" */
export function dayIn(at: Date, timeZone: string): string {
  return formatOf("day", timeZone).format(at);
}

/** As files show it. @example localTime(new Date("2026-01-31T20:00:00Z"), "Asia/Seoul") // "2026-02-01 05:00:00" */
export function localTime(at: Date, timeZone: string): string {
  return formatOf("time", timeZone).format(at).replace(",", "");
}

/** @example zoneName(new Date("2026-01-31T20:00:00Z"), "Asia/Seoul") // "GMT+9" */
export function zoneName(at: Date, timeZone: string): string {
  if (timeZone === utc) return utc;
  const parts = zonedFormat("en-GB", timeZone, shapes.name, "name").formatToParts(at);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

/** The day some days later. @example laterDay("2026-01-31", 1) // "2026-02-01" */
export function laterDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** The first moment of a day. Where clocks skip midnight, it is the moment of the change. */
export function startOfDayIn(day: string, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00.000Z`);
  const before = midnight - offsetMs(midnight - dayMs, timeZone);
  const after = midnight - offsetMs(midnight + dayMs, timeZone);
  const candidates = [before, after].sort((a, b) => a - b);
  const exact = candidates.find((at) => at + offsetMs(at, timeZone) === midnight);
  return new Date(exact ?? before);
}

/** How far the zone's clocks are ahead of UTC. */
function offsetMs(at: number, timeZone: string): number {
  const local = Date.parse(`${localTime(new Date(at), timeZone).replace(" ", "T")}.000Z`);
  return Math.round((local - at) / minuteMs) * minuteMs;
}

/** The cookie in which a browser sends its time zone. */
export const timeZoneCookie = "time-zone";

let find = (): string => {
  throw new Error("A time was written before the page's zone was known: await openLanguage() first.");
};

/** The server draws several pages at once, and finds the zone by request. */
export function placeTimeZone(way: () => string): void {
  find = way;
}

/** The zone of the page that is being drawn: the project's, or the reader's. */
export function pageTimeZone(): string {
  return find();
}
