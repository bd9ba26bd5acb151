import type { z } from "zod";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { ProjectActor } from "@/lib/projects/project-access";
import type { AdminDeps } from "./admin-deps";

/** All options besides the id, as `parseArgs` reads them. */
export const optionTypes = {
  project: { type: "string" },
  checkout: { type: "string" },
  url: { type: "string" },
  kinds: { type: "string" },
  description: { type: "string" },
  now: { type: "boolean" },
  status: { type: "string" },
  kind: { type: "string" },
  from: { type: "string" },
  to: { type: "string" },
  after: { type: "string" },
  file: { type: "string" },
  color: { type: "string" },
  amount: { type: "string" },
  type: { type: "string" },
  reason: { type: "string" },
  chain: { type: "string" },
  token: { type: "string" },
  hours: { type: "string" },
  none: { type: "boolean" },
  allow: { type: "string" },
  forbid: { type: "string" },
  owner: { type: "string" },
  name: { type: "string" },
  wallet: { type: "string" },
  days: { type: "string" },
  use: { type: "string" },
  "per-minute": { type: "string" },
  item: { type: "string" },
  price: { type: "string" },
  currency: { type: "string" },
  slug: { type: "string" },
  "success-url": { type: "string" },
} as const;

type OptionName = keyof typeof optionTypes;

type Options = {
  [Name in OptionName]?: (typeof optionTypes)[Name]["type"] extends "boolean" ? boolean : string;
};

/** A command's input besides the dependencies. */
export type AdminArguments = {
  id: string;
  project: string | null;
  checkout: string | null;
  options: Readonly<Options>;
};

/** A person who may run commands acts in every project as the operator. */
export function operatorIn({ project }: AdminArguments): ProjectActor {
  return { projectId: project ?? "", userId: null };
}

/**
 * The value to set; null for `--none`. @throws CheckoutError VALIDATION_ERROR unless exactly one of the two is given
 */
export function oneOf({ options }: AdminArguments, name: "file" | "color" | "per-minute"): string | null {
  const value = options[name];
  if ((value === undefined) !== (options.none === true))
    throw new CheckoutError("VALIDATION_ERROR", `Say either --${name} or --none.`);
  return value ?? null;
}

export type AdminCommand = {
  /** As shown in the usage. */
  usage: string;
  needs: { id?: true; project?: true };
  /** Options that it accepts besides these two; any other is an error. */
  takes?: readonly Exclude<OptionName, "project" | "checkout">[];
  /** It changes nothing, so the service need not be notified. */
  reads?: true;
  /** @returns the output. @throws CheckoutError when it is refused */
  run(deps: AdminDeps, given: AdminArguments): Promise<string[]>;
};

/** Reads the options by its schema. @throws CheckoutError VALIDATION_ERROR naming each invalid option */
export function parseOptions<T extends z.ZodType>(schema: T, options: unknown): z.output<T> {
  const result = schema.safeParse(options);
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path: [name = "", ...rest], message }) =>
    [`--${String(name)}`, ...rest.map(String), message].join(" "),
  );
  throw new CheckoutError("VALIDATION_ERROR", faults.join("\n"));
}

const unprintable = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Foreign text made safe for a terminal: it cannot move the cursor, set colours or reorder a line. */
export function printable(text: string): string {
  return text.replace(unprintable, (character) => (character === "\n" ? character : "\ufffd"));
}
