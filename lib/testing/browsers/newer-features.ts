import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import ts from "typescript";

type Support = { version_added: string | boolean | null; flags?: unknown; partial_implementation?: boolean };
type Entry = { __compat?: { support: Record<string, Support | Support[]> } };
type Entries = Readonly<Record<string, Readonly<Record<string, Entry>>>>;
type Data = { api: Entries; javascript: { builtins: Entries } };

/** The oldest version of each browser, by MDN's name. */
export type OldestBrowsers = Readonly<Record<string, string>>;

/** Objects whose methods are found by name alone. Of others, libraries have methods of the same names. */
const known =
  /^(?:Document|Element|HTMLElement|Node|Event|EventTarget|AbortSignal|Response|Request|Headers|Blob|URLSearchParams|Selection|Range|ReadableStream)$/;

/** Global objects that are instances. */
const instances: Readonly<Record<string, string>> = {
  window: "Window",
  self: "Window",
  globalThis: "Window",
  document: "Document",
  navigator: "Navigator",
  location: "Location",
  history: "History",
  performance: "Performance",
  crypto: "Crypto",
  screen: "Screen",
  localStorage: "Storage",
  sessionStorage: "Storage",
};

/**
 * A check of scripts by MDN's data. It lists what a script uses without looking for it first, although one of these
 * browsers lacks it: global objects, their members, methods that only newer objects have, and look-behind in regular
 * expressions.
 */
