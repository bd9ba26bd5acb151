import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import startService from "../global-setup";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = fileURLToPath(new URL("../../integrations/mcp", import.meta.url));

/** Installs the SDK and the conformance tests, checks the types of what imports them, and starts the service. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder);
  run(process.execPath, ["node_modules/typescript7/bin/tsc", "-p", folder], root);
  return startService();
}

function run(program: string, args: readonly string[], cwd: string): void {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} failed:\n${stdout}${stderr}`);
}
