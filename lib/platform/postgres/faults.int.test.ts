import { chmod, chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createDatabase, type Database, transact } from "@/lib/platform/database";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
  testPostgresSettings,
} from "@/lib/platform/process/embedded-postgres";
import { locatePostgresFolder } from "@/lib/platform/process/postgres-folder";
import { claimDatabase } from "@/lib/platform/process/service-mark.store";
import { createAuthority } from "@/lib/testing/certificates";
import { startTransactionPooler } from "@/lib/testing/transaction-pooler";
import { applyMigrations } from "@/prisma/migrate";
import { withClient } from "./client";
import { databaseFault } from "./faults.rules";

/** A PostgreSQL with TLS by a private authority, whose certificate names localhost. */
let server: EmbeddedPostgres;
let folder: string;
let http: Server;
const file = (name: string) => path.join(folder, name);

const query = (text: string, url = server.databaseUrl) =>
  withClient({ connectionString: url }, (client) => client.query(text));

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "checkout-tls-"));
  await chmod(folder, 0o777);
  const authority = createAuthority();
  const { cert, key } = authority.issue({ names: ["localhost"] });
  await writeFile(file("ca.pem"), authority.ca);
  await writeFile(file("server.pem"), cert);
  await writeFile(file("server.key"), key, { mode: 0o600 });
  const dataDir = file("postgres");
  const { user } = await locatePostgresFolder(dataDir, false, () => undefined);
  if (user !== undefined) await chown(file("server.key"), user.uid, user.gid);
  server = await startEmbeddedPostgres({
    dataDir,
    database: "democratize",
    settings: {
      ...testPostgresSettings,
      ssl: "on",
      ssl_cert_file: file("server.pem"),
      ssl_key_file: file("server.key"),
      unix_socket_directories: folder,
    },
  });
  await query(`
    CREATE ROLE owner LOGIN PASSWORD '50%off/?#'; ALTER DATABASE democratize OWNER TO owner;
    CREATE ROLE reader LOGIN PASSWORD 'word'; CREATE ROLE full_house LOGIN PASSWORD 'word' CONNECTION LIMIT 0;
    CREATE ROLE replica LOGIN PASSWORD 'word'; ALTER ROLE replica SET default_transaction_read_only = on;
    CREATE ROLE homeless LOGIN PASSWORD 'word'; ALTER ROLE homeless SET search_path = nowhere`);
  await query("CREATE DATABASE closed ALLOW_CONNECTIONS false");
  http = createServer();
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  http?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const at = (userInfo: string, rest = "democratize", host = "localhost") =>
  `postgresql://${userInfo}@${host}:${server.port}/${rest}`;

/** The advice of a start that fails, in one line. */
async function advice(url: string): Promise<string> {
  try {
    await claimDatabase(url, "test");
  } catch (error) {
    const fault = databaseFault(error);
    if (fault !== null) return `${fault.says} ${fault.todo}`;
    throw error;
  }
  return "none";
}

describe("the service uses a database", () => {
  it.each([
    ["whose name contains demo, with a bare % in the password", () => at("owner:50%off%2F%3F%23")],
    [
      "over TLS with a private authority",
      () => at("reader:word", `democratize?sslmode=require&sslrootcert=${file("ca.pem")}`),
    ],
    [
      "whose certificate names another host, by verify-ca as libpq has it",
      () =>
        at(
          "reader:word",
          `democratize?uselibpqcompat=true&sslmode=verify-ca&sslrootcert=${file("ca.pem")}`,
          "127.0.0.1",
        ),
    ],
    ["over TLS without a check", () => at("reader:word", "democratize?sslmode=no-verify")],
    ["by its socket", () => `postgresql://reader:word@/democratize?host=${folder}&port=${server.port}`],
  ])("%s", async (_, url) => {
    expect(await advice(url())).toBe("none");
  });

  it("as its owner without being a superuser, and migrates it", async () => {
    expect((await applyMigrations(at("owner:50%off%2F%3F%23"))).length).toBeGreaterThan(1);
  });
});

