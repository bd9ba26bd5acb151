import { randomBytes } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, escapeIdentifier } from "pg";
import {
  initialiseCluster,
  inspectCluster,
  locatePostgresFolder,
  type PostgresFolder,
  postgresEnvironment,
  resetPassword,
  stopByControl,
} from "./postgres-folder";
import {
  endProcess,
  endRecordedOrphan,
  findFreePort,
  isPortFree,
  loopback,
  processCommand,
  processIdentity,
  recordProcess,
  spawnGuarded,
} from "./processes";
import { explainUnusablePath, isUnusablePath, StartError } from "./start-error";

/** SIGINT is PostgreSQL's fast shutdown: it does not wait for clients. */
const fastShutdown = { signal: "SIGINT", graceMs: 15_000 } as const;

/** Settings for tests only: a crash of the machine may lose or break the data. */
export const testPostgresSettings: Readonly<Record<string, string>> = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "200",
  shared_buffers: "64MB",
};

export interface EmbeddedPostgresOptions {
  /** Absolute path of the cluster; `<dataDir>.json` beside it stores password and port (0600). */
  dataDir: string;
  /** Defaults to the last start's port if free, else another free one. */
  port?: number;
  /** Created when missing. */
  database: string;
  /** As root, data of a demo or a test may go to /var/tmp when PostgreSQL's user can't enter the folder. */
  mayLiveElsewhere?: boolean;
  /** `postgresql.conf` settings of this start. */
  settings?: Readonly<Record<string, string>>;
  /** Receives sentences about repairs, and the server's log. */
  onLog?: (line: string) => void;
}

