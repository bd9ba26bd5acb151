import { execFile } from "node:child_process";
import { once } from "node:events";
import {
  access,
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findLastingPort } from "@/lib/testing/lasting-port";
import { type EmbeddedPostgres, startEmbeddedPostgres, testPostgresSettings } from "./embedded-postgres";
import { processIdentity } from "./processes";

let folder: string;
let dataDir: string;
let log: string[];
const started: EmbeddedPostgres[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "checkout-postgres-"));
  await chmod(folder, 0o711);
  dataDir = path.join(folder, "data", "postgres");
  log = [];
});

afterEach(async () => {
  for (const server of started.splice(0)) await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(
  options: {
    port?: number;
    dataDir?: string;
    mayLiveElsewhere?: boolean;
    settings?: Record<string, string>;
  } = {},
) {
  const server = await startEmbeddedPostgres({
    dataDir,
    database: "checkout",
    onLog: (line) => log.push(line),
    ...options,
    settings: { ...testPostgresSettings, ...options.settings },
  });
  started.push(server);
  return server;
}

async function query(databaseUrl: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: databaseUrl });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const remember = (url: string) => query(url, "CREATE TABLE kept AS SELECT 42 AS answer");
const recall = (url: string) => query(url, "SELECT answer FROM kept");

describe("startEmbeddedPostgres", () => {
  it("starts with its data after the server was killed", async () => {
    // Safe settings: what was committed must outlive the kill.
    const first = await start({
      settings: { fsync: "on", synchronous_commit: "on", full_page_writes: "on" },
    });
    await remember(first.databaseUrl);
    process.kill(first.pid, "SIGKILL");
    await expect.poll(() => processIdentity(first.pid), { timeout: 30_000 }).toBeNull();
    const second = await start();
    expect(await recall(second.databaseUrl)).toEqual([{ answer: 42 }]);
  });

  it("starts when another program has the number in postmaster.pid", async () => {
    const first = await start();
    await first.stop();
    await writeFile(path.join(dataDir, "postmaster.pid"), `${process.pid}\n${dataDir}\n`);
    const second = await start();
    expect(await query(second.databaseUrl, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect(processIdentity(process.pid)).not.toBeNull();
  });

  it("stops an orphan known only from postmaster.pid", async () => {
    const first = await start({ port: await findLastingPort() });
    await rm(`${dataDir}.process.json`);
    const second = await start();
    expect(processIdentity(first.pid)).toBeNull();
    expect(second.port).toBe(first.port);
  });

  it("ends with a process that was killed", async () => {
    const script = `
      const { startEmbeddedPostgres } = await import(${JSON.stringify(path.resolve("lib/platform/process/embedded-postgres.ts"))});
      const { pid } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, database: "checkout" });
      require("node:fs").writeFileSync(${JSON.stringify(path.join(folder, "pid"))}, String(pid));
      process.kill(process.pid, "SIGKILL");`;
    await promisify(execFile)(process.execPath, [
      "--import",
      "tsx",
      "-e",
      `(async () => {${script}})()`,
    ]).catch(() => undefined);
    const pid = Number(await readFile(path.join(folder, "pid"), "utf8"));
    expect(pid).toBeGreaterThan(1);
    await expect.poll(() => processIdentity(pid), { timeout: 30_000 }).toBeNull();
  });

  it("creates the cluster again after initdb was interrupted", async () => {
    await mkdir(path.join(`${dataDir}.unfinished`, "base"), { recursive: true });
    await writeFile(path.join(`${dataDir}.unfinished`, "PG_VERSION"), "18\n");
    const { databaseUrl } = await start();
    expect(await query(databaseUrl, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await expect(access(`${dataDir}.unfinished`)).rejects.toThrow("ENOENT");
  });

  it("puts an incomplete folder aside and says so", async () => {
    await mkdir(path.join(dataDir, "base"), { recursive: true });
    await writeFile(path.join(dataDir, "PG_VERSION"), "18\n");
    const { databaseUrl } = await start();
    expect(await query(databaseUrl, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    const sentence = log.find((line) => line.includes("was incomplete"));
    const aside = /the old one is (.*)\.$/.exec(sentence ?? "")?.[1] ?? "";
    expect(await readFile(path.join(aside, "PG_VERSION"), "utf8")).toBe("18\n");
  });

  it("keeps data that no server can start from, with advice", async () => {
    const first = await start();
    await first.stop();
    await truncate(path.join(dataDir, "global", "pg_control"), 100);
    const attempt = start();
    await expect(attempt).rejects.toMatchObject({ code: "DATA_DAMAGED" });
    await expect(attempt).rejects.toThrow(dataDir);
    await access(path.join(dataDir, "base"));
  });

  it("doesn't blame the data for an unknown setting", async () => {
    await expect(start({ settings: { no_such_setting: "1" } })).rejects.toMatchObject({
      code: "START_FAILED",
      message: expect.stringContaining("no_such_setting"),
    });
  });

  it("refuses an incomplete database where there was one", async () => {
    const first = await start();
    await first.stop();
    await rm(path.join(dataDir, "PG_VERSION"));
    await expect(start()).rejects.toMatchObject({ code: "DATA_MISSING" });
    await access(path.join(dataDir, "base"));
  });

  it("sets a new password when only the password file was lost", async () => {
    const first = await start();
    await remember(first.databaseUrl);
    await first.stop();
    await rename(`${dataDir}.json`, `${dataDir}.lost`);
    const second = await start();
    expect(await recall(second.databaseUrl)).toEqual([{ answer: 42 }]);
  });

  it("refuses a demanded port that is taken, and otherwise takes another", async () => {
    const first = await start({ port: await findLastingPort() });
    await first.stop();
    const blocker = createServer().listen(first.port, "127.0.0.1");
    try {
      await once(blocker, "listening");
      await expect(start({ port: first.port })).rejects.toMatchObject({
        code: "PORT_TAKEN",
        message: expect.stringContaining(`Port ${first.port} is in use`),
      });
      const second = await start();
      expect(second.port).not.toBe(first.port);
    } finally {
      blocker.close();
    }
  });

  describe.runIf(process.getuid?.() === 0)(
    "as root, below a folder that PostgreSQL's user can't enter",
    () => {
      const locationOf = async ({ databaseUrl }: EmbeddedPostgres) =>
        String((await query(databaseUrl, "SELECT current_setting('data_directory') AS at"))[0]?.at);

      beforeEach(() => chmod(folder, 0o700));

      it("refuses data that must last and names the folder", async () => {
        await expect(start()).rejects.toMatchObject({
          code: "PERMISSION_DENIED",
          message: expect.stringContaining(`can't enter ${folder},`),
        });
      });

      it("keeps a demo's data in /var/tmp, logs where, and finds it again", async () => {
        const first = await start({ mayLiveElsewhere: true });
        await remember(first.databaseUrl);
        await first.stop();
        const second = await start({ mayLiveElsewhere: true });
        expect(await recall(second.databaseUrl)).toEqual([{ answer: 42 }]);
        const elsewhere = path.dirname(await locationOf(second));
        await second.stop();
        await rm(elsewhere, { recursive: true });
        expect(elsewhere).toMatch(/^\/var\/tmp\/stablecoin-checkout-/);
        expect(log).toContain(`PostgreSQL's user can't enter ${folder}: the database is in ${elsewhere}.`);
        expect((await stat(folder)).mode & 0o777).toBe(0o700);
      });

      it("refuses to replace data in /var/tmp by an empty database, and names the command that moves them", async () => {
        const first = await start({ mayLiveElsewhere: true });
        await remember(first.databaseUrl);
        const moved = await locationOf(first);
        await first.stop();
        try {
          await expect(start()).rejects.toMatchObject({ code: "DATA_MOVED" });
          await chmod(folder, 0o711);
          await expect(start()).rejects.toThrow(`mv ${moved} ${dataDir}`);
          await promisify(execFile)("mv", [moved, dataDir]);
          expect(await recall((await start()).databaseUrl)).toEqual([{ answer: 42 }]);
        } finally {
          await rm(path.dirname(moved), { recursive: true });
        }
      });
    },
  );

  it("gives advice when it can't write", async () => {
    const closed = path.join(folder, "closed");
    await mkdir(closed, { mode: 0o500 });
    const script = `
      const { startEmbeddedPostgres } = await import(${JSON.stringify(path.resolve("lib/platform/process/embedded-postgres.ts"))});
      await startEmbeddedPostgres({ dataDir: ${JSON.stringify(path.join(closed, "postgres"))}, database: "checkout" })
        .catch((error) => console.log(error.code, error.message));`;
    // Root may write everywhere.
    const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--import", "tsx", "-e", `(async () => {${script}})()`],
      user,
    );
    expect(stdout).toMatch(/^PERMISSION_DENIED .*closed.* cannot be used: .*Make it writable/);
  });
});
