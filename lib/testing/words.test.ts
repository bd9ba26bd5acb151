import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Words that say nothing about a value to anyone but the author: a name says what the value is. */
const banned =
  /^(told|untold|asked|shown|stands?|standing|borne|whoever|whatever|situation|occasion|look|hindrances?|hear|heard|said)$/;
const bannedPhrases = /^(go on|goes on|keep up|take higher|shown by|is ours|is over)$/;

/** Names that others outside the code read: "file name". */
const exceptions = [
  // An example's name in the published OpenAPI document.
  "lib/api/openapi/examples/operations.ts shown",
  // How a request to a wallet ended, as customers' browsers store it.
  "components/checkout/pay/sent-guard.tsx asked",
  // A part of the report of `npm run reconcile`.
  "lib/books/reconcile.ts standing",
  // Details of stored incidents.
  "lib/chain/sender/send-call.ts toldNonce",
  "lib/refunds/send-refunds.ts askedMillionths",
];

const notProduct =
  /\.(test|fixture)\.tsx?$|^lib\/(testing|bench)\/|^lib\/contracts\/abi\/|^prisma\/(generated|migrations)\//;

const files = ["app", "components", "inngest", "lib", "prisma"].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.split(path.sep).join("/")}`)
    .filter((file) => /\.tsx?$/.test(file) && !notProduct.test(file)),
);

/** "toldNodes" as its words "told nodes". */
const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();

const isBanned = (name: string) =>
  bannedPhrases.test(wordsOf(name)) ||
  wordsOf(name)
    .split(" ")
    .some((word) => banned.test(word));

/** Whether this is the name of a declaration and not a use of it. */
function isDeclared(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) || ts.isJsxAttribute(parent)) return false;
  if (ts.isImportSpecifier(parent) && parent.propertyName === undefined) return false;
  return "name" in parent && parent.name === node;
}

function bannedNames(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && isDeclared(node) && isBanned(node.text)) {
      if (!exceptions.includes(`${file} ${node.text}`)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart());
        found.push(`${file}:${line + 1} ${node.text}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test("a name says what its value is, without the banned words", () => {
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) => {
    const text = readFileSync(path.join(root, file), "utf8");
    const mayHaveSome = (text.match(/[A-Za-z_$][\w$]*/g) ?? []).some(isBanned);
    return mayHaveSome ? bannedNames(file, text) : [];
  });
  expect(found).toEqual([]);
});

test("finds banned words in declarations of every kind", () => {
  const text = `
    const told = 1; let isShown; function goOn() {} class Standing { heard = 1; hear() {} }
    type Asked = { stands: number; shownAt(): void }; interface Occasion {}
    const { x: borne, whoever } = y; const f = (said: string) => ({ situation: 1, look });
    other.told(asked); const understood = outstanding + overlook; const isOverdue = 1;`;
  expect(bannedNames("lib/a.ts", text)).toEqual([
    ...["told", "isShown", "goOn", "Standing", "heard", "hear"].map((name) => `lib/a.ts:2 ${name}`),
    ...["Asked", "stands", "shownAt", "Occasion"].map((name) => `lib/a.ts:3 ${name}`),
    ...["borne", "whoever", "said", "situation", "look"].map((name) => `lib/a.ts:4 ${name}`),
  ]);
});
