import type { z } from "zod";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { ProjectActor } from "@/lib/projects/project-access";
import type { AdminDeps } from "./admin-deps";

/** Everything that may be said to a verb beside its id, as `parseArgs` reads it. */
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

/** What a verb is given beside the dependencies. */
export type AdminArguments = {
  id: string;
  project: string | null;
  checkout: string | null;
  options: Readonly<Options>;
};

/** Anyone who may run a command acts in every project as the operator. */
export function operatorIn({ project }: AdminArguments): ProjectActor {
  return { projectId: project ?? "", userId: null };
}

/** What is to be set; null for `--none`. @throws CheckoutError VALIDATION_ERROR unless exactly one of both is said */
export function oneOf({ options }: AdminArguments, name: "file" | "color" | "per-minute"): string | null {
  const value = options[name];
  if ((value === undefined) !== (options.none === true))
    throw new CheckoutError("VALIDATION_ERROR", `Say either --${name} or --none.`);
  return value ?? null;
}

export type AdminCommand = {
  /** As the usage shows it. */
  usage: string;
  needs: { id?: true; project?: true };
  /** Options that it knows beside those two; any other is a mistake. */
  takes?: readonly Exclude<OptionName, "project" | "checkout">[];
  /** It changes nothing: the service need not be told. */
  reads?: true;
  /** @returns what is printed. @throws CheckoutError when it is refused */
  run(deps: AdminDeps, given: AdminArguments): Promise<string[]>;
};

/** Reads what was said by its schema. @throws CheckoutError VALIDATION_ERROR naming each option at fault */
export function parseOptions<T extends z.ZodType>(schema: T, options: unknown): z.output<T> {
  const result = schema.safeParse(options);
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path: [name = "", ...rest], message }) =>
    [`--${String(name)}`, ...rest.map(String), message].join(" "),
  );
  throw new CheckoutError("VALIDATION_ERROR", faults.join("\n"));
}

const unprintable = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Text that others wrote, for a terminal: nothing of it moves the cursor, sets colours or turns a line around. */
export function printable(text: string): string {
  return text.replace(unprintable, (character) => (character === "\n" ? character : "\ufffd"));
}
