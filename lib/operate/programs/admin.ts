/**
 * `npm run admin -- <verb>`: an owner's decisions, for every project of the service. Each action is written to the
 * audit log. Exits with 0, with 1 when the action was refused, with 2 when it could not be tried.
 */
import { runProgram } from "@/lib/operate/commands/program";
import { runAdmin } from "@/lib/operate/commands/run-admin";
import { findOperatorSettings } from "@/lib/settings/operator-settings";

await runProgram(async (args) => {
  const { exitCode, lines } = await runAdmin(args, findOperatorSettings);
  for (const line of lines) console.log(line);
  return exitCode;
});
