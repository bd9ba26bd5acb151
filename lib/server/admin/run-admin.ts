import { parseArgs } from "node:util";
import { CheckoutError } from "@/lib/core/errors";
import type { OperatorSettings } from "../operator-settings";
import { openAdmin } from "./admin-deps";
import type { AdminArguments, AdminCommand } from "./command";
import { refundCommands } from "./refund-commands";
import { settlementCommands } from "./settlement-commands";

const commands: Readonly<Record<string, AdminCommand>> = { ...refundCommands, ...settlementCommands };

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
    options: { project: { type: "string" }, checkout: { type: "string" }, help: { type: "boolean" } },
  });
  const [verb = "", id = "", ...more] = positionals;
  const command = Object.hasOwn(commands, verb) ? commands[verb] : undefined;
  const given: AdminArguments = { id, project: values.project ?? null, checkout: values.checkout ?? null };
  if (command === undefined || values.help || more.length > 0 || !isComplete(command, given))
    return { exitCode: values.help ? 0 : 2, lines: [usage] };

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

function isComplete({ needs }: AdminCommand, { id, project }: AdminArguments): boolean {
  return (needs.id === true) === (id !== "") && (needs.project !== true || project !== null);
}
