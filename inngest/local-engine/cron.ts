import { Cron } from "croner";

/** A cron expression of five fields, in UTC as on an Inngest server. */
export interface CronSchedule {
  expression: string;
  cron: Cron;
}

/** @throws Error that names the expression and what is wrong with it, also when it can never occur (`0 0 31 2 *`). */
export function parseCron(expression: string): CronSchedule {
  const schedule = { expression, cron: read(expression) };
  nextCronTime(schedule, 0);
  return schedule;
}

function read(expression: string): Cron {
  // Its own names, such as `@hourly`, are not an Inngest server's.
  if (expression.trim().split(/\s+/).length !== 5) throw new Error(`Cron "${expression}": expected 5 fields`);
  try {
    return new Cron(expression, { timezone: "UTC", mode: "5-part" });
  } catch (cause) {
    throw new Error(`Cron "${expression}": ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

/**
 * The first occurrence strictly after `afterMs`.
 * @param afterMs milliseconds since the Unix epoch
 * @returns milliseconds since the Unix epoch, a whole minute
 */
export function nextCronTime({ expression, cron }: CronSchedule, afterMs: number): number {
  const next = cron.nextRun(new Date(afterMs));
  if (next === null) throw new Error(`Cron "${expression}" never occurs`);
  return next.getTime();
}
