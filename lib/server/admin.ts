/**
 * `npm run admin -- <verb>`: what an owner decides, for every project of the service. Each act is written to the audit
 * log. Ends with 0, with 1 when the act was refused, with 2 when it could not be tried.
 */
import { parseArgs } from "node:util";
import { CheckoutError } from "@/lib/core/errors";
import { openAdmin } from "./admin/admin-deps";
import type { AdminArguments, AdminCommand } from "./admin/command";
import { refundCommands } from "./admin/refund-commands";
import { settlementCommands } from "./admin/settlement-commands";

const commands: Readonly<Record<string, AdminCommand>> = { ...refundCommands, ...settlementCommands };

const usage = `Usage: npm run admin -- <verb>
${Object.entries(commands)
  .map(([verb, command]) => `  ${`${verb} ${command.usage}`.trim()}`)
  .join("\n")}`;

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { project: { type: "string" }, checkout: { type: "string" }, help: { type: "boolean" } },
  });
  const [verb = "", id = "", ...more] = positionals;
  const command = Object.hasOwn(commands, verb) ? commands[verb] : undefined;
  const given: AdminArguments = { id, project: values.project ?? null, checkout: values.checkout ?? null };
  if (command === undefined || values.help || more.length > 0 || !isComplete(command, given)) {
    console.log(usage);
    return values.help ? 0 : 2;
  }
  const { deps, close } = await openAdmin();
  try {
    for (const line of await command.run(deps, given)) console.log(line);
    return 0;
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error;
    console.log(error.message);
    return 1;
  } finally {
    await close();
  }
}

function isComplete({ needs }: AdminCommand, { id, project }: AdminArguments): boolean {
  return (needs.id === true) === (id !== "") && (needs.project !== true || project !== null);
}

main(process.argv.slice(2)).then(
  (exitCode) => {
    process.exitCode = exitCode;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  },
);
