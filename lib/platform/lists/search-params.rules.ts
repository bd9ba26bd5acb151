import { dayMs } from "@/lib/platform/values/time.rules";

/** An address's parameters, as Next gives them. */
export type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

/** The one text given for a parameter; null where there is none. */
export function paramOf(params: SearchParams, name: string): string | null {
  const given = params[name];
  const text = (Array.isArray(given) ? given[0] : given)?.trim() ?? "";
  return text === "" ? null : text;
}

/** What is given for a parameter, if it is of that form; null for anything else. */
export function textOf(params: SearchParams, name: string, form: RegExp): string | null {
  const text = paramOf(params, name);
  return text !== null && form.test(text) ? text : null;
}

/** One of the words that a parameter may be; null for anything else. */
export function wordOf<Word extends string>(
  params: SearchParams,
  name: string,
  words: readonly Word[],
): Word | null {
  const text = paramOf(params, name)?.toUpperCase();
  return words.find((word) => word.toUpperCase() === text) ?? null;
}

/** A day as "2026-01-31" that the calendar has; null for anything else. */
export function dayOf(params: SearchParams, name: string): string | null {
  return readDay(paramOf(params, name) ?? "");
}

/** @see dayOf */
export function readDay(text: string): string | null {
  const time = /^20\d{2}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00.000Z`) : Number.NaN;
  // Some clocks read the 31st of a short month as the next one's first day.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? null : text;
}

/** The moments between which days lie, UTC: from the first, before the second. */
export function dayBounds({ fromDay, toDay }: { fromDay: string | null; toDay: string | null }): {
  from: Date | null;
  before: Date | null;
} {
  return {
    from: fromDay === null ? null : new Date(`${fromDay}T00:00:00.000Z`),
    before: toDay === null ? null : new Date(Date.parse(`${toDay}T00:00:00.000Z`) + dayMs),
  };
}

/** The parameters that say something, in the order in which they are named: equal lists have equal addresses. */
export function paramsOf(values: Readonly<Record<string, string | null>>): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== null && value !== "") params.set(name, value);
  return params;
}
