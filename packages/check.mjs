/** What `npm run packages -- --check` asks of each tarball. */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const modules = fileURLToPath(new URL("node_modules", import.meta.url));

/** The judges of a package's form: its manifest, its types under each resolution, its size. */
const judges = ({ workspace, tarball }) => [
  [`publint`, workspace, [`${modules}/publint/src/cli.js`, "--strict", workspace]],
  ["attw", workspace, [`${modules}/@arethetypeswrong/cli/dist/index.js`, tarball, "--profile", "node16"]],
  ["size-limit", workspace, [`${modules}/size-limit/bin.js`]],
];

/** @returns {Promise<number>} the exit code */
export async function checkPackages(built) {
  let failed = 0;
  for (const one of built)
    for (const [name, cwd, args] of judges(one)) {
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: "utf8" });
      console.log(`${status === 0 ? "passed" : "FAILED"}  ${path.basename(one.workspace)}: ${name}`);
      if (status !== 0 || name === "size-limit") console.log(`${stdout}${stderr}`.trim());
      if (status !== 0) failed += 1;
    }
  return failed === 0 ? 0 : 1;
}
