import { inspect, type ParseArgsConfig, parseArgs } from "node:util";
import { databaseAdvice } from "@/lib/platform/postgres/faults.rules";
import { outliveReaders } from "@/lib/platform/process/output";
import { fileAdvice } from "@/lib/platform/process/start-error";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { escapeText } from "@/lib/platform/values/text.rules";
import { hasOwnDatabase } from "@/lib/settings/environment";
import { SettingsError } from "@/lib/settings/variables";

/** Invalid arguments: the message names the fault, then the usage. */
export class UsageError extends Error {
  override readonly name = "UsageError";

  constructor(sentence: string, usage: string) {
    super(`${escapeText(sentence)}\n${usage}`);
  }
}

/** Someone asked for help: the message is the usage. */
class HelpRequested extends Error {
  override readonly name = "HelpRequested";
}

/** What `parseArgs` reads. @throws UsageError, or HelpRequested for --help, which `runProgram` answers */
export function readArguments<const T extends NonNullable<ParseArgsConfig["options"]>>(
  usage: string,
  { args, options, allowPositionals = false }: { args: string[]; options: T; allowPositionals?: boolean },
) {
  if (args.includes("--help") || args.includes("-h")) throw new HelpRequested(usage);
  try {
    return parseOnce({ args, options, allowPositionals });
  } catch (error) {
    throw new UsageError(argumentFault(error), usage);
  }
}

/** As `parseArgs`, which would keep the last value of a repeated option and drop the others. */
export function parseOnce<T extends ParseArgsConfig>(config: T) {
  const { tokens = [] } = parseArgs({ ...config, tokens: true });
  const names = tokens.flatMap((token) => (token.kind === "option" ? [token.name] : []));
  const repeated = names.find(
    (name, index) => names.indexOf(name) !== index && config.options?.[name]?.multiple !== true,
  );
  if (repeated !== undefined)
    throw Object.assign(
      new Error(`Option '--${repeated}' is given more than once. Run the command once for each`),
      {
        code: "ERR_PARSE_ARGS_REPEATED_OPTION",
      },
    );
  return parseArgs(config);
}

/** Runs a command's program. Its result is the exit code; an error prints its message and exits with 2. */
export async function runProgram(main: (args: string[]) => Promise<number>): Promise<void> {
  // `npm run admin … | head` closes the pipe before the last line.
  outliveReaders(process);
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    if (error instanceof HelpRequested) {
      console.log(error.message);
      return;
    }
    console.error(errorText(error));
    process.exitCode = 2;
  }
}

/** An error for the terminal. Only errors that we wrote have several lines: text of strangers can't add one. */
export function errorText(error: unknown): string {
  const text =
    databaseAdvice(error, hasOwnDatabase()) ??
    fileAdvice(error) ??
    (error instanceof Error ? error.message : inspect(error));
  const hasOwnLines = error instanceof UsageError || error instanceof SettingsError;
  return hasOwnLines ? text.split("\n").map(escapeText).join("\n") : escapeText(text);
}

/** What a usage line allows: `REFUND --to ADDRESS [--reason TEXT]`, `--project ID (--file PICTURE | --none)`. */
export type Usage = {
  /** The name of the id after the command; null if it takes none. */
  id: string | null;
  /** Options with a value, and those without. */
  options: ReadonlyMap<string, "string" | "boolean">;
  /** Required options: one alternative of each, with all of its options. */
  required: readonly (readonly (readonly string[])[])[];
};

const piece = /\[[^\]]*\]|\([^)]*\)|--[\w-]+(?: (?!--)[^\s[(]+)?|\S+/g;
const option = /--([\w-]+)( [^\s|)\]-][^\s)\]]*)?/g;

/** Reads a usage line, the only description of a command's arguments. */
export function readUsage(line: string): Usage {
  const options = new Map<string, "string" | "boolean">();
  const required: (readonly string[])[][] = [];
  let id: string | null = null;
  for (const [text] of line.matchAll(piece)) {
    const alternatives = text.split(" | ").map((part) =>
      [...part.matchAll(option)].map(([, name = "", value]) => {
        options.set(name, value === undefined ? "boolean" : "string");
        return name;
      }),
    );
    if (text.startsWith("[")) continue;
    if (alternatives.flat().length === 0) id = text;
    else required.push(alternatives);
  }
  return { id, options, required };
}

/** One sentence on a missing or unexpected argument; null when all fit. */
export function missingFrom(
  { id, required }: Usage,
  given: { words: readonly string[]; options: ReadonlySet<string> },
): string | null {
  const [word, ...more] = given.words;
  if (id === null && word !== undefined) return `Unexpected argument "${word}".`;
  if (id !== null && word === undefined) return `${id} is missing.`;
  if (more.length > 0)
    return `Unexpected argument "${more.join(" ")}". Put quotes around values with spaces.`;
  for (const alternatives of required) {
    const chosen = alternatives.filter((names) => names.some((name) => given.options.has(name)));
    if (alternatives.length > 1 && chosen.length !== 1)
      return `Give either ${alternatives.map((names) => names.map((name) => `--${name}`).join(" and ")).join(" or ")}.`;
    const lacking =
      chosen.flat().length === 0 ? alternatives[0] : chosen[0]?.filter((name) => !given.options.has(name));
    const [missing] = lacking ?? [];
    if (missing !== undefined) return `--${missing} is missing.`;
  }
  return null;
}

/** The message of `parseArgs`, without its advice on dashes. @throws any other error */
export function argumentFault(error: unknown): string {
  const isFault =
    error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS_");
  if (!isFault) throw error;
  const [sentence = ""] = error.message.split(/[.\n]/);
  return `${sentence}.`;
}

/** Prints lines. Text of strangers in them can neither add a line nor control the terminal. */
export function printLines(lines: readonly string[]): void {
  for (const line of lines) console.log(escapeText(line));
}

/** A private key from the first line of a text: 0x and 64 hex digits. @throws UsageError, which does not show it */
export function readKey(given: string, usage: string): Hex {
  const key = given.split("\n")[0]?.trim() ?? "";
  if (!/^0x[0-9a-fA-F]{64}$/.test(key))
    throw new UsageError("The first line is not a private key: 0x and 64 hex digits.", usage);
  return key.toLowerCase() as Hex;
}
