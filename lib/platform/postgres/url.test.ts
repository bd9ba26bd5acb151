import { describe, expect, it } from "vitest";
import { databaseUrlFault, driverUrl, readDatabaseUrl } from "./url";

describe("an address", () => {
  it.each([
    ["with a bare % in the password", "postgresql://svc:50%off!@db.example/shop", { password: "50%off!" }],
    ["with a bare % beside escapes", "postgresql://svc:50%off%2F@db.example/shop", { password: "50%off/" }],
    ["with an escaped password", "postgresql://svc:a%2Fb%25c@db.example/shop", { password: "a/b%c" }],
    [
      "of a socket",
      "postgresql://svc:word@/shop?host=/cloudsql/one:two:three",
      { host: "/cloudsql/one:two:three", database: "shop", user: "svc" },
    ],
    ["of a socket without a user", "postgresql:///shop?host=/run/postgresql", { host: "/run/postgresql" }],
    ["of an escaped socket", "postgresql://svc@%2Frun%2Fpostgresql/shop", { host: "/run/postgresql" }],
    ["of IPv6", "postgres://svc@[::1]:6432/shop", { host: "::1", port: 6432 }],
    ["with a comma in the password", "postgres://svc:a,b@db.example/shop", { password: "a,b" }],
    ["with parameters of others", "postgres://svc@db.example/democratize?schema=public&pgbouncer=true", {}],
  ])("%s is read as the driver reads it", (_, url, parts) => {
    expect(databaseUrlFault(url)).toBeNull();
    expect(readDatabaseUrl(url)).toMatchObject(parts);
  });

  it.each([
    ["mysql://db.example/shop", "must be a postgresql:// address"],
    ["postgres://svc:5ec4e7@one.example:5432,two.example:5432/shop", /names several hosts/],
    ["postgres://svc:5ec4e7@one.example,two.example/shop", /names several hosts/],
    ["postgres://svc:5ec4e7@/shop?host=one.example,two.example", /names several hosts/],
    ["postgres://svc:5ec4e7%ff@db.example/shop", /write % as %25/],
    ["postgres://svc:5ec/4e7@db.example/shop", /percent-encode/],
    [
      "postgres://svc:5ec4e7@db.example/shop?sslmode=verify-full&sslrootcert=/no/ca.pem",
      /for TLS: there is no \/no\/ca.pem; correct the path/,
    ],
    ["postgres://svc:5ec4e7@db.example/shop?sslrootcert=/", /for TLS: the file is a folder/],
  ])("%s is refused without its password", (url, fault) => {
    const said = databaseUrlFault(url);
    expect(said).toMatch(fault);
    expect(said).not.toMatch(/5ec/);
  });
});

describe("TLS", () => {
  const base = "postgresql://svc@db.example/shop";

  it.each([
    ["?sslmode=require", "?sslmode=verify-full"],
    ["?sslmode=verify-ca&sslrootcert=/ca.pem", "?sslmode=verify-full&sslrootcert=/ca.pem"],
    ["?uselibpqcompat=true&sslmode=verify-ca", "?uselibpqcompat=true&sslmode=verify-ca"],
    ["?sslmode=no-verify", "?sslmode=no-verify"],
    ["?sslmode=disable", "?sslmode=disable"],
    ["?sslmode=verify-full&sslrootcert=system", "?sslmode=verify-full"],
    ["?sslrootcert=system", "?sslmode=verify-full"],
    ["", ""],
  ])("%s means %s", (given, meant) => {
    expect(driverUrl(base + given)).toBe(base + meant);
  });
});
