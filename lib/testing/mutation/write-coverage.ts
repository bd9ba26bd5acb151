import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll } from "vitest";

declare global {
  var __stryker__: { mutantCoverage?: { static: object; perTest: object } } | undefined;
}

const folder = process.env.MUTATION_COVERAGE;

/** Writes which mutants this test file reached. */
if (folder !== undefined) {
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures a hook wants.
  afterAll(({}, suite) => {
    const mutants = Object.keys(globalThis.__stryker__?.mutantCoverage?.static ?? {});
    const file = path.relative(process.cwd(), suite.file.filepath);
    writeFileSync(path.join(folder, `${suite.file.id}.json`), JSON.stringify({ file, mutants }));
  });
}
