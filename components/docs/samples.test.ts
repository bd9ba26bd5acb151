import { fileURLToPath } from "node:url";
import { marked } from "marked";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { openApiDocument } from "@/lib/api/openapi/document";
import { operationGroups } from "@/lib/api/openapi/types";
import { docsPage, docsSections, isCode, type Sample, samplesUnder } from "@/lib/docs/pages";
import { requestSamples } from "./samples";

const merchant = fileURLToPath(new URL("../../lib/generated/client", import.meta.url));
const groups = operationGroups(openApiDocument("1.0.0"));
const operations = groups.flatMap(({ operations: inGroup }) => inGroup);

/** What the samples take for granted: a shop's keys, its database, and of Express what one of them uses. */
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
declare function handlePayment(id: string, paid: import("./types").CheckoutEventData): Promise<void>;
declare module "express" {
  type Request = { body: Buffer; headers: Record<string, string | string[] | undefined> };
  type Response = { status(code: number): Response; send(text: string): void; end(): void };
  type Handler = (request: Request, response: Response, next: (error: unknown) => void) => unknown;
  const express: {
    (): { post(path: string, ...handlers: Handler[]): void };
    raw(options: { type: string }): Handler;
  };
  export default express;
}
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
    esModuleInterop: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: ["node"],
    paths: { "stablecoin-checkout-client": [`${merchant}/checkout-client.ts`] },
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

function codeOf(samples: readonly Sample[], language: string): string {
  return samples.find((sample) => sample.language === language)?.code ?? "";
}

/** The TypeScript of every page, except whole shops, which packages/checks runs with their frameworks. */
function pageCodes(): string[] {
  return docsSections()
    .flatMap(({ pages }) => pages)
    .filter(({ file }) => !file.startsWith("recipes/"))
    .flatMap(({ text }) => marked.lexer(text))
    .flatMap((token) => (isCode(token) && /^ts\b/.test(token.lang ?? "") ? [token.text] : []));
}

test("the TypeScript samples compile against the client that is to be copied, and a wrong one would not", () => {
  const codes = [...operations.map((one) => codeOf(requestSamples(one), "typescript")), ...pageCodes()];
  expect(pageCodes().length).toBeGreaterThan(5);
  expect(compilerFaults(codes)).toEqual([]);
  const wrong = codes[0]?.replace("createCheckout(", "createChekout(") ?? "";
  expect(compilerFaults([wrong]).length).toBeGreaterThan(0);
}, 60_000);

describe.each(operations.map((documented) => [documented.operation.operationId, documented] as const))(
  "%s",
  (_, documented) => {
    const samples = requestSamples(documented, "https://own.example");

    test("is available in every language with the service's address, its key and its body", () => {
      expect(samples.map(({ language }) => language)).toEqual(["curl", "typescript", "python", "php"]);
      for (const { code } of samples) {
        expect(code).not.toMatch(/undefined|\[object|NaN|\{\w+Id\}|pay\.example/);
        expect(code).toContain("https://own.example");
      }
      const [scheme] = documented.operation.security ?? [];
      for (const language of ["curl", "python", "php"])
        expect(codeOf(samples, language).includes("x-api-key")).toBe(scheme !== undefined);
    });

    test("has the document's body in curl", () => {
      const sent = /-d '(.*)'$/s.exec(codeOf(samples, "curl"))?.[1];
      const examples = documented.operation.requestBody?.content["application/json"]?.examples ?? {};
      const [first] = Object.values(examples);
      expect(sent === undefined ? undefined : JSON.parse(sent)).toEqual(first?.value);
    });
  },
);

test("the dashboard shows the documentation's receivers", () => {
  expect(samplesUnder("webhooks", "A receiver").map(({ label }) => label)).toEqual([
    "TypeScript",
    "Express",
    "Python",
    "PHP",
  ]);
});

test("operations and pages don't hide each other", () => {
  for (const { page } of groups) {
    expect(page).toMatch(/^[a-z-]+$/);
    expect(docsPage(page)).toBeUndefined();
  }
});
