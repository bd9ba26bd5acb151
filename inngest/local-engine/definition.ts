import { Cron } from "croner";
import { EventType, type InngestFunction } from "inngest";
import { defaultRetries } from "./limits";

const supportedOptions = ["id", "name", "description", "triggers", "retries", "concurrency", "singleton"];

/** Inngest's own event for a run that failed for good. */
export const functionFailed = "inngest/function.failed";

/** An event as a function receives it. */
export interface ReceivedEvent {
  id: string;
  name: string;
  data: Record<string, unknown>;
  /** Milliseconds since the Unix epoch. */
  ts: number;
}

/** What the engine needs to know about an Inngest function. */
export interface FunctionDefinition {
  id: string;
  /** `<appId>-<id>`, the function's id in the serve handler. */
  fnId: string;
  eventNames: readonly string[];
  crons: readonly CronSchedule[];
  /** First attempt included. */
  maxAttempts: number;
  /** Concurrent steps of all runs. */
  concurrency: number;
  /** `keyOf` throws when the event has no key. */
  singleton: { mode: "skip" | "cancel"; keyOf: (event: ReceivedEvent) => string } | undefined;
}

/**
 * Reads the public options of an Inngest function.
 * @throws Error naming the function and the option, if this engine does not support it
 */
export function readDefinition(fn: InngestFunction.Any, appId: string): FunctionDefinition {
  return readOptions(fn.id(), fn.id(appId), fn.opts);
}

type Refuse = (what: string) => never;

/**
 * Reads options alone, as in a registration.
 * @param fnId `<appId>-<id>`
 * @throws Error like `readDefinition`
 */
export function readOptions(id: string, fnId: string, options: InngestFunction.Options): FunctionDefinition {
  const refuse: Refuse = (what) => {
    throw new Error(`The local engine does not support ${what} (function "${id}")`);
  };
  for (const [name, value] of Object.entries(options))
    if (value !== undefined && !supportedOptions.includes(name)) refuse(`the function option "${name}"`);
  const { retries = defaultRetries, concurrency = Number.POSITIVE_INFINITY, singleton } = options;
  if (typeof concurrency !== "number" || concurrency < 1)
    return refuse("a concurrency other than a number of steps");
  const { eventNames, crons } = readTriggers(options.triggers ?? [], refuse);
  if (singleton !== undefined && crons.length > 0)
    refuse("a singleton key on a cron trigger, whose event has no data");
  return {
    id,
    fnId,
    eventNames,
    crons,
    maxAttempts: retries + 1,
    concurrency,
    singleton: singleton && { mode: singleton.mode, keyOf: readKey(singleton.key ?? "", refuse) },
  };
}

function readTriggers(triggers: readonly unknown[], refuse: Refuse) {
  const eventNames: string[] = [];
  const crons: CronSchedule[] = [];
  for (const trigger of triggers) {
    const { event, cron, ...others }: Record<string, unknown> =
      trigger instanceof EventType ? { event: trigger } : (trigger as Record<string, unknown>);
    for (const [name, value] of Object.entries(others))
      if (value !== undefined) refuse(`the trigger option "${name}"`);
    if (typeof cron === "string") crons.push(parseCron(cron));
    else eventNames.push(readEventName(event instanceof EventType ? event.name : event, refuse));
  }
  if (eventNames.length + crons.length === 0) refuse("a function without triggers");
  return { eventNames, crons };
}

function readEventName(name: unknown, refuse: Refuse): string {
  if (typeof name !== "string" || name === "") return refuse("a trigger that is neither event nor cron");
  if (name.includes("*")) refuse(`the wildcard event "${name}"`);
  if (name.startsWith("inngest/") && name !== functionFailed) refuse(`the event "${name}"`);
  return name;
}

function readKey(key: string, refuse: Refuse): (event: ReceivedEvent) => string {
  const name = /^event\.data\.([A-Za-z_]\w*)$/.exec(key)?.[1];
  if (name === undefined) return refuse(`the singleton key "${key}", only event.data.<name>`);
  return (event) => {
    const value = event.data[name];
    if (value === null || value === undefined || typeof value === "object")
      throw new Error(`The event "${event.name}" has no plain value at ${key}`);
    return JSON.stringify(value);
  };
}

/** Whether `value` is an object that is not an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A cron expression of five fields, in UTC as on an Inngest server. */
export interface CronSchedule {
  expression: string;
  cron: Cron;
}

/** @throws Error that names the expression and what is wrong with it, also when it can never occur (`0 0 31 2 *`). */
export function parseCron(expression: string): CronSchedule {
  // Croner's own names, such as `@hourly`, are not an Inngest server's.
  if (expression.trim().split(/\s+/).length !== 5) throw new Error(`Cron "${expression}": expected 5 fields`);
  try {
    const schedule = { expression, cron: new Cron(expression, { timezone: "UTC", mode: "5-part" }) };
    nextCronTime(schedule, 0);
    return schedule;
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
