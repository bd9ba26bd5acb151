/**
 * `npm run doctor`: every setting of the service and everything that they lead to, and what to do about what is wrong.
 * It changes and sends nothing, and may run beside the service or before its first start.
 *
 * Ends with 0, with 1 when something is wrong, with 2 when it could not look.
 */
import { printLines, readArguments, runProgram } from "@/lib/operate/commands/program";
import type { Finding } from "@/lib/operate/doctor/finding";
import { runDoctor } from "@/lib/operate/doctor/run-doctor";
import { alignColumns } from "@/lib/platform/values/text.rules";
import { commandEnv, givenVariables } from "@/lib/settings/environment";
import { ownDatabaseUrl } from "@/lib/settings/operator-settings";

const usage = `Usage: npm run doctor [-- --json]
  Checks every setting in the environment, the database, nodes, wallets, rates, mail, webhooks, the public address and
  Inngest, and says of each fault what to do. Give it the environment that the service has.`;

const marks = { ok: "ok", warning: "warning", fault: "FAULT" } as const;

function toText(findings: readonly Finding[]): string[] {
  const rows = alignColumns(findings.map(({ area, state, says }) => [marks[state], area, says]));
  const indent = " ".repeat(rows[0]?.indexOf(findings[0]?.says ?? "") ?? 0);
  const lines = findings.flatMap(({ todo }, index) => [
    rows[index] ?? "",
    ...(todo === undefined ? [] : [`${indent}→ ${todo}`]),
  ]);
  const count = (wanted: Finding["state"]) => findings.filter(({ state }) => state === wanted).length;
  return [...lines, "", `Faults: ${count("fault")}. Warnings: ${count("warning")}.`];
}

await runProgram(async (args) => {
  const { values } = readArguments(usage, { args, options: { json: { type: "boolean" } } });
  const findings = await runDoctor({
    variables: givenVariables(),
    ownDatabaseUrl: await ownDatabaseUrl(commandEnv().dataRoot),
  });
  if (values.json) console.log(JSON.stringify(findings, null, 2));
  else printLines(toText(findings));
  return findings.some(({ state }) => state === "fault") ? 1 : 0;
});
