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
  return `${(exact ? toSeconds : toMinutes).format(new Date(at))} UTC`;
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
const toMinutes = new Intl.DateTimeFormat("en-GB", shape);
const toSeconds = new Intl.DateTimeFormat("en-GB", { ...shape, second: "2-digit" });
