import { type ParseArgsConfig, parseArgs } from "node:util";
import { argumentFault } from "./usage";

/** Invalid arguments: the message names the fault, then the usage. */
export class UsageError extends Error {
  override readonly name = "UsageError";

  constructor(sentence: string, usage: string) {
    super(`${sentence}\n${usage}`);
  }
}

/** Someone asked for help: the message is the usage. */
class HelpAsked extends Error {
  override readonly name = "HelpAsked";
}

/** What `parseArgs` reads. @throws UsageError, or HelpAsked for --help, which `runProgram` answers */
export function readArguments<const T extends NonNullable<ParseArgsConfig["options"]>>(
  usage: string,
  { args, options, allowPositionals = false }: { args: string[]; options: T; allowPositionals?: boolean },
) {
  if (args.includes("--help") || args.includes("-h")) throw new HelpAsked(usage);
  try {
    return parseArgs({ args, options, allowPositionals });
  } catch (error) {
    throw new UsageError(argumentFault(error), usage);
  }
}

/** Runs a command's program. Its result is the exit code; an error prints its message and exits with 2. */
export async function runProgram(main: (args: string[]) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    if (error instanceof HelpAsked) {
      console.log(error.message);
      return;
    }
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}
