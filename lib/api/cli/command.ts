import type { z } from "zod";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { ProjectActor } from "@/lib/projects/project-access";
import type { AdminDeps } from "./admin-deps";

/** The arguments of a command. */
export type AdminArguments = {
  id: string;
  project: string | null;
  checkout: string | null;
  /** Other options with a value. */
  options: Readonly<Record<string, string | undefined>>;
  /** Options without a value. */
  flags: ReadonlySet<string>;
};

/** A person who may run commands acts in every project as the operator. */
export function operatorIn({ project }: AdminArguments): ProjectActor {
  return { projectId: project ?? "", userId: null };
}

export type AdminCommand = {
  /** Its arguments, in the form that `readUsage` reads. */
  usage: string;
  /** What it does, for people. */
  says: string;
  /** It changes nothing, so the service needs no wake-up. */
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
