import type { z } from "zod";
import { isQuoted, settingText } from "@/lib/platform/process/environment.mjs";
import { escapeText } from "@/lib/platform/values/text.rules";
import { type Given, settingNames, settings } from "./schema";
import { closestName } from "./values";

// The application reads its settings from process.env only here; programs that start without it (the start script,
// migrations) read a few variables themselves. No "server-only" here: commands read settings outside Next too.

/** With those that commands alone read. */
const environmentNames: readonly string[] = [...settingNames, "DATA_ROOT", "DEMO_WEBHOOK_URL"];

let isCleaned = false;

/**
 * The process's variables, with the settings as `settingText` reads them: changed in place, because packages and
 * programs that we start read some of them too.
 */
export function environment(): Given {
  if (!isCleaned) {
    for (const name of quotedSettings(process.env)) console.warn(quotedWarning(name));
    for (const misspelt of misspeltSettings(process.env)) console.warn(misspeltWarning(misspelt));
    Object.assign(process.env, cleaned(process.env));
    isCleaned = true;
  }
  return process.env;
}

/** The settings whose values have quotation marks around them. */
export function quotedSettings(given: Given): string[] {
  return environmentNames.filter((name) => isQuoted(given[name] ?? ""));
}

export function quotedWarning(name: string): string {
  return `${name} has quotation marks around its value. We ignore them: docker and kubectl keep those of a settings file.`;
}

type Misspelt = { name: string; meant: string };

/** Variables whose names are close to a setting's. The rest of the environment belongs to other programs. */
export function misspeltSettings(given: Given): Misspelt[] {
  return Object.entries(given).flatMap(([name, value]) => {
    if (environmentNames.includes(name) || !settingText(name, value ?? "")) return [];
    const meant = closestName(name, environmentNames, (known) => Math.max(1, Math.floor(known.length / 6)));
    return meant === null ? [] : [{ name, meant }];
  });
}

export function misspeltWarning({ name, meant }: Misspelt): string {
  return escapeText(`unknown setting ${name}; did you mean ${meant}?`);
}

/** Variables with each setting as its author meant it. */
export function cleaned(given: Given): Given {
  const settings = environmentNames.flatMap((name) => {
    const value = given[name];
    return value === undefined ? [] : [[name, settingText(name, value)] as const];
  });
  return { ...given, ...Object.fromEntries(settings) };
}

/** Whether the environment has the service's settings, and otherwise where a demo's data is. */
export function commandEnv(): { hasSettings: boolean; dataRoot: string } {
  const { DATABASE_URL, CHAINS, DATA_ROOT } = environment();
  return { hasSettings: Boolean(DATABASE_URL) || Boolean(CHAINS), dataRoot: DATA_ROOT || ".data" };
}

/** Whether the service runs its own PostgreSQL, because no setting names a database. */
export function hasOwnDatabase(given: Given = environment()): boolean {
  return ["DATABASE_URL", "DATABASE_DIRECT_URL"].every((name) => settingText(name, given[name] ?? "") === "");
}

/** The variables as they are, for commands that report on every setting. */
export function givenVariables(): Given {
  return process.env;
}

/** One setting by itself; undefined where it is missing or wrong. */
export function readSetting<Name extends keyof typeof settings.shape>(
  name: Name,
  given: Given,
): z.output<(typeof settings.shape)[Name]> | undefined {
  const result = settings.shape[name].safeParse(settingText(name, given[name] ?? "") || undefined);
  return result.success ? (result.data as z.output<(typeof settings.shape)[Name]>) : undefined;
}

/** next-auth reads the public URL only from here. */
export function setAuthUrl(baseUrl: string): void {
  process.env.NEXTAUTH_URL = baseUrl;
}
