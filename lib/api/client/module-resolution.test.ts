import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL(".", import.meta.url));
const files = readdirSync(folder).filter((name) => !name.includes(".test."));

test.each([
  ["nodenext", ts.ModuleKind.NodeNext, ts.ModuleResolutionKind.NodeNext],
  ["node16", ts.ModuleKind.Node16, ts.ModuleResolutionKind.Node16],
  ["bundler", ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler],
])("the copied files compile with moduleResolution %s", (_, module, moduleResolution) => {
  const options: ts.CompilerOptions = {
    module,
    moduleResolution,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    verbatimModuleSyntax: true,
    noUncheckedIndexedAccess: true,
    target: ts.ScriptTarget.ES2022,
    types: ["node"],
  };
  const program = ts.createProgram(
    files.map((name) => `${folder}${name}`),
    options,
  );
  const faults = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  expect(files).toHaveLength(3);
  expect(faults).toEqual([]);
});
