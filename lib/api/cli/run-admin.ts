import { parseArgs } from "node:util";
import type { OperatorSettings } from "@/lib/api/settings/operator-settings";
import { CheckoutError } from "@/lib/platform/errors.rules";
import { accountCommands } from "./account-commands";
import { openAdmin } from "./admin-deps";
import { checkoutCommands } from "./checkout-commands";
import { type AdminArguments, type AdminCommand, optionTypes } from "./command";
import { keyCommands } from "./key-commands";
import { projectCommands } from "./project-commands";
import { refundCommands } from "./refund-commands";
import { settingCommands } from "./setting-commands";
import { settlementCommands } from "./settlement-commands";
import { setupCommands } from "./setup-commands";
import { strayCommands } from "./stray-commands";
import { webhookCommands } from "./webhook-commands";

/** Every command, by its verb. */
export const commands: Readonly<Record<string, AdminCommand>> = {
  ...accountCommands,
  ...setupCommands,
  ...projectCommands,
  ...settingCommands,
  ...keyCommands,
  ...checkoutCommands,
  ...refundCommands,
  ...settlementCommands,
  ...strayCommands,
  ...webhookCommands,
};

const usage = `Usage: npm run admin -- <verb>
${Object.entries(commands)
  .map(([verb, command]) => `  ${`${verb} ${command.usage}`.trim()}`)
  .join("\n")}`;

/**
 * Does what an owner decided. Settings are asked for only when there is something to do.
 *
 * @returns what is to be said, and 0; 1 when the act was refused, 2 when it could not be tried
 * @throws SettingsError
 */
export async function runAdmin(
  args: string[],
  settings: () => Promise<OperatorSettings>,
): Promise<{ exitCode: 0 | 1 | 2; lines: readonly string[] }> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { ...optionTypes, help: { type: "boolean" } },
  });
  const { help, project = null, checkout = null, ...options } = values;
  const { command, rest } = findCommand(positionals);
  const [id = "", ...more] = rest;
  const given: AdminArguments = { id, project, checkout, options };
  if (command === undefined || help || more.length > 0 || !isComplete(command, given))
    return { exitCode: help ? 0 : 2, lines: [usage] };

  const { deps, close } = openAdmin(await settings());
  try {
    const lines = await command.run(deps, given);
    // Done it is, whether the service hears of it now or finds it within the minute.
    if (!command.reads) await deps.announceAct().catch(() => undefined);
    return { exitCode: 0, lines };
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error;
    return { exitCode: 1, lines: [error.message] };
  } finally {
    await close();
  }
}

/** A verb is a word, or two. */
function findCommand(words: readonly string[]): {
  command: AdminCommand | undefined;
  rest: readonly string[];
} {
  const length = Object.hasOwn(commands, words.slice(0, 2).join(" ")) ? 2 : 1;
  const verb = words.slice(0, length).join(" ");
  return { command: Object.hasOwn(commands, verb) ? commands[verb] : undefined, rest: words.slice(length) };
}

function isComplete({ needs, takes = [] }: AdminCommand, { id, project, options }: AdminArguments): boolean {
  const known: readonly string[] = takes;
  return (
    (needs.id === true) === (id !== "") &&
    (needs.project !== true || project !== null) &&
    Object.keys(options).every((name) => known.includes(name))
  );
}