export interface EmbeddedPostgres {
  databaseUrl: string;
  /** The same server's `postgres` database, as superuser. */
  adminUrl: string;
  port: number;
  /** The postmaster's process id. */
  pid: number;
  /** Fast shutdown; resolves when no process is left. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL server on the loopback interface and creates the cluster if there is none. The server ends with
 * this process, even a killed one; remains of an earlier run are cleared first.
 *
 * @throws StartError with a sentence that says what to do: `PORT_TAKEN` (a demanded port), `ALREADY_RUNNING`,
 * `DATA_DAMAGED`, `DATA_MISSING`, `DATA_MOVED`, `PERMISSION_DENIED`, `UNSUPPORTED_PLATFORM`, `START_FAILED`.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await start({ ...options, dataDir: path.resolve(options.dataDir) });
  } catch (error) {
    throw explainUnusablePath(error, options.dataDir);
  }
}

async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, settings = {}, mayLiveElsewhere = false, onLog = () => undefined } = options;
  const folder = await locatePostgresFolder(dataDir, mayLiveElsewhere, onLog);
  const recordPath = `${dataDir}.process.json`;
  if (await endRecordedOrphan(recordPath, `The database in ${dataDir}`, fastShutdown)) {
    onLog("A PostgreSQL that an earlier run left behind was stopped.");
  }
  await clearPostmasterPid(folder, onLog);
  const kept = await prepareCluster(folder, `${dataDir}.json`, settings.fsync !== "off", onLog);

  const server = await launchOnPort(folder, options, kept.port, onLog);
  await recordProcess(recordPath, server.pid);
  await writeKept(`${dataDir}.json`, { password: kept.password, port: server.port });

  const urlOf = (database: string) =>
    `postgresql://postgres:${kept.password}@${loopback}:${server.port}/${encodeURIComponent(database)}`;
  const stop = async () => {
    // What it does not end is ended below, as after a crash.
    if (process.platform === "win32") await stopByControl(folder).catch(() => undefined);
    await endProcess(server.pid, server.identity, fastShutdown);
    await rm(recordPath, { force: true });
  };
  try {
    await ensureDatabase(urlOf("postgres"), options.database);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    databaseUrl: urlOf(options.database),
    adminUrl: urlOf("postgres"),
    port: server.port,
    pid: server.pid,
    stop,
  };
}

interface Kept {
  password: string;
  port: number | undefined;
}

async function prepareCluster(
  folder: PostgresFolder,
  keptPath: string,
  durable: boolean,
  onLog: (line: string) => void,
): Promise<Kept> {
  const kept = await readKept(keptPath);
  const state = await inspectCluster(folder.dataDir);
  if (state === "complete" && kept !== null) return kept;
  // The file is written after the cluster, so there was one: an empty one in its place would lose what it holds.
  if (kept !== null) {
    throw new StartError(
      "DATA_MISSING",
      `The database in ${folder.dataDir} is ${state === "absent" ? "missing" : "incomplete"}, and ${keptPath} shows that there was one. Bring it back or restore a backup. To start with an empty database, remove ${keptPath}.`,
    );
  }

  const password = randomBytes(24).toString("base64url");
  if (state === "complete") {
    await resetPassword(folder, password);
    onLog("The database's password file was missing; a new password was set.");
  } else {
    if (state === "incomplete") {
      const aside = `${folder.dataDir}.incomplete-${Date.now()}`;
      await rename(folder.dataDir, aside);
      onLog(`The database folder was incomplete, so a new one was made; the old one is ${aside}.`);
    }
    await initialiseCluster(folder, password, durable);
  }
  const created = { password, port: undefined };
  await writeKept(keptPath, created);
  return created;
}

async function readKept(keptPath: string): Promise<Kept | null> {
  try {
    const { password, port }: { password?: unknown; port?: unknown } = JSON.parse(
      await readFile(keptPath, "utf8"),
    );
    if (typeof password !== "string" || !/^[\w-]{16,}$/.test(password)) return null;
    return { password, port: Number.isInteger(port) ? Number(port) : undefined };
  } catch (error) {
    if (isUnusablePath(error)) throw error;
    return null;
  }
}

async function writeKept(keptPath: string, kept: Kept): Promise<void> {
  await writeFile(`${keptPath}.new`, JSON.stringify(kept), { mode: 0o600 });
  await rename(`${keptPath}.new`, keptPath);
}

/**
 * A killed server leaves postmaster.pid behind. PostgreSQL refuses to start when the same user reuses that process id,
 * and cannot know that it names our orphan.
 */
async function clearPostmasterPid({ dataDir }: PostgresFolder, onLog: (line: string) => void): Promise<void> {
  const lockPath = path.join(dataDir, "postmaster.pid");
  const lock = await readFile(lockPath, "utf8").catch(() => null);
  if (lock === null) return;
  const pid = Number(lock.split("\n")[0]);
  const identity = Number.isSafeInteger(pid) && pid > 1 ? processIdentity(pid) : null;
  const isOurServer = identity !== null && isServerOf(dataDir, processCommand(pid));
  if (identity !== null && isOurServer) {
    onLog("A PostgreSQL that an earlier run left behind was stopped.");
    await endProcess(pid, identity, fastShutdown);
  }
  await rm(lockPath, { force: true });
}

/** Whether a command line is that of the server of this cluster; Windows quotes paths. */
export function isServerOf(dataDir: string, command: string | null): boolean {
  const commandText = command?.replaceAll('"', "").replace(/\bpostgres\.exe\b/i, "postgres");
  return `${commandText} `.includes(`postgres -D ${dataDir} `);
}

interface Server {
  pid: number;
  identity: string;
  port: number;
}

async function launchOnPort(
  folder: PostgresFolder,
  { port: demanded, settings = {}, dataDir }: EmbeddedPostgresOptions,
  remembered: number | undefined,
  onLog: (line: string) => void,
): Promise<Server> {
  const deadline = Date.now() + 30_000;
  let candidate = demanded ?? remembered;
  for (;;) {
    const free = candidate !== undefined && (await isPortFree(candidate));
    if (!free && demanded !== undefined) {
      throw new StartError(
        "PORT_TAKEN",
        `Port ${demanded} is in use by another program. Stop that program, or choose another port for PostgreSQL.`,
      );
    }
    const port = free && candidate !== undefined ? candidate : await findFreePort();
    const outcome = await launch(folder, port, settings, onLog);
    if ("pid" in outcome) return outcome;
    if (/could not bind|could not create any TCP\/IP sockets/.test(outcome.log) && Date.now() < deadline) {
      candidate = demanded;
      continue;
    }
    // The processes of a killed server need a moment to notice; until then they hold its shared memory.
    if (/shared memory block|lock file/.test(outcome.log) && Date.now() < deadline) {
      await sleep(250);
      continue;
    }
    throw await explainFailure(outcome.log, folder, dataDir);
  }
}

/** Advise removing the data only when the error points at the data. */
async function explainFailure(log: string, folder: PostgresFolder, dataDir: string): Promise<StartError> {
  const reason = /(?:FATAL|PANIC):\s*(.*)/.exec(log)?.[1] ?? log.trim().split("\n").at(-1);
  const damage =
    /PANIC|control file|checkpoint record|could not (?:open|read|find)|corrupt|bogus data|incompatible/;
  if (!damage.test(log) && (await inspectCluster(folder.dataDir)) === "complete") {
    return new StartError(
      "START_FAILED",
      `PostgreSQL did not start on the data in ${folder.dataDir}: ${reason}.`,
    );
  }
  const folders = folder.dataDir === dataDir ? dataDir : `${dataDir} and ${folder.dataDir}`;
  return new StartError(
    "DATA_DAMAGED",
    `PostgreSQL cannot start from the data in ${folder.dataDir}: ${reason}. Restore them from a backup, or remove ${folders} to start over without them.`,
  );
}

async function launch(
  { dataDir, binaries, user }: PostgresFolder,
  port: number,
  settings: Readonly<Record<string, string>>,
  onLog: (line: string) => void,
): Promise<Server | { log: string }> {
  // No Unix socket: it would need a folder that both users can access.
  const all = {
    listen_addresses: loopback,
    unix_socket_directories: "",
    timezone: "UTC",
    log_timezone: "UTC",
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const args = ["-D", dataDir, "-p", String(port), ...flags];
  const child = spawnGuarded(binaries.postgres, args, { ...user, env: postgresEnvironment() }, "INT");
  const identity = child.pid === undefined ? null : processIdentity(child.pid);
  return new Promise((resolve) => {
    let log = "";
    let settled = false;
    const settle = (outcome: Server | { log: string }) => {
      settled = true;
      resolve(outcome);
    };
    child.stdout?.resume();
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      onLog(text.trimEnd());
      if (settled) return;
      log = (log + text).slice(-20_000);
      if (log.includes("ready to accept connections") && child.pid !== undefined && identity !== null) {
        settle({ pid: child.pid, identity, port });
      }
    });
    child.once("error", (error) => settle({ log: error.message }));
    child.once("close", () => settle({ log }));
  });
}

async function ensureDatabase(adminUrl: string, database: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [database]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
}
