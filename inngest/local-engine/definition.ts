import { Cron } from "croner";
import { EventType, type InngestFunction } from "inngest";

const SUPPORTED_OPTIONS = ["id", "name", "description", "triggers", "retries", "concurrency", "singleton"];
/** Inngest's own default (`retries` of the function options). */
const DEFAULT_RETRIES = 3;

/** Inngest's own event for a run that failed for good. */
export const FUNCTION_FAILED = "inngest/function.failed";

/** An event as a function receives it. */
export interface ReceivedEvent {
  id: string;
  name: string;
  data: Record<string, unknown>;
  /** Milliseconds since the Unix epoch. */
  ts: number;
}

/** Reads a limit's key from an event; throws when the event has none. */
type KeyOf = (event: ReceivedEvent) => string;

/** What the engine needs to know about an Inngest function. */
export interface FunctionDefinition {
  id: string;
  /** `<appId>-<id>`, the function's id in the serve handler. */
  fnId: string;
  eventNames: readonly string[];
  crons: readonly CronSchedule[];
  /** First attempt included. */
  maxAttempts: number;
  /** At most `limit` concurrent steps per key. */
  concurrency: readonly { limit: number; keyOf: KeyOf }[];
  singleton: { mode: "skip" | "cancel"; keyOf: KeyOf } | undefined;
}

/**
 * Reads the public options of an Inngest function.
 * @throws Error naming the function and the option, if this engine does not support it
 */
export function readDefinition(fn: InngestFunction.Any, appId: string): FunctionDefinition {
  return readOptions(fn.id(), fn.id(appId), fn.opts);
}

/**
 * Reads options alone, as in a registration.
 * @param fnId `<appId>-<id>`
 * @throws Error like `readDefinition`
 */
export function readOptions(id: string, fnId: string, options: InngestFunction.Options): FunctionDefinition {
  const refuse = (what: string): never => {
    throw new Error(`The local engine does not support ${what} (function "${id}")`);
  };
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined && !SUPPORTED_OPTIONS.includes(name)) refuse(`the function option "${name}"`);
  }
  const { eventNames, crons } = readTriggers(options.triggers ?? [], refuse);
  const readKey = (key: string | undefined, option: string): KeyOf => {
    if (key !== undefined && crons.length > 0)
      refuse(`a ${option} key on a cron trigger, whose event has no data`);
    return parseKey(key, option, refuse);
  };
  const { singleton } = options;
  return {
    id,
    fnId,
    eventNames,
    crons,
    maxAttempts: (options.retries ?? DEFAULT_RETRIES) + 1,
    concurrency: readConcurrency(options.concurrency, refuse, readKey),
    singleton: singleton && { mode: singleton.mode, keyOf: readKey(singleton.key, "singleton") },
  };
}

type Refuse = (what: string) => never;

function readTriggers(triggers: readonly unknown[], refuse: Refuse) {
  const eventNames: string[] = [];
  const crons: CronSchedule[] = [];
  for (const trigger of triggers) {
    if (trigger instanceof EventType) {
      eventNames.push(readEventName(trigger, refuse));
      continue;
    }
    const { event, cron, ...others } = trigger as Record<string, unknown>;
    for (const [name, value] of Object.entries(others)) {
      if (value !== undefined) refuse(`the trigger option "${name}"`);
    }
    if (typeof cron === "string") crons.push(parseCron(cron));
    else eventNames.push(readEventName(event, refuse));
  }
  if (eventNames.length + crons.length === 0) refuse("a function without triggers");
  return { eventNames, crons };
}

function readEventName(event: unknown, refuse: Refuse): string {
  const name: unknown = event instanceof EventType ? event.name : event;
  if (typeof name !== "string" || name === "") return refuse("a trigger that is neither event nor cron");
  if (name.includes("*")) refuse(`the wildcard event "${name}"`);
  if (name.startsWith("inngest/") && name !== FUNCTION_FAILED) refuse(`the event "${name}"`);
  return name;
}

function readConcurrency(
  option: InngestFunction.Options["concurrency"],
  refuse: Refuse,
  readKey: (key: string | undefined, option: string) => KeyOf,
): FunctionDefinition["concurrency"] {
  const list = option === undefined ? [] : Array.isArray(option) ? option : [option];
  return list
    .map((entry: number | { limit: number; key?: string; scope?: string }) =>
      typeof entry === "number" ? { limit: entry } : entry,
    )
    .map(({ limit, key, scope }: { limit: number; key?: string; scope?: string }) => {
      if (scope !== undefined && scope !== "fn") refuse(`the concurrency scope "${scope}"`);
      return { limit: limit === 0 ? Number.POSITIVE_INFINITY : limit, keyOf: readKey(key, "concurrency") };
    });
}

function parseKey(key: string | undefined, option: string, refuse: Refuse): KeyOf {
  if (key === undefined) return () => "";
  if (!/^event\.data(\.[A-Za-z_]\w*)+$/.test(key))
    refuse(`the ${option} key "${key}", only event.data.<name>`);
  const path = key.split(".").slice(2);
  return (event) => {
    let value: unknown = event.data;
    for (const name of path) value = isRecord(value) ? value[name] : undefined;
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") {
      throw new Error(`The event "${event.name}" has no plain value at ${key}`);
    }
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
