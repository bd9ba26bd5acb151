import { z } from "zod";
import type { Act, Typed } from "@/lib/platform/acts";
import { fault } from "@/lib/platform/faults/fault.rules";
import { nothing } from "@/lib/platform/primitives.schema";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { jsonOrText } from "@/lib/platform/values/text.rules";
import { type By, type ByInProject, OperatorAccess, operatorAnywhere } from "@/lib/projects/project-access";
import type { AdminDeps } from "./admin-parts";

export type AdminCommand = {
  /** Its arguments, in the form that `readUsage` reads. */
  usage: string;
  /** What it does, for people. */
  says: string;
  /** It changes nothing, so the service needs no wake-up. */
  reads?: true;
  /** @returns the output, line by line. @throws CheckoutError when it is refused */
  run(deps: AdminDeps, typed: Typed): Promise<string[]>;
};

/** An act whose parts the command line can give: in a project, or `anywhere`. */
type CommandAct = Act & {
  run: (parts: AdminDeps, by: ByInProject, given: never, keep: null) => Promise<unknown>;
  command?: {
    show: (result: never, parts: AdminDeps, given: never) => readonly string[];
  };
};

/** The commands of a table of acts: options from the input's schema, lines from the result. */
export function commandsOf(
  acts: Readonly<Record<string, (Act & { command?: undefined }) | CommandAct>>,
): Record<string, AdminCommand> {
  const rows = Object.values(acts).flatMap((act: Act) =>
    act.command === undefined ? [] : [[act.command.name, commandOf(act, act.command)] as const],
  );
  return Object.fromEntries(rows);
}

function commandOf(act: Act, command: NonNullable<Act["command"]>): AdminCommand {
  const {
    name: _,
    says,
    reads,
    word,
    anywhere,
    ofDeleted,
    asRefundWallet,
    options = {},
    typed,
    show,
  } = command;
  const input = act.input ?? nothing;
  const fields = Object.entries(options).flatMap(([field, option]) =>
    option === undefined ? [] : [{ field, option, ...shapeOf(input, field) }],
  );
  const usage = [
    ...(word === undefined ? [] : [word]),
    ...(anywhere === true ? [] : [anywhere === undefined ? "--project ID" : "[--project ID]"]),
    ...fields.map(({ option, isOptional }) => (isOptional ? `[${option}]` : option)),
    ...(typed?.usage === undefined ? [] : [typed.usage]),
  ].join(" ");
  return {
    usage,
    says,
    ...(reads === true ? { reads } : {}),
    run: async (deps, line) => {
      const isEverywhere = anywhere === true || (anywhere !== undefined && line.project === null);
      const by = isEverywhere ? operatorAnywhere : await operatorOf(deps, line, ofDeleted);
      const values = fields.flatMap(({ field, option, schema }) => {
        const value = typedValue(line, option, schema);
        return value === undefined ? [] : [[field, value] as const];
      });
      const read = parseOptions(
        input,
        { ...Object.fromEntries(values), ...(await typed?.read(line)) },
        (field) => nameOf(options[field] ?? "") || field,
      ) as object;
      const [id] = Object.keys(act.ids ?? {});
      const whole = { ...read, ...(id === undefined ? {} : { [id]: line.word }) };
      const parts = asRefundWallet === true ? withRefundWallet(deps) : deps;
      return [...show(await act.run(parts, by, whole, null), parts, whole)];
    },
  };
}

async function operatorOf(deps: AdminDeps, { project }: Typed, ofDeleted?: true): Promise<By> {
  return (await OperatorAccess.open(deps, project ?? "", ofDeleted)).by();
}

/** A spread would lose the origin, which is read from the settings only when it is needed. */
function withRefundWallet(deps: AdminDeps): object {
  const refundWallet = { value: deps.ownRefundWallet(), enumerable: true };
  return Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(deps), refundWallet });
}

/** Reads the options by its schema. @throws CheckoutError VALIDATION_ERROR naming each invalid option */
function parseOptions<T extends z.ZodType>(
  schema: T,
  options: unknown,
  nameOf: (field: string) => string,
): z.output<T> {
  const result = schema.safeParse(options);
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path: [name = "", ...rest], message }) =>
    [`--${nameOf(String(name))}`, ...rest.map(String), message].join(" "),
  );
  throw new CheckoutError("VALIDATION_ERROR", fault("commands.lines", { lines: faults.join("\n") }));
}

function shapeOf(input: z.ZodType, field: string): { schema: z.ZodType; isOptional: boolean } {
  const inputs = input instanceof z.ZodDiscriminatedUnion ? input.options : [input];
  const schemas = inputs.flatMap((one) =>
    one instanceof z.ZodObject && field in one.shape ? [one.shape[field] as z.ZodType] : [],
  );
  const [schema] = schemas;
  if (schema === undefined) throw new Error(`no input is called ${field}`);
  return { schema, isOptional: schemas.length < inputs.length || schema.safeParse(undefined).success };
}

const nameOf = (option: string) => /^\(?--([\w-]+)/.exec(option)?.[1] ?? "";

/** What people type is text; JSON where the field takes no text. */
function typedValue({ options, flags }: Typed, option: string, schema: z.ZodType): unknown {
  const name = nameOf(option);
  if (flags.has(name)) return true;
  if (option.endsWith("| --none)") && flags.has("none")) return null;
  const text = options[name];
  if (text === undefined || schema.safeParse(text).success) return text;
  const read = jsonOrText(text);
  // Of a field that may be null `--none` says so: the text of an empty variable must not remove a limit.
  return read !== null && schema.safeParse(read).success ? read : text;
}
