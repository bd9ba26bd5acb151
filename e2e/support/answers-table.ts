import { appendFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Operation } from "@/lib/api/operations/operation";
import { errorStatuses } from "@/lib/platform/values/errors.rules";

type Operations = Readonly<Record<string, Operation>>;
type Row = {
  operationId: string | null;
  status: number;
  code: string | null;
  tests: number;
  answers: number;
};

/** Lines of text: each operation's statuses and codes with the tests that met them, and what no test met. */
export function answersTable(operations: Operations, seen: readonly SeenAnswer[]): string[] {
  const rows = count(seen);
  const lines = ["", line("Operation", "Status", "Code", "Tests", "Answers")];
  for (const { operationId, status, errors } of Object.values(operations)) {
    const own = rows.filter((row) => row.operationId === operationId);
    const unmet = errors.filter((code) => !own.some((row) => row.code === code));
    own.forEach((row, at) => {
      lines.push(line(at === 0 ? operationId : "", ...cells(row)));
    });
    if (!own.some((row) => row.status === status))
      lines.push(line(operationId, String(status), "", "none", ""));
    for (const code of unmet) lines.push(line("", String(errorStatuses[code]), code, "none", ""));
  }
  rows
    .filter((row) => row.operationId === null)
    .forEach((row, at) => {
      lines.push(line(at === 0 ? "(no operation)" : "", ...cells(row)));
    });
  const outside = seen.filter((answer) => answer.outside !== null).length;
  const tests = new Set(seen.map(({ test }) => test)).size;
  return [
    ...lines,
    "",
    `${grouped(seen.length)} answers to ${grouped(tests)} tests, ${outside} answers outside the document`,
  ];
}

/** Operations whose documented success no test received. */
export function missingSuccesses(operations: Operations, seen: readonly SeenAnswer[]): string[] {
  return Object.values(operations)
    .filter(({ operationId, status }) => !seen.some((answer) => isSuccess(answer, operationId, status)))
    .map(({ operationId, status }) => `${operationId} ${status}`);
}

function isSuccess(answer: SeenAnswer, operationId: string, status: number): boolean {
  return answer.operationId === operationId && answer.status === status && answer.outside === null;
}

function count(seen: readonly SeenAnswer[]): Row[] {
  const groups = new Map<string, SeenAnswer[]>();
  for (const answer of seen) {
    const key = JSON.stringify([answer.operationId, answer.status, answer.code]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [answer]);
    else group.push(answer);
  }
  return [...groups.values()]
    .flatMap((group): Row[] => {
      const [first] = group;
      if (first === undefined) return [];
      const { operationId, status, code } = first;
      return [
        {
          operationId,
          status,
          code,
          tests: new Set(group.map(({ test }) => test)).size,
          answers: group.length,
        },
      ];
    })
    .toSorted((a, b) => a.status - b.status || b.answers - a.answers);
}

function cells({ status, code, tests, answers }: Row): [string, string, string, string] {
  return [String(status), code ?? "", grouped(tests), grouped(answers)];
}

function line(operation: string, status: string, code: string, tests: string, answers: string): string {
  return `  ${operation.padEnd(24)} ${status.padEnd(6)} ${code.padEnd(32)} ${tests.padStart(6)} ${answers.padStart(9)}`;
}

const grouped = (value: number) => value.toLocaleString("en-US");

/** One answer that a test received. */
export type SeenAnswer = {
  /** Null at an address that is no operation. */
  operationId: string | null;
  status: number;
  code: string | null;
  /** The test that received it. */
  test: string;
  /** What of it stands outside the document. */
  outside: string | null;
};

/** The folder for records of all processes of a run; nothing is recorded without it. */
const folderVariable = "E2E_ANSWERS";

/** Lets every process that is started from now on write into this folder. */
export function keepAnswersIn(folder: string): void {
  mkdirSync(folder, { recursive: true });
  process.env[folderVariable] = folder;
}

/** Writes at once: a process of the tests may be ended at any time. */
export function logAnswer(answer: SeenAnswer): void {
  const folder = process.env[folderVariable];
  if (folder === undefined) return;
  appendFileSync(path.join(folder, `${process.pid}.jsonl`), `${JSON.stringify(answer)}\n`);
}

/** The records of all processes of a run. */
export function readAnswers(folder: string): SeenAnswer[] {
  return readdirSync(folder).flatMap((file) =>
    readFileSync(path.join(folder, file), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as SeenAnswer),
  );
}
