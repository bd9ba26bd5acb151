import { z } from "zod";
import "@/lib/platform/primitives.schema";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** An address of an account or a contract, in any case; read as lower case. */
export const hexAddress = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, "must be an address")
  .transform((value) => value.toLowerCase() as Hex);
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
      context.addIssue({ code: "custom", message: `${issue.path.join(".")}: ${issue.message}` });
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

/** What is wrong with a setting, and how an operator comes by its value. */
export type SettingsFault = { says: string; todo: string | null };

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

const hexKey = "create one: openssl rand -hex 32";
const keystore = "create one: npm run keystore -- --new --password-file FILE --out KEYSTORE";

/** How an operator comes by a value. */
const howTo: Readonly<Record<string, string>> = {
  BASE_URL: "the https origin under which customers reach the service: https://pay.example.com",
  CHAINS: `for example [{"chainId":8453,"rpcUrls":["https://…","https://…"]}]`,
  DATA_KEY: "create one: openssl rand -base64 32",
  DATABASE_URL:
    "postgresql://USER:PASSWORD@HOST:5432/DATABASE; in a password, percent-encode all characters except letters and digits",
  INNGEST_EVENT_KEY: hexKey,
  INNGEST_SIGNING_KEY: hexKey,
  METRICS_TOKEN: hexKey,
  OPERATOR_PRIVATE_KEY: keystore,
  OPERATOR_TOKEN: hexKey,
  REFUND_AUTHORITY: "the address of a wallet whose key is kept elsewhere; its owner signs refunds",
  REFUND_PRIVATE_KEY: keystore,
  REFUND_DAILY_CAP_TOKENS: "whole tokens, for example 10000",
};

/** @param faults one for each variable */
export function incomplete(faults: readonly string[]): SettingsError {
  return refuseSettings("Settings are missing or invalid:", faults);
}

/** @param faults one for each variable, which it begins with */
export function refuseSettings(title: string, faults: readonly string[]): SettingsError {
  const told = faults.map((says) => {
    const [name = ""] = /^[A-Z_]+/.exec(says) ?? [];
    return { says, todo: howTo[name] ?? null };
  });
  const lines = told.map(({ says, todo }) => (todo === null ? `  ${says}` : `  ${says}\n    ${todo}`));
  return new SettingsError(`${title}\n${lines.join("\n")}`, told);
}
