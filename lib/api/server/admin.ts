/**
 * `npm run admin -- <verb>`: an owner's decisions, for every project of the service. Each action is written to the
 * audit log. Exits with 0, with 1 when the action was refused, with 2 when it could not be tried.
 */
import { runProgram } from "@/lib/api/cli/program";
import { runAdmin } from "@/lib/api/cli/run-admin";
import { findOperatorSettings } from "@/lib/api/settings/operator-settings";

await runProgram(async (args) => {
  const { exitCode, lines } = await runAdmin(args, findOperatorSettings);
  for (const line of lines) console.log(line);
  return exitCode;
});
