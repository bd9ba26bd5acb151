import { appendFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Entries that all processes of a run write, and one reads. */
export type RunLog<T> = {
  /** Lets every process that is started from now on write into this folder; without it nothing is kept. */
  keepIn(folder: string): void;
  add(entry: T): void;
  /** @throws Error when nothing is kept */
  read(): T[];
};

/** @param variable of the environment: names the folder to the processes */
export function runLog<T>(variable: string): RunLog<T> {
  return {
    keepIn: (folder) => {
      mkdirSync(folder, { recursive: true });
      process.env[variable] = folder;
    },
    // Writes at once: a process of the tests may be ended at any time.
    add: (entry) => {
      const folder = process.env[variable];
      if (folder === undefined) return;
      appendFileSync(path.join(folder, `${process.pid}.jsonl`), `${JSON.stringify(entry)}\n`);
    },
    read: () => {
      const folder = process.env[variable];
      if (folder === undefined) throw new Error(`this run has no ${variable}`);
      return readdirSync(folder).flatMap((file) =>
        readFileSync(path.join(folder, file), "utf8")
          .split("\n")
          .filter((line) => line !== "")
          .map((line) => JSON.parse(line) as T),
      );
    },
  };
}