export function featureCheck(oldest: OldestBrowsers): (script: string) => string[] {
  const names = tooNew(oldest);
  return (script) => {
    const file = ts.createSourceFile("script.js", script, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
    const found = new Set<string>();
    const declared = declaredNames(file);
    const visit = (node: ts.Node): void => {
      const name = featureOf(node, names, declared);
      if (name !== null && !isTested(node)) found.add(name);
      ts.forEachChild(node, visit);
    };
    visit(file);
    return [...found].sort();
  };
}

type Names = { members: ReadonlySet<string>; methods: ReadonlySet<string>; globals: ReadonlySet<string> };

function featureOf(node: ts.Node, names: Names, declared: ReadonlySet<string>): string | null {
  if (ts.isRegularExpressionLiteral(node)) return /\(\?<[=!]/.test(node.text) ? "look-behind" : null;
  if (ts.isPropertyAccessExpression(node)) {
    const owner = ownerOf(node.expression, declared);
    const member = node.name.text;
    if (owner !== null) {
      const path = `${owner}.${member}`;
      if (names.members.has(path)) return path;
      if (owner === "Window" && names.globals.has(member)) return member;
      return null;
    }
    const isCall = ts.isCallExpression(node.parent) && node.parent.expression === node;
    return isCall && names.methods.has(member) ? `….${member}()` : null;
  }
  if (ts.isIdentifier(node) && isValue(node) && !declared.has(node.text)) {
    if (names.globals.has(node.text)) return node.text;
    const path = `Window.${node.text}`;
    return names.members.has(path) ? path : null;
  }
  return null;
}

/** The interface of a global object. */
function ownerOf(object: ts.Expression, declared: ReadonlySet<string>): string | null {
  if (ts.isIdentifier(object))
    return declared.has(object.text)
      ? null
      : (instances[object.text] ?? (/^[A-Z]/.test(object.text) ? object.text : null));
  if (ts.isPropertyAccessExpression(object) && ownerOf(object.expression, declared) === "Window")
    return instances[object.name.text] ?? (/^[A-Z]/.test(object.name.text) ? object.name.text : null);
  return null;
}

/** Whether an identifier is read as a variable. */
function isValue(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  return (
    ts.isCallExpression(parent) ||
    ts.isNewExpression(parent) ||
    (ts.isBinaryExpression(parent) && parent.right === node)
  );
}

/** Every name that the script declares somewhere; a minified one is never a feature's. */
function declaredNames(file: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    const { name } = node as { name?: ts.Node };
    const declares =
      ts.isVariableDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isBindingElement(node) ||
      ts.isFunctionLike(node) ||
      ts.isClassLike(node);
    if (declares && name !== undefined && ts.isIdentifier(name) && !ts.isMethodDeclaration(node))
      names.add(name.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names;
}

/** Whether the script looks for the feature first: by `typeof`, `?.`, `in`, or in a condition around it. */
function isTested(node: ts.Node): boolean {
  const name = ts.isPropertyAccessExpression(node) ? node.name.text : node.getText();
  for (let at = node; at.parent !== undefined; at = at.parent) {
    const { parent } = at;
    if (ts.isTypeOfExpression(parent)) return true;
    if (
      ts.isPropertyAccessExpression(parent) &&
      parent.questionDotToken !== undefined &&
      parent.expression === at
    )
      return true;
    if (ts.isCallExpression(parent) && parent.questionDotToken !== undefined && parent.expression === at)
      return true;
    const condition = ts.isIfStatement(parent)
      ? parent.expression
      : ts.isConditionalExpression(parent)
        ? parent.condition
        : ts.isBinaryExpression(parent) && ["&&", "||", "??"].includes(parent.operatorToken.getText())
          ? parent.left
          : null;
    if (condition === null) continue;
    // Read, not called, it is the test itself.
    if (condition === at) {
      if (!hasCall(at, node)) return true;
    } else if (condition.getText().includes(name)) return true;
  }
  return false;
}

function hasCall(within: ts.Node, node: ts.Node): boolean {
  for (let at = node; at !== within.parent; at = at.parent) {
    if ((ts.isCallExpression(at.parent) || ts.isNewExpression(at.parent)) && at.parent.expression === at)
      return true;
    if (at === within) return false;
  }
  return false;
}

let data: Data | undefined;

function tooNew(oldest: OldestBrowsers): Names {
  data ??= JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve("@mdn/browser-compat-data"), "utf8"),
  ) as Data;
  const members = new Set<string>();
  const globals = new Set<string>();
  /** `isNew`: every object's method of this name is too new. */
  const methods = new Map<string, { isNew: boolean; isKnown: boolean }>();
  for (const [owner, entry] of [...Object.entries(data.api), ...Object.entries(data.javascript.builtins)]) {
    if (isTooNew(entry as Entry, oldest)) globals.add(owner);
    for (const [key, member] of Object.entries(entry)) {
      if (key === "__compat") continue;
      const name = key.replace(/_static$/, "");
      const isNew = isTooNew(member, oldest);
      if (isNew) members.add(`${owner}.${name}`);
      const isKnown = (owner in data.javascript.builtins || known.test(owner)) && /[a-z][A-Z]/.test(name);
      const before = methods.get(name) ?? { isNew: true, isKnown: false };
      methods.set(name, { isNew: isNew && before.isNew, isKnown: isKnown || before.isKnown });
    }
  }
  const named = [...methods].filter(([, { isNew, isKnown }]) => isNew && isKnown);
  return { members, globals, methods: new Set(named.map(([name]) => name)) };
}

function isTooNew({ __compat }: Entry, oldest: OldestBrowsers): boolean {
  if (__compat === undefined) return false;
  return Object.entries(oldest).some(([browser, version]) => {
    const support = __compat.support[browser];
    return ![support].flat().some((each) => isIn(each, version));
  });
}

function isIn(support: Support | undefined, version: string): boolean {
  if (support === undefined || support.flags !== undefined) return false;
  const added = support.version_added;
  if (typeof added !== "string") return added === true;
  return added === "preview" ? false : compare(added.replace("≤", ""), version) <= 0;
}

function compare(one: string, other: string): number {
  const [a = 0, b = 0] = one.split(".").map(Number);
  const [c = 0, d = 0] = other.split(".").map(Number);
  return a - c || b - d;
}
