import { appendFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

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