describe("the settings of a role", () => {
  /** As a role with its own settings, on a database of its own. */
  async function asRole(settings: string, work: (database: Database) => Promise<void>): Promise<void> {
    const name = `role_${crypto.randomUUID().slice(0, 8)}`;
    await query(`CREATE ROLE ${name} LOGIN PASSWORD 'word'; ${settings.replaceAll("$role", name)}`);
    await query(`CREATE DATABASE ${name} OWNER ${name}`);
    const url = at(`${name}:word`, name);
    await query("CREATE SCHEMA shop", url);
    await applyMigrations(url);
    const database = createDatabase(url, { maxConnections: 2 });
    await work(database);
    await database.close();
  }

  it("choose the schema for Prisma's and our own statements", () =>
    asRole("ALTER ROLE $role SET search_path = shop", async ({ pool, prisma }) => {
      const { rows } = await pool.query("SELECT to_regclass('shop.projects') IS NOT NULL AS found");
      expect(rows).toEqual([{ found: true }]);
      expect(await prisma.project.count()).toBe(0);
    }));

  it("change neither isolation nor time zone", () =>
    asRole(
      "ALTER ROLE $role SET default_transaction_isolation = serializable; ALTER ROLE $role SET timezone = 'Asia/Seoul'",
      async ({ pool }) => {
        const read =
          "SELECT current_setting('transaction_isolation') AS isolation, current_setting('TimeZone') AS zone";
        const usual = [{ isolation: "read committed", zone: "UTC" }];
        expect((await pool.query(read)).rows).toEqual(usual);
        expect(await transact(pool, async (tx) => (await tx.query(read)).rows)).toEqual(usual);
      },
    ));
});

describe("the service gives advice", () => {
  it.each([
    ["about a wrong password", () => at("owner:wrong"), /[Pp]assword .*Correct user and password/],
    ["about a missing password", () => at("owner"), /asks for a password/],
    ["about an unknown user", () => at("nobody:word"), /Correct user and password/],
    [
      "about a missing database",
      () => at("reader:word", "missing"),
      /"missing" does not exist.*CREATE DATABASE/,
    ],
    ["about a closed database", () => at("reader:word", "closed"), /not currently accepting.*Wait/],
    ["about a user's limit", () => at("full_house:word"), /no free connection.*DATABASE_POOL_SIZE/],
    ["about a replica", () => at("replica:word"), /read-only.*primary/],
    ["about a missing schema", () => at("homeless:word"), /ALTER ROLE .* SET search_path/],
    [
      "about a closed port",
      () => "postgresql://reader@127.0.0.1:1/x",
      /at 127\.0\.0\.1:1 .*Start PostgreSQL/,
    ],
    ["about an unknown host", () => "postgresql://reader@db.invalid/x", /db\.invalid is not known.*DNS/],
    ["about a missing socket", () => "postgresql://reader@/x?host=/nowhere", /no socket.*\/nowhere.*folder/],
    [
      "about a program that is no PostgreSQL",
      () => `postgresql://reader@127.0.0.1:${(http.address() as AddressInfo).port}/x`,
      /doesn't speak|closed the connection/,
    ],
    [
      "about an unknown authority",
      () => at("reader:word", "democratize?sslmode=require"),
      /authority that is not known.*sslrootcert=/,
    ],
    [
      "about a certificate of another host",
      () => at("reader:word", `democratize?sslmode=verify-full&sslrootcert=${file("ca.pem")}`, "127.0.0.1"),
      /for another name.*verify-ca/,
    ],
    [
      "about a server without TLS",
      () => `${inject("postgresAdminUrl")}?sslmode=require`,
      /doesn't offer TLS.*sslmode=disable/,
    ],
  ])("%s", async (_, url, words) => {
    const said = await advice(url());
    expect(said).toMatch(words);
    expect(said).not.toMatch(/\n|:word|50%off/);
  });

  it("about a user that may not create tables", async () => {
    const migrating = applyMigrations(at("reader:word", "postgres"));
    await expect(migrating).rejects.toThrow(/20261128210000_baseline failed: .*too few rights.*OWNER TO/);
  });

  it("about a server that takes only TLS", async () => {
    const rule = "hostnossl all reader all reject\nhost all all all scram-sha-256\n";
    await writeFile(file("postgres/pg_hba.conf"), rule);
    await query("SELECT pg_reload_conf()");
    await expect.poll(() => advice(at("reader:word"))).toMatch(/only TLS connections.*sslmode=verify-full/);
  });

  it("about a start-up parameter that a pooler refuses", async () => {
    const pooler = await startTransactionPooler(server.databaseUrl);
    const said = await advice(`${pooler.databaseUrl}?options=-c%20search_path%3Dpublic`);
    await pooler.stop();
    expect(said).toMatch(/parameter: options.*ALTER ROLE/);
  });
});
