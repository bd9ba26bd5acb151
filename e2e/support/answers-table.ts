import type { Operation } from "@/lib/api/operations/operation";
import { errorStatuses } from "@/lib/platform/values/errors.rules";
import { runLog } from "./run-log";

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

/** The answers to all tests of a run. */
export const answers = runLog<SeenAnswer>("E2E_ANSWERS");
