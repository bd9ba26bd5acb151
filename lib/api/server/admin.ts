/**
 * `npm run admin -- <verb>`: an owner's decisions, for every project of the service. Each action is written to the
 * audit log. Exits with 0, with 1 when the action was refused, with 2 when it could not be tried.
 */
import { runAdmin } from "@/lib/api/cli/run-admin";
import { findOperatorSettings } from "@/lib/api/settings/operator-settings";

runAdmin(process.argv.slice(2), findOperatorSettings).then(
  ({ exitCode, lines }) => {
    for (const line of lines) console.log(line);
    process.exitCode = exitCode;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  },
);
