import { describe, expect, it } from "vitest";
import {
  connectionFault,
  DatabaseUnusable,
  databaseAdvice,
  databaseFault,
  ofDirectUrl,
  ofOwnDatabase,
} from "./faults.rules";
import { serverFault } from "./server.rules";

const refused = (code: string, message: string) =>
  Object.assign(new Error(message), { code, severity: "FATAL" });

const refusals = [
  ["08P01", "unsupported startup parameter: options", "ignore_startup_parameters"],
  ["08P01", "no such database: shop", "pooler's settings"],
  ["XX000", "Tenant or user not found", "postgres.PROJECT"],
  ["08P01", "query_wait_timeout", "default_pool_size"],
  ["08P01", "no more connections allowed (max_client_conn)", "max_client_conn"],
  ["08P01", "server login has been failing, try again later (server_login_retry)", "PostgreSQL runs"],
  ["28000", 'no pg_hba.conf entry for host "10.0.0.1", user "a", database "b", no encryption', "sslmode"],
  ["28000", 'no pg_hba.conf entry for host "10.0.0.1", user "a", database "b", SSL off', "sslmode"],
  ["28000", 'no pg_hba.conf entry for host "10.0.0.1", user "a", database "b", SSL encryption', "Add a line"],
  ["28P01", 'password authentication failed for user "a"', "percent-encode"],
  ["3D000", 'database "shop" does not exist', "CREATE DATABASE"],
  ["53300", "sorry, too many clients already", "max_connections"],
  ["53300", "remaining connection slots are reserved for roles with SUPERUSER", "DATABASE_POOL_SIZE"],
  ["57P03", "the database system is starting up", "Wait"],
  ["25006", "cannot execute INSERT in a read-only transaction", "primary"],
  ["42501", "permission denied for schema public", "OWNER TO"],
  ["CERT_HAS_EXPIRED", "certificate has expired", "Renew"],
  ["EHOSTUNREACH", "connect EHOSTUNREACH 10.0.0.1:5432", "firewalls"],
  ["ECONNRESET", "read ECONNRESET", "log of PostgreSQL"],
  ["ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:5432", "Start PostgreSQL"],
  ["42P07", 'relation "orders" already exists', "empty database"],
] as const;

describe("a refused connection", () => {
  it.each(refusals)("%s %s: the advice names %s", (code, message, advice) => {
    expect(connectionFault(refused(code, message)).todo).toContain(advice);
  });

  it("is recognised inside errors of Prisma, of a pool and of both localhost addresses", () => {
    const prisma = Object.assign(new Error("Invalid invocation"), {
      code: "P2010",
      meta: { driverAdapterError: { cause: { originalCode: "53300", originalMessage: "too many clients" } } },
    });
    expect(databaseFault(prisma)?.todo).toContain("max_connections");
    expect(databaseFault(new Error("timeout exceeded when trying to connect"))?.todo).toContain(
      "DATABASE_POOL_SIZE",
    );
    const address = Object.assign(new Error("connect"), { code: "ECONNREFUSED", address: "::1", port: 5432 });
    expect(connectionFault(new AggregateError([address])).says).toContain("at ::1:5432");
    const known = new DatabaseUnusable({ says: "It is full.", todo: "Empty it." });
    expect(databaseFault(new Error("outside", { cause: known }))).toBe(known);
  });

  it("differs from an error of a node or a setting", () => {
    const node = new TypeError("fetch failed", {
      cause: Object.assign(new Error("connect"), { code: "ECONNREFUSED" }),
    });
    expect(databaseFault(node)).toBeNull();
    expect(databaseFault(new Error("CHAINS is missing"))).toBeNull();
  });

  it("names the setting that it comes from", () => {
    const fault = ofDirectUrl(connectionFault(refused("3D000", 'database "shop" does not exist')));
    expect(fault.todo).toContain("end of DATABASE_DIRECT_URL");
  });
});

describe("a fault of the built-in PostgreSQL", () => {
  const ownAdvice = (code: string, message: string) => ofOwnDatabase(connectionFault(refused(code, message)));

  it.each(refusals)("%s %s: the advice names neither DATABASE_URL nor a pooler", (code, message) => {
    expect(ownAdvice(code, message).todo).not.toMatch(/DATABASE_URL|pooler(?! has)/);
  });

  it("gets advice for its cause", () => {
    expect(ownAdvice("ECONNREFUSED", "connect").todo).toContain("npm start");
    expect(ownAdvice("28P01", "password authentication failed").todo).toContain("app/postgres.json");
    expect(ownAdvice("42P07", 'relation "orders" already exists').todo).toContain("DATA_ROOT");
    expect(ownAdvice("25006", "cannot execute INSERT").todo).toContain("postgresql.conf");
    expect(ownAdvice("53100", "no space left on device").todo).toContain("Free space");
  });

  it("keeps its cause's advice in an error that was thrown before", () => {
    const thrown = new Error("outside", {
      cause: new DatabaseUnusable(connectionFault(refused("28P01", "no"))),
    });
    expect(databaseAdvice(thrown, true)).toContain("app/postgres.json");
    expect(databaseAdvice(thrown, false)).toContain("DATABASE_URL");
  });
});

describe("a server", () => {
  const good = { versionNumber: 180_004, encoding: "UTF8", readOnly: false, schema: "public" };

  it.each([
    [{ versionNumber: 130_022 }, "14 is the oldest"],
    [{ encoding: "SQL_ASCII" }, "ENCODING 'UTF8'"],
    [{ readOnly: true }, "primary"],
    [{ schema: null }, "search_path"],
  ])("with %o is refused with advice", (change, advice) => {
    expect(serverFault({ ...good, ...change })?.todo).toContain(advice);
  });

  it("of version 14 or newer is used", () => {
    expect(serverFault({ ...good, versionNumber: 140_000 })).toBeNull();
  });
});
