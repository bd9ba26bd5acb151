import "@/lib/platform/primitives.schema";
import { z } from "zod";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { findJsonFault, findMisspelling } from "./misspelling";

/** What an operator has to know of a setting. */
type Help = {
  /** For the page of all settings, in Markdown. */
  meaning: string;
  /** For that page, where the schema's own default would not be understood, or another rule holds. */
  preset?: string;
  /** How to get a value, below the fault that it is missing. */
  missing?: string;
  /** The form of a value, below a fault that doesn't say it. */
  wrong?: string;
};

/** The one description of each setting, beside its schema; the documentation and the messages are made from it. */
export const help = z.registry<Help>();

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
      // A misspelling is named with every fault.
      const place = findMisspelling(value) === null ? `: ${findJsonFault(value)}` : "";
      context.addIssue({ code: "custom", message: `must be JSON${place}` });
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
