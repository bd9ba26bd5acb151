import { existsSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "@/lib/testing/run/bounded-process";
import { type Command, runCommand } from "@/lib/testing/run/command-suite";
import type { SuiteContext, TestResult } from "@/lib/testing/run/suite";

const folders = ["app", "components", "lib", "inngest", "prisma", "e2e"];

/** Formatting and lint, import direction, dead code, types: one test each, two at a time. */
export async function runChecks(context: SuiteContext, timeoutMs: number): Promise<TestResult[]> {
  const present = folders.filter((folder) => existsSync(path.join(projectRoot, folder)));
  const cruiser = "node_modules/dependency-cruiser/bin/dependency-cruise.mjs";
  const run = (name: string, ...args: string[]) =>
    runCommand({ name, args } satisfies Command, timeoutMs, context);

  const fast = async () => [
    await run("format and lint (biome)", "node_modules/@biomejs/biome/bin/biome", "check", "."),
    await run(
      "import direction (dependency-cruiser)",
      cruiser,
      "--config",
      ".dependency-cruiser.cjs",
      ...present,
    ),
    await run("nothing unused (knip)", "node_modules/knip/bin/knip.js"),
  ];
  const types = async () => {
    // Next declares its own modules and routes in files that it makes itself and that are not committed.
    const routes = await run(
      "types of the routes (next typegen)",
      "node_modules/next/dist/bin/next",
      "typegen",
    );
    return [routes, await run("types (tsc)", "node_modules/typescript/bin/tsc", "--noEmit")];
  };
  return (await Promise.all([fast(), types()])).flat();
}
