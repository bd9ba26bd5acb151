import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { operationGroups, subjects } from "@/lib/api/openapi/docs-pages";
import { openApiDocument } from "@/lib/api/openapi/document";
import { receiverSamples, startSamples } from "./guide-samples";
import { requestSamples, type Sample } from "./samples";

const merchant = fileURLToPath(new URL("../../lib/api/client", import.meta.url));
const groups = operationGroups(openApiDocument("1.0.0"));
const operations = groups.flatMap(({ operations: inGroup }) => inGroup);

/** What the samples take for granted. */
const givens = `
declare const serverKey: string;
declare const apiKey: string;
type Order = { id: string; checkoutId: string; fiatAmount: string; fiatCurrency: string };
type Transaction = {
  findOrder(referenceId: string | null): Promise<Order | null>;
  insertEvent(id: string): Promise<boolean>;
  markForShipping(orderId: string): Promise<void>;
};
declare const database: { transaction(work: (tx: Transaction) => Promise<void>): Promise<void> };
`;

/** What the compiler finds wrong with the samples, each a module beside the copied client. */
function compilerFaults(codes: readonly string[]): string[] {
  const files = new Map(
    codes.map((code, index) => [`${merchant}/sample-${index}.ts`, `${code}\nexport {};\n`]),
  );
  files.set(`${merchant}/givens.d.ts`, givens);
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: ["node"],
  };
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  host.readFile = (name) => files.get(name) ?? readFile(name);
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.getSourceFile = (name, language, ...rest) => {
    const text = files.get(name);
    return text === undefined
      ? getSourceFile.call(host, name, language, ...rest)
      : ts.createSourceFile(name, text, language);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
    );
}

function codeOf(samples: readonly Sample[], language: Sample["language"]): string {
  return samples.find((sample) => sample.language === language)?.code ?? "";
}

test("the TypeScript samples compile against the client that is to be copied, and a wrong one would not", () => {
  const samples = [...operations.map(requestSamples), startSamples, receiverSamples];
  const codes = samples.map((each) => codeOf(each, "typescript"));
  expect(compilerFaults(codes)).toEqual([]);
  const wrong = codes[0]?.replace("createCheckout(", "createChekout(") ?? "";
  expect(compilerFaults([wrong]).length).toBeGreaterThan(0);
}, 60_000);

describe.each(operations.map((documented) => [documented.operation.operationId, documented] as const))(
  "%s",
  (_, documented) => {
    const samples = requestSamples(documented);

    test("is shown in every language, with its key and body", () => {
      expect(samples.map(({ language }) => language)).toEqual(["curl", "typescript", "python"]);
      for (const { code } of samples) expect(code).not.toMatch(/undefined|\[object|NaN|\{\w+Id\}/);
      const [scheme] = documented.operation.security ?? [];
      expect(codeOf(samples, "curl").includes("x-api-key")).toBe(scheme !== undefined);
      expect(codeOf(samples, "python").includes("x-api-key")).toBe(scheme !== undefined);
    });

    test("has one body in curl that is the document's", () => {
      const sent = /-d '(.*)'$/s.exec(codeOf(samples, "curl"))?.[1];
      const examples = documented.operation.requestBody?.content["application/json"]?.examples ?? {};
      const [first] = Object.values(examples);
      expect(sent === undefined ? undefined : JSON.parse(sent)).toEqual(first?.value);
    });
  },
);

test("README shows the receiver of the reference", async () => {
  const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
  expect(readme).toContain(codeOf(receiverSamples, "typescript"));
});

test("every page has an address of its own", () => {
  const pages = [...subjects, ...groups].map(({ page }) => page);
  expect(new Set(pages).size).toBe(pages.length);
  for (const page of pages) expect(page).toMatch(/^[a-z-]+$/);
});
