import { execFileSync } from "node:child_process";
import { cp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Mutant } from "@stryker-mutator/api/core";
import { Instrumenter } from "@stryker-mutator/instrumenter";

export const projectRoot = fileURLToPath(new URL("../../..", import.meta.url));
/** The use cases that move money: files of these rooms that have no other ending. */
const isMutated = (file: string) =>
  /^lib\/(checkouts|payments|refunds|settlement|chain\/sender)\/([\w-]+\/)*[\w-]+\.ts$/.test(file);

export const sandbox = path.join(projectRoot, ".cache/mutation/sandbox");

/** Copies the repository and puts every mutant into the copy, each behind a switch: `__STRYKER_ACTIVE_MUTANT__`. */
export async function prepareSandbox(): Promise<readonly Mutant[]> {
  await rm(sandbox, { recursive: true, force: true });
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: projectRoot,
    encoding: "utf8",
  });
  const files = listed.trim().split("\n");
  for (const file of [...files, "prisma/generated"])
    await cp(path.join(projectRoot, file), path.join(sandbox, file), { recursive: true });
  await symlink(path.join(projectRoot, "node_modules"), path.join(sandbox, "node_modules"));

  const sources = files.filter(isMutated).map(async (name) => ({
    name,
    mutate: true,
    content: await readFile(path.join(projectRoot, name), "utf8"),
  }));
  const instrumented = await new Instrumenter(silent).instrument(await Promise.all(sources), {
    plugins: null,
    ignorers: [],
    excludedMutations: [],
  });
  for (const { name, content } of instrumented.files) await writeFile(path.join(sandbox, name), content);
  return instrumented.mutants.filter(({ status }) => status === undefined);
}

const no = () => false;
const quiet = () => undefined;
const silent = {
  ...{ isTraceEnabled: no, isDebugEnabled: no, isInfoEnabled: no },
  ...{ isWarnEnabled: no, isErrorEnabled: no, isFatalEnabled: no },
  ...{
    trace: quiet,
    debug: quiet,
    info: quiet,
    warn: console.warn,
    error: console.error,
    fatal: console.error,
  },
};
