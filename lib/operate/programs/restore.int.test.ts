import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";
import { expect, test } from "vitest";
import { writeBackup } from "@/lib/platform/backup/backup.store";
import { startEmbeddedPostgres } from "@/lib/platform/process/embedded-postgres";
import { runProgramFile } from "@/lib/testing/run-program";
import { openWorld } from "@/lib/testing/world";
import { readMigrationState } from "@/prisma/migrate";

test("restores into the built-in PostgreSQL, and only while that is empty", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "checkout-restore-"));
  // PostgreSQL's own user must be able to enter it.
  await chmod(folder, 0o711);
  const file = path.join(folder, "backup");
  const restore = (...more: string[]) =>
    runProgramFile(new URL("./restore.ts", import.meta.url), ["--from", file, ...more], {
      DATA_ROOT: folder,
    });
  const { stores: source, close } = await openWorld();
  try {
    await source.rates.save([
      { tokenSymbol: "USDC", fiatCurrency: "USD", rate: "1.25", provider: "test", fetchedAt: new Date() },
    ]);
    const { applied } = await readMigrationState(source.databaseUrl);
    await writeBackup(source.databaseUrl, file, applied);

    expect(await restore()).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("would be restored into the built-in PostgreSQL"),
    });
    expect(await restore("--yes")).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^Restored \d+ rows/),
      stderr: "",
    });
    expect(await restore("--yes")).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("empty") });

    const postgres = await startEmbeddedPostgres({
      dataDir: path.join(folder, "app/postgres"),
      database: "checkout",
    });
    const client = new Client({ connectionString: postgres.databaseUrl });
    try {
      await client.connect();
      const { rows } = await client.query("SELECT rate::float FROM exchange_rates");
      expect(rows).toEqual([{ rate: 1.25 }]);
    } finally {
      await client.end();
      await postgres.stop();
    }
  } finally {
    await close();
    await rm(folder, { recursive: true, force: true });
  }
});
