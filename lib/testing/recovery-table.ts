import { cpus } from "node:os";
import { afterAll } from "vitest";

/** What became of the jobs of a case. */
export type Recovery = {
  name: string;
  jobs: number;
  /** Not done, though they could be. */
  lost: number;
  /** Done more than once. */
  twice: number;
  /** From the end of the fault until the last job was done: how long the processes worked. */
  workedMs: number;
  /** And how far the clock was moved over waits, such as leases of the dead and delays of retries. */
  waitedMs: number;
};

const seconds = (ms: number, places: number) => (ms / 1_000).toFixed(places);

/** Prints the recoveries that it is told, as docs/benchmarks.md has them, after the file's tests. */
export function recoveryTable(): (recovery: Recovery) => void {
  const rows: string[] = [];
  afterAll(() => {
    const [cpu] = cpus();
    console.log(
      [
        `${cpus().length} cores (${cpu?.model.trim()}), Node ${process.version}:`,
        "",
        "| Case | Jobs | Recovered | Lost | Twice | Seconds |",
        "| ---- | ---- | --------- | ---- | ----- | ------- |",
        ...rows,
      ].join("\n"),
    );
  });
  return ({ name, jobs, lost, twice, workedMs, waitedMs }) => {
    const time = `${seconds(workedMs, 1)} + ${seconds(waitedMs, 0)}`;
    rows.push(`| ${name} | ${jobs} | ${lost === 0 ? "yes" : "no"} | ${lost} | ${twice} | ${time} |`);
  };
}
