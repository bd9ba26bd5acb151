import { rm } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { randomRun } from "@/lib/testing/random-run/run";
import { makeDataRoot } from "../support/data-root";

/** `SEED=…` repeats a run; `SOAK` is set by `npm run test:soak`. */
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const seconds = process.env.SOAK ? 600 : 30;

test("random payments, faults, reorganisations and kills leave books that explain every token", async () => {
  // Longer than the run's own deadlines together: what is left undone is told by its findings.
  test.setTimeout((4 * seconds + 780) * 1_000);
  const dataRoot = await makeDataRoot();
  try {
    const report = await randomRun({
      seed,
      seconds,
      // More than are looked for below: some are dropped by reorganisations.
      leastPayments: 40,
      dataRoot,
      say: (line) => console.log(`  ${line}`),
    });
    console.log(`  ${JSON.stringify({ ...report, findings: report.findings.length })}`);
    // In the message too: of the difference a reporter may show the beginning alone.
    const message = [`again with SEED=${seed}`, ...report.findings].join("\n");
    expect(report.findings, message).toEqual([]);
    // A run in which nothing happened shows nothing.
    expect(report.counts.paymentsMined).toBeGreaterThan(20);
    expect(report.counts.events).toBeGreaterThan(20);
    expect(report.restarts).toBeGreaterThan(0);
    expect(Object.keys(report.reorgs)).not.toEqual([]);
    expect(Object.keys(report.faults)).not.toEqual([]);
  } finally {
    await rm(dataRoot, { recursive: true, force: true });
  }
});
