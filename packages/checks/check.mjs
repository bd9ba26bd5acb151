/**
 * `npm run packages -- --check`: judges each tarball's form, and installs the packages into fresh projects that use them.
 * With --demo these send requests to the demo that runs on this machine.
 */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startRegistry } from "../registry.mjs";
import { clientProjects } from "./client-projects.mjs";
import { elementsProjects } from "./elements-projects.mjs";
import { shopProjects } from "./shop-projects.mjs";

const run = promisify(execFile);
const projects = { client: clientProjects, elements: elementsProjects, shop: shopProjects };
const modules = fileURLToPath(new URL("../node_modules", import.meta.url));

/** The judges of a manifest, and of a library's types under each resolution and its size. */
const judges = ({ staged, manifest, tarball }) => [
  ["publint", [`${modules}/publint/src/cli.js`, "--strict", staged]],
  ...(manifest.exports === undefined
    ? []
    : [
        ["attw", [`${modules}/@arethetypeswrong/cli/dist/index.js`, tarball, "--profile", "node16"]],
        ["size-limit", [`${modules}/size-limit/bin.js`, "--silent"]],
      ]),
];

/** The demo that runs on this machine; null without the flag. */
async function readDemo(flags) {
  if (!flags.includes("--demo")) {
    console.log("No requests are sent: start npm run demo, and add --demo.");
    return null;
  }
  return JSON.parse(await readFile(new URL("../../.data/demo.json", import.meta.url), "utf8"));
}

/** @returns {Promise<number>} the exit code */
export async function checkPackages(built, flags) {
  let failed = 0;
  const check = async (name, work) => {
    try {
      await work();
      console.log(`passed  ${name}`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED  ${name}\n${error.stdout ?? ""}${error.stderr ?? error.stack}`);
    }
  };
  const demo = await readDemo(flags);
  const service = demo && { CHECKOUT_URL: demo.baseUrl, CHECKOUT_SERVER_KEY: demo.serverKey };
  const env = { ...process.env, ...service };
  const { url: registry, server } = await startRegistry(built);
  for (const one of built)
    for (const [judge, args] of judges(one))
      await check(`${one.manifest.name}: ${judge}`, () => run(process.execPath, args, { cwd: one.folder }));
  for (const [packageName, ofPackage] of Object.entries(projects))
    for (const [name, project] of Object.entries(ofPackage)) {
      const folder = await mkdtemp(path.join(tmpdir(), `checkout-${name}-`));
      await check(`${packageName} in a fresh project: ${name}`, () =>
        project({ folder, built, demo, env, modules, registry }),
      );
      await rm(folder, { recursive: true });
    }
  server.close();
  return failed === 0 ? 0 : 1;
}
