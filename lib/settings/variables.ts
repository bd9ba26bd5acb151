import { z } from "zod";
import "@/lib/platform/primitives.schema";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { escapeText } from "@/lib/platform/values/text.rules";
import { missingSetting, type SettingsFault, wrongSetting } from "./advice";

/** An address of an account or a contract, in any case; read as lower case. */
export const hexAddress = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, "must be an address: 0x and 40 digits or letters from a to f")
  .transform((value) => value.toLowerCase() as Hex);
/** A whole number in digits. */
export const wholeNumber = (least: number, most: number) =>
  z.string().transform((value, context): number => {
    if (/^\d{1,15}$/.test(value) && Number(value) >= least && Number(value) <= most) return Number(value);
    context.addIssue({ code: "custom", message: `must be a whole number from ${least} to ${most}` });
    return z.NEVER;
  });
/** A secret or an id that another service issued. A space would be a comment behind it, which some readers keep. */
export const credential = z
  .string()
  .regex(/^[!-~]{1,512}$/, "must have 1 to 512 visible ASCII characters without spaces");
/** A variable with JSON; an error names the path inside. */
export const json = <T extends z.ZodType>(schema: T) =>
  z.string().transform((value, context): z.output<T> => {
    let parsed: unknown;
    try {
      parsed = JSON.parse(value);
    } catch {
      context.addIssue({ code: "custom", message: "must be JSON" });
      return z.NEVER;
    }
    const result = schema.safeParse(parsed);
    if (result.success) return result.data;
    for (const issue of result.error.issues) {
      const place = issue.path.length === 0 ? "" : `${issue.path.join(".")}: `;
      context.addIssue({ code: "custom", message: place + issue.message });
    }
    return z.NEVER;
  });

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
  given: Readonly<Record<string, string | undefined>>,
  alsoMissing: readonly SettingsFault[] = [],
): z.output<T> {
  const variables = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
  const result = schema.safeParse(variables);
  if (result.success && alsoMissing.length === 0) return result.data;
  const faults = (result.error?.issues ?? []).map((issue) => {
    const name = String(issue.path[0]);
    return variables[name] === undefined
      ? missingSetting(name)
      : wrongSetting(name, `${issue.path.join(".")} ${issue.message}`);
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
