import { dayMs, minuteMs } from "@/lib/platform/values/time.rules";

/** Two 29 Februaries can lie eight years apart (around 2100). */
const HORIZON_DAYS = 366 * 9;

const FIELDS = [
  { name: "minute", min: 0, max: 59 },
  { name: "hour", min: 0, max: 23 },
  { name: "day of month", min: 1, max: 31 },
  { name: "month", min: 1, max: 12 },
  { name: "day of week", min: 0, max: 6 },
] as const;

interface Field {
  values: ReadonlySet<number>;
  /** False for `*`: then the other day field alone decides. */
  restricted: boolean;
}

/** A parsed cron expression of five numeric fields, in UTC. */
export interface CronSchedule {
  expression: string;
  minute: Field;
  hour: Field;
  dayOfMonth: Field;
  month: Field;
  dayOfWeek: Field;
}

/**
 * Parses `minute hour day-of-month month day-of-week`, each `*`, `n`, `n-m`, a list of these, with `/step` after `*` or
 * a range. Times are UTC, as on an Inngest server. When both day fields are restricted, either one suffices. Names,
 * `@hourly`, seconds and `TZ=` are not supported.
 * @throws Error that names the expression and its fault, also when it can never occur (`0 0 31 2 *`).
 */
export function parseCron(expression: string): CronSchedule {
  const parts = expression.trim().split(/\s+/);
  if (parts.length !== FIELDS.length) {
    throw new Error(`Cron "${expression}": expected 5 fields, found ${parts.length}`);
  }
  const [minute, hour, dayOfMonth, month, dayOfWeek] = FIELDS.map((field, index) =>
    parseField(parts[index] ?? "", field, expression),
  ) as [Field, Field, Field, Field, Field];
  const schedule = { expression, minute, hour, dayOfMonth, month, dayOfWeek };
  nextCronTime(schedule, 0);
  return schedule;
}

function parseField(text: string, field: (typeof FIELDS)[number], expression: string): Field {
  const refuse = (): never => {
    throw new Error(`Cron "${expression}": cannot read ${field.name} "${text}"`);
  };
  const values = new Set<number>();
  let restricted = true;
  for (const part of text.split(",")) {
    const match = /^(?:(\*)|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(part);
    if (!match) return refuse();
    const [, star, first, last, step] = match;
    if (step !== undefined && !star && last === undefined) return refuse();
    const from = star ? field.min : Number(first);
    const to = star ? field.max : Number(last ?? first);
    const by = Number(step ?? 1);
    if (from < field.min || to > field.max || from > to || by < 1) return refuse();
    for (let value = from; value <= to; value += by) values.add(value);
    if (star && by === 1) restricted = false;
  }
  return { values, restricted };
}

/**
 * The first occurrence strictly after `afterMs`.
 * @param afterMs milliseconds since the Unix epoch
 * @returns milliseconds since the Unix epoch, a whole minute
 */
export function nextCronTime(schedule: CronSchedule, afterMs: number): number {
  const earliest = (Math.floor(afterMs / minuteMs) + 1) * minuteMs;
  const firstDay = Math.floor(earliest / dayMs) * dayMs;
  for (let day = firstDay; day < firstDay + HORIZON_DAYS * dayMs; day += dayMs) {
    if (!matchesDay(schedule, new Date(day))) continue;
    for (let time = Math.max(day, earliest); time < day + dayMs; time += minuteMs) {
      const at = new Date(time);
      if (schedule.hour.values.has(at.getUTCHours()) && schedule.minute.values.has(at.getUTCMinutes()))
        return time;
    }
  }
  throw new Error(`Cron "${schedule.expression}" never occurs`);
}

function matchesDay(schedule: CronSchedule, date: Date): boolean {
  if (!schedule.month.values.has(date.getUTCMonth() + 1)) return false;
  const byMonth = schedule.dayOfMonth.values.has(date.getUTCDate());
  const byWeek = schedule.dayOfWeek.values.has(date.getUTCDay());
  return schedule.dayOfMonth.restricted && schedule.dayOfWeek.restricted
    ? byMonth || byWeek
    : byMonth && byWeek;
}
