import type { z } from "zod";
import { escapeText } from "@/lib/platform/values/text.rules";
import { findMisspelling } from "./misspelling";
import { type Given, settings } from "./schema";
import { help } from "./values";

/** What is wrong with a setting, and what an operator does about it; null where the fault itself says it. */
export type SettingsFault = { says: string; todo: string | null };

/** @param says with more than the name */
export function missingSetting(name: string, says = `${name} is missing`): SettingsFault {
  return { says, todo: helpOf(name)?.missing ?? null };
}

/** @param says begins with the name */
export function wrongSetting(name: string, says: string): SettingsFault {
  return { says, todo: helpOf(name)?.wrong ?? null };
}

function helpOf(name: string) {
  return name in settings.shape ? help.get(settings.shape[name as keyof typeof settings.shape]) : undefined;
}

/** A setting is missing or invalid; the message names each variable. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
  readonly faults: readonly SettingsFault[];

  constructor(message: string, faults: readonly SettingsFault[] = [{ says: message, todo: null }]) {
    super(message);
    this.faults = faults;
  }
}

/** Reads variables; an empty one counts as not set. @throws SettingsError naming every variable at fault */
export function parseVariables<T extends z.ZodType>(
  schema: T,
  given: Given,
  alsoMissing: readonly SettingsFault[] = [],
): z.output<T> {
  const variables = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
  const result = schema.safeParse(variables);
  if (result.success && alsoMissing.length === 0) return result.data;
  const faults = (result.error?.issues ?? []).map((issue) => {
    const name = String(issue.path[0]);
    const value = variables[name];
    if (value === undefined) return missingSetting(name);
    const misspelling = findMisspelling(value);
    const why = misspelling === null ? "" : `: ${misspelling}`;
    return wrongSetting(name, `${issue.path.join(".")} ${issue.message}${why}`);
  });
  throw incomplete([...faults, ...alsoMissing]);
}

export function incomplete(faults: readonly SettingsFault[]): SettingsError {
  return refuseSettings("Settings are missing or invalid:", faults);
}

/** The error's message has a line for each fault and one for its advice; a value in them can't add another. */
export function refuseSettings(title: string, faults: readonly SettingsFault[]): SettingsError {
  const lines = faults.flatMap(({ says, todo }) => [
    `  ${escapeText(says)}`,
    ...(todo === null ? [] : [`    ${todo}`]),
  ]);
  return new SettingsError([title, ...lines].join("\n"), faults);
}
