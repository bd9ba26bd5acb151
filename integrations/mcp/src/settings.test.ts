import { describe, expect, test } from "vitest";
import { refusalOf } from "./screen";
import { readSettings } from "./settings";

const env = { CHECKOUT_URL: "https://pay.example.com", CHECKOUT_SERVER_KEY: "svc_server_abc" };
const token = "0123456789abcdef";

describe("the settings", () => {
  test("are read-only on standard input and output without flags", () => {
    expect(readSettings(env, [])).toEqual({
      baseUrl: "https://pay.example.com",
      serverKey: "svc_server_abc",
      allowWrites: false,
      http: null,
    });
  });

  test("serve HTTP with a port and a token", () => {
    const flags = ["--http", "--port", "9000", "--allow-writes"];
    expect(readSettings({ ...env, CHECKOUT_MCP_TOKEN: token }, flags)).toMatchObject({
      allowWrites: true,
      http: { port: 9_000, token },
    });
  });

  test.each<[string, Record<string, string>, string[]]>([
    ["CHECKOUT_URL", { ...env, CHECKOUT_URL: "" }, []],
    ["CHECKOUT_URL", { ...env, CHECKOUT_URL: "http://pay.example.com" }, []],
    ["CHECKOUT_SERVER_KEY", { ...env, CHECKOUT_SERVER_KEY: "svc_sk_abc" }, []],
    ["CHECKOUT_MCP_TOKEN", { ...env, CHECKOUT_MCP_TOKEN: "short" }, ["--http"]],
    ["CHECKOUT_MCP_TOKEN", env, ["--http", "--allow-writes"]],
    ["--port", env, ["--port", "9000"]],
    ["--port", env, ["--http", "--port", "70000"]],
    ["--write", env, ["--write"]],
  ])("name %s when it is wrong", (name, given, flags) => {
    expect(() => readSettings(given, flags)).toThrow(name);
    try {
      readSettings(given, flags);
    } catch (error) {
      expect(String(error)).not.toMatch(/svc_(server|sk)_abc|short/);
    }
  });
});

describe("a request over HTTP", () => {
  const own = { port: 8_765, token: null };
  test.each<[string, Parameters<typeof refusalOf>[0], number | null]>([
    ["from a program", { host: "127.0.0.1:8765" }, null],
    ["by another of this machine's names", { host: "localhost:8765" }, null],
    ["from its own origin", { host: "[::1]:8765", origin: "http://[::1]:8765" }, null],
    ["to a name of the internet", { host: "evil.example.com:8765" }, 403],
    ["to another port", { host: "localhost:80" }, 403],
    ["without a host", {}, 403],
    ["from a page of the internet", { host: "localhost:8765", origin: "https://evil.example.com" }, 403],
    [
      "from a page whose name ends alike",
      { host: "localhost:8765", origin: "http://evil-localhost:8765" },
      403,
    ],
    ["from another local page", { host: "localhost:8765", origin: "http://localhost:3000" }, 403],
    ["from a page without an origin of its own", { host: "localhost:8765", origin: "null" }, 403],
  ])("%s", (_, headers, status) => {
    expect(refusalOf(headers, own)).toBe(status);
  });

  test("needs the token, where there is one", () => {
    const host = "127.0.0.1:8765";
    const withToken = { port: 8_765, token };
    expect(refusalOf({ host }, withToken)).toBe(401);
    expect(refusalOf({ host, authorization: `Bearer ${token}x` }, withToken)).toBe(401);
    expect(refusalOf({ host, authorization: `Bearer ${token}` }, withToken)).toBeNull();
  });
});
