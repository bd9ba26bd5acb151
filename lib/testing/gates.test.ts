import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { gates } from "./gates";

const root = path.join(import.meta.dirname, "../..");
const sources = ["app", "inngest", "lib"].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.split(path.sep).join("/")}`)
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(root, file), "utf8") })),
);
const isTest = ({ file }: { file: string }) => /\.test\.tsx?$/.test(file);
const isOutside = ({ file }: { file: string }) =>
  isTest({ file }) || /^lib\/(testing|bench|demo)\//.test(file);

test("every lock of the product is in the list, and nothing else is", () => {
  const found = sources.filter((source) => !isOutside(source)).flatMap(locksIn);
  const listed = Object.entries(gates).flatMap(([file, locks]) =>
    Object.keys(locks).map((lock) => `${file} ${lock}`),
  );
  expect([...new Set(found)].sort()).toEqual(listed.sort());
});

test("every fact that is checked under a lock has one test of its own", () => {
  const titles = sources
    .filter(isTest)
    .flatMap(({ text }) => [...text.matchAll(/"(\w+ under the lock: [^"]+)"/g)].map(([, title]) => title));
  const facts = Object.values(gates).flatMap((locks) =>
    Object.entries(locks).flatMap(([lock, facts]) =>
      typeof facts === "string" ? [] : facts.map((fact) => `${lock.split(" ")[0]} under the lock: ${fact}`),
    ),
  );
  expect(titles.sort()).toEqual(facts.sort());
});

/** As in the list: the function, and what it locks with. A lock that only passes on is the lock that it calls. */
function locksIn({ file, text }: { file: string; text: string }): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/ .*/g, (comment) => comment.replaceAll(/\S/g, " "));
  const calls = [...code.matchAll(/(?<!function )\b(lock|lock[A-Z]\w*)\(/g)].filter(
    ({ index, 0: call, 1: name }) =>
      !/\block\w*: \([^()]*\) => $/.test(code.slice(0, index)) &&
      ownerOf(code, index) !== name &&
      !isDeclared(code, index + call.length),
  );
  const rows = [
    ...code.matchAll(/FOR (?:NO KEY )?UPDATE(?: OF \w+)?(?: SKIP LOCKED)?|LOCK TABLE|pg_advisory_xact_lock/g),
  ];
  return [...calls, ...rows].map(
    ({ index, 0: words, 1: name }) => `${file} ${ownerOf(code, index)} ${name ?? words}`,
  );
}

/** Whether the parentheses that opened before this place are a method's in a type. */
function isDeclared(code: string, start: number): boolean {
  let depth = 1;
  let end = start;
  for (; depth > 0 && end < code.length; end++) depth += code[end] === "(" ? 1 : code[end] === ")" ? -1 : 0;
  return code[end] === ":";
}

/** The nearest function, method or constant around a place, by indentation. */
function ownerOf(code: string, index: number): string {
  let indent = Number.POSITIVE_INFINITY;
  for (const line of code.slice(0, index).split("\n").reverse()) {
    const start = line.search(/\S/);
    if (start < 0 || start >= indent) continue;
    // The end of a signature of several lines: its name is as far to the left.
    indent = line.trimStart().startsWith(")") ? start + 1 : start;
    const named =
      /^(?:export )?(?:async )?(?:function|const) (\w+)/.exec(line) ??
      /^ +(?:async )?(?!if\b|for\b|while\b|switch\b)(\w+)(?:: (?:async )?\(|\([^=]*\{$)/.exec(line);
    if (named?.[1] !== undefined) return named[1];
  }
  return "";
}
