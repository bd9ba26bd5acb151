import { access, chmod, mkdtemp, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";
import { expect, it } from "vitest";
import { startEmbeddedPostgres, testPostgresSettings } from "./embedded-postgres";
import { processIdentity } from "./processes";

async function query(databaseUrl: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

it("keeps its data over a stop and an orphaned server, and gives them to one owner at a time", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "checkout-postgres-"));
  const dataDir = path.join(folder, "postgres");
  const log: string[] = [];
  const start = () =>
    startEmbeddedPostgres({
      dataDir,
      database: "checkout",
      settings: testPostgresSettings,
      onLog: (line) => log.push(line),
    });
  const first = await start();
  await query(first.databaseUrl, "CREATE TABLE kept AS SELECT 42 AS answer");
  await first.stop();
  await first.stop();
  expect(processIdentity(first.pid)).toBeNull();
  for (const record of [`${dataDir}.process.json`, path.join(dataDir, "postmaster.pid")])
    await expect(access(record)).rejects.toThrow("ENOENT");

  const second = await start();
  expect(await query(second.databaseUrl, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
  expect(await query(second.databaseUrl, "SHOW listen_addresses")).toEqual([
    { listen_addresses: "127.0.0.1" },
  ]);
  expect((await stat(`${dataDir}.json`)).mode & 0o777).toBe(0o600);
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  const stranger = new URL(second.databaseUrl);
  stranger.password = "guess";
  await expect(query(stranger.href, "SELECT 1")).rejects.toThrow("password authentication failed");
  await expect(start()).rejects.toMatchObject({ name: "StartError", code: "ALREADY_RUNNING" });

  // As if the process that started the server had been killed, and the server had stayed.
  const record: object = JSON.parse(await readFile(`${dataDir}.process.json`, "utf8"));
  const orphaned = { ...record, ownerPid: 4_194_000, ownerIdentity: "gone" };
  await writeFile(`${dataDir}.process.json`, JSON.stringify(orphaned));
  const third = await start();
  try {
    expect(processIdentity(second.pid)).toBeNull();
    expect(await query(third.databaseUrl, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
    expect(log.join("\n")).toContain("left behind was stopped");
  } finally {
    await third.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

it("creates the folders of its data so that PostgreSQL's user can enter them, and never replaces a lost database", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "checkout-postgres-"));
  await chmod(folder, 0o711);
  const dataDir = path.join(folder, ".data", "app", "postgres");
  const start = () =>
    startEmbeddedPostgres({ dataDir, database: "checkout", settings: testPostgresSettings });
  const first = await start();
  try {
    const rows = await query(first.databaseUrl, "SELECT current_setting('data_directory') AS at");
    expect(rows).toEqual([{ at: dataDir }]);
    await first.stop();
    await rename(dataDir, `${dataDir}.away`);
    await expect(start()).rejects.toMatchObject({
      code: "DATA_MISSING",
      message: expect.stringContaining(`remove ${dataDir}.json`),
    });
  } finally {
    await first.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
