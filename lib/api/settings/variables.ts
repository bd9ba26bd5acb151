import { z } from "zod";
import "@/lib/platform/input-messages.schema";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** An address of an account or a contract, in any case; read in lower case. */
export const hexAddress = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, "must be an address")
  .transform((value) => value.toLowerCase() as Hex);
/** A variable that holds JSON; what does not fit is told with its path inside. */
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
      context.addIssue({ code: "custom", message: `${issue.path.join(".")}: ${issue.message}` });
    }
    return z.NEVER;
  });

/** A setting is missing or wrong; the message names each variable. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/** Reads variables; an empty one counts as not set. @throws SettingsError naming every variable at fault */
export function parseVariables<T extends z.ZodType>(
  schema: T,
  given: Readonly<Record<string, string | undefined>>,
  alsoMissing: readonly string[] = [],
): z.output<T> {
  const variables = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
  const result = schema.safeParse(variables);
  if (result.success && alsoMissing.length === 0) return result.data;
  const faults = (result.error?.issues ?? []).map((issue) =>
    variables[String(issue.path[0])] === undefined
      ? `${String(issue.path[0])} is missing`
      : `${issue.path.join(".")} ${issue.message}`,
  );
  throw incomplete([...faults, ...alsoMissing]);
}

/** @param faults one for each variable */
export function incomplete(faults: readonly string[]): SettingsError {
  return new SettingsError(`The settings are not complete:\n  ${faults.join("\n  ")}`);
}
