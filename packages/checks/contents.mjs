/** Compares what a tarball has with what its package imports. */
import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import ts from "typescript";

/** What a merchant reads, and nothing imports. */
const documents = ["package.json", "README.md", "LICENSE", "CHANGELOG.md"];

/** The paths in `exports`, `bin`, `main` or `types`, however deep. */
const targetsOf = (field) =>
  typeof field === "string" ? [path.posix.normalize(field)] : Object.values(field ?? {}).flatMap(targetsOf);

/** What a script or a declaration imports, requires, or names beside itself by `new URL`. */
function importsOf(text) {
  const imported = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
  const beside = [...text.matchAll(/new URL\("([^"]+)", import\.meta\.url\)/g)];
  return [...imported, ...beside.map(([, name]) => `./${name}`)];
}

/**
 * @param files the tarball's, relative to `folder`
 * @throws when one is missing that `exports`, `main`, `types` or `bin` reach, one is there that they don't reach, or an
 *   import is neither in the tarball nor a declared dependency
 */
export function checkContents(folder, files) {
  const read = (file) => readFileSync(path.join(folder, file), "utf8");
  const { name, exports, main, types, bin, dependencies, peerDependencies } = JSON.parse(
    read("package.json"),
  );
  const declared = Object.keys({ ...dependencies, ...peerDependencies });
  const reached = new Set([...documents, ...targetsOf([exports, main, types, bin])]);
  const faults = [];
  // A Set's iterator also visits what is added meanwhile.
  for (const file of reached) {
    if (!files.includes(file)) {
      faults.push(`${file} is missing`);
      continue;
    }
    if (!/\.([cm]?js|d\.ts)$/.test(file)) continue;
    const here = path.posix.dirname(file);
    // It says whether the file is a module.
    if (files.includes(`${here}/package.json`)) reached.add(`${here}/package.json`);
    for (const specifier of importsOf(read(file))) {
      const packageName = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? "";
      if (specifier.startsWith(".")) {
        const target = path.posix.join(here, specifier);
        reached.add(file.endsWith(".d.ts") ? target.replace(/\.js$/, ".d.ts") : target);
      } else if (!isBuiltin(specifier) && !declared.includes(packageName))
        faults.push(`${file} imports ${packageName}, which isn't declared`);
    }
  }
  for (const file of files) if (!reached.has(file)) faults.push(`${file} is never imported`);
  if (faults.length > 0) throw new Error(`The tarball of ${name}:\n${faults.join("\n")}`);
}
