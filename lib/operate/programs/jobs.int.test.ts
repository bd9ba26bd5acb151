import { expect, test } from "vitest";
import { chainJobs, type JobName, jobPatienceMs, jobRunKey } from "@/lib/platform/jobs/job-runs";
import { buildPosition } from "@/lib/testing/builders";
import { runProgramFile } from "@/lib/testing/run-program";
import { fileWorld } from "@/lib/testing/world";

const { stores } = await fileWorld();

const run = (args: string[], settings: Record<string, string>) =>
  runProgramFile(new URL("./jobs.ts", import.meta.url), args, settings);

test("lists late work and exits with 1, and with 0 once it is done", async () => {
  const settings = {
    DATABASE_URL: stores.databaseUrl,
    CHAINS: JSON.stringify([{ chainId: 31337, rpcUrls: ["http://127.0.0.1:1"] }]),
  };
  const before = await run([], settings);
  expect(before).toMatchObject({ exitCode: 1, stderr: "" });
  expect(before.stdout).toMatch(/^chain 31337 .* LATE/m);
  expect(before.stdout).toContain("Some of it is late.");

  const at = new Date();
  await stores.payments.transaction((tx) =>
    tx.savePosition(buildPosition({ checkedAt: at, advancedAt: at })),
  );
  await stores.rates.save([
    { tokenSymbol: "USDC", fiatCurrency: "USD", rate: "1", provider: "test", fetchedAt: at },
  ]);
  for (const name of Object.keys(jobPatienceMs) as JobName[])
    await stores.database.pool.query(
      "INSERT INTO job_runs (name, started_at, ended_at) VALUES ($1, $2, $2)",
      [jobRunKey(name, chainJobs.has(name) ? 31337 : null), at],
    );
  const asJson = await run(["--json"], settings);
  expect(asJson.exitCode).toBe(0);
  expect(JSON.parse(asJson.stdout)).toMatchObject({
    isLate: false,
    work: expect.arrayContaining([expect.objectContaining({ name: "webhooks", due: 0, late: 0 })]),
  });
});

test("ends with 2 where it cannot look", async () => {
  const result = await run([], { DATABASE_URL: "postgresql://127.0.0.1:1/none", CHAINS: "[" });
  expect(result.exitCode).toBe(2);
  expect(result.stderr).toContain("CHAINS");
});
