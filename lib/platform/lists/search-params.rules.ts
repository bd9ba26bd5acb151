import { dayMs } from "@/lib/platform/values/time.rules";

/** A URL's parameters, as Next provides them. */
export type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

/** A parameter's text; null without exactly one. */
export function paramOf(params: SearchParams, name: string): string | null {
  const given = params[name];
  const text = (Array.isArray(given) ? given[0] : given)?.trim() ?? "";
  return text === "" ? null : text;
}

/** A parameter's text if it matches the pattern; otherwise null. */
export function textOf(params: SearchParams, name: string, form: RegExp): string | null {
  const text = paramOf(params, name);
  return text !== null && form.test(text) ? text : null;
}

/** A parameter's text if it is one of the words; otherwise null. */
export function wordOf<Word extends string>(
  params: SearchParams,
  name: string,
  words: readonly Word[],
): Word | null {
  const text = paramOf(params, name)?.toUpperCase();
  return words.find((word) => word.toUpperCase() === text) ?? null;
}

/** A valid day as "2026-01-31"; otherwise null. */
export function dayOf(params: SearchParams, name: string): string | null {
  return readDay(paramOf(params, name) ?? "");
}

/** @see dayOf */
export function readDay(text: string): string | null {
  const time = /^20\d{2}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00.000Z`) : Number.NaN;
  // `Date` reads the 31st of a short month as the next month's first day.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? null : text;
}

/** The range of times of the days, UTC: start inclusive, end exclusive. */
export function dayBounds({ fromDay, toDay }: { fromDay: string | null; toDay: string | null }): {
  from: Date | null;
  before: Date | null;
} {
  return {
    from: fromDay === null ? null : new Date(`${fromDay}T00:00:00.000Z`),
    before: toDay === null ? null : new Date(Date.parse(`${toDay}T00:00:00.000Z`) + dayMs),
  };
}

/** The non-empty parameters in fixed order, so that equal lists have equal URLs. */
export function paramsOf(values: Readonly<Record<string, string | null>>): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== null && value !== "") params.set(name, value);
  return params;
}
