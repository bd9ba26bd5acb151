import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { afterAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const own = path.join(root, "lib/generated/client");
const copied = readdirSync(own);

/** The samples of a page that a merchant copies beside the client, with the names that they leave to the merchant. */
function samplesOf(page: string): string[] {
  const text = readFileSync(path.join(root, "docs", page), "utf8");
  return [...text.matchAll(/^```ts(?: \w+)?\n([\s\S]*?)^```/gm)].flatMap(([, code = ""]) =>
    /from "express"/.test(code) ? [] : [code.replace('"stablecoin-checkout-client"', '"./checkout-client"')],
  );
}

const declared = `
type Order = { id: string; checkoutId: string; fiatAmount: string | null; fiatCurrency: string | null };
type Transaction = {
  findOrder(referenceId: string | null): Promise<Order | null>;
  insertEvent(id: string): Promise<boolean>;
  markForShipping(orderId: string): Promise<void>;
};
declare const database: { transaction(work: (tx: Transaction) => Promise<void>): Promise<void> };
declare const serverKey: string;
`;
const pages = [
  "api/client.md",
  "merchants/webhooks.md",
  "migrate-from-btcpay-server.md",
  "migrate-from-coinbase-commerce.md",
];
const samples = pages.flatMap((page) =>
  samplesOf(page).map((code, at) => [`${path.basename(page, ".md")}-${at}.ts`, code] as const),
);

/** A merchant's package with the copied files; the samples use Node's names. */
function createPackage(type: "module" | "commonjs"): string {
  const folder = mkdtempSync(path.join(tmpdir(), "checkout-copied-"));
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ type }));
  for (const name of copied) writeFileSync(path.join(folder, name), readFileSync(path.join(own, name)));
  for (const [name, code] of samples) {
    const used = /\b(?:database|serverKey)\b/.test(code) ? declared : "";
    // As the client's page says for nodenext.
    writeFileSync(path.join(folder, name), code.replaceAll(/(from "\.\/[\w-]+)"/g, '$1.js"') + used);
  }
  return folder;
}

const folders = { module: createPackage("module"), commonjs: createPackage("commonjs") };
afterAll(() => {
  for (const folder of Object.values(folders)) rmSync(folder, { recursive: true });
});

const modules = [
  [
    "nodenext",
    "module",
    { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
  ],
  [
    "nodenext in CommonJS",
    "commonjs",
    { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
  ],
  ["node16", "module", { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 }],
  [
    "esnext and bundler",
    "module",
    { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
  ],
  [
    "commonjs",
    "commonjs",
    { module: ts.ModuleKind.CommonJS, moduleResolution: ts.ModuleResolutionKind.Node10 },
  ],
  // As `deno check` reads them.
  [
    "esnext with .ts imports",
    "module",
    {
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      allowImportingTsExtensions: true,
      moduleDetection: ts.ModuleDetectionKind.Force,
    },
  ],
] as const satisfies [string, keyof typeof folders, ts.CompilerOptions][];

const libraries = [
  ["es2021 and dom", ["lib.es2021.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"], false],
  ["es2021 and webworker", ["lib.es2021.d.ts", "lib.webworker.d.ts", "lib.webworker.iterable.d.ts"], false],
  ["es2021 and Node", ["lib.es2021.d.ts"], true],
  ["esnext and Node", ["lib.esnext.d.ts", "lib.dom.d.ts"], true],
] as const;

const cases = modules.flatMap(([name, type, options]) =>
  libraries.map(([library, lib, node]) => ({ name, type, options, library, lib: [...lib], node })),
);

/** What TypeScript and Node declare, read once for all cases. */
const declarations = new Map<string, ts.SourceFile | undefined>();

function hostFor(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, language, ...rest) => {
    if (!name.includes("/node_modules/")) return getSourceFile(name, language, ...rest);
    const format = typeof language === "object" ? language.impliedNodeFormat : undefined;
    const key = `${format} ${name}`;
    if (!declarations.has(key)) declarations.set(key, getSourceFile(name, language, ...rest));
    return declarations.get(key);
  };
  return host;
}

test.each(cases)("compile strictly as $name with $library", ({ type, options, lib, node }) => {
  const names = node ? [...copied, ...samples.map(([name]) => name)] : copied;
  const compilerOptions: ts.CompilerOptions = {
    ...options,
    lib,
    // For moduleResolution node10.
    ignoreDeprecations: "6.0",
    target: ts.ScriptTarget.ES2021,
    types: node ? ["node"] : [],
    typeRoots: [path.join(root, "node_modules/@types")],
    noEmit: true,
    skipLibCheck: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    noImplicitOverride: true,
    noImplicitReturns: true,
    noFallthroughCasesInSwitch: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    isolatedModules: true,
    erasableSyntaxOnly: true,
    // In a CommonJS file TypeScript refuses every exported value with it, which no file can avoid.
    verbatimModuleSyntax: type === "module",
    forceConsistentCasingInFileNames: true,
  };
  const program = ts.createProgram(
    names.map((name) => path.join(folders[type], name)),
    compilerOptions,
    hostFor(compilerOptions),
  );
  const faults = ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) =>
        `${path.basename(file?.fileName ?? "")}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
    );
  expect(faults).toEqual([]);
});

test("the copied files import no other package and no Node builtin", () => {
  expect(copied).toHaveLength(5);
  expect(samples.length).toBeGreaterThan(5);
  for (const name of copied)
    for (const [, target] of readFileSync(path.join(own, name), "utf8").matchAll(/ from "([^"]+)"/g))
      expect(target).toBe("./types.ts");
});
