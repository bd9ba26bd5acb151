import { parseArgs } from "node:util";

export type Settings = {
  /** Where the service is, e.g. https://pay.example.com */
  baseUrl: string;
  serverKey: string;
  /** Whether tools that create checkouts and request refunds exist. */
  allowWrites: boolean;
  /** Null: standard input and output. */
  http: { port: number; token: string | null } | null;
};

const usualPort = 8765;

/**
 * Reads the environment and the flags of `npm run mcp`.
 *
 * @throws Error that says what to set
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>, args: string[]): Settings {
  const { values } = parseArgs({
    args,
    options: {
      "allow-writes": { type: "boolean", default: false },
      http: { type: "boolean", default: false },
      port: { type: "string" },
    },
  });
  const { CHECKOUT_URL: baseUrl = "", CHECKOUT_SERVER_KEY: serverKey = "", CHECKOUT_MCP_TOKEN = "" } = env;
  if (!isSafeUrl(baseUrl))
    throw new Error(
      "Set CHECKOUT_URL to the service's address, such as https://pay.example.com. Plain http is for this machine only.",
    );
  if (!/^svc_server_\S+$/.test(serverKey))
    throw new Error(
      "Set CHECKOUT_SERVER_KEY to a server key (svc_server_…). For a server that only reads, create one with the scope `read`.",
    );
  const allowWrites = values["allow-writes"];
  const token = CHECKOUT_MCP_TOKEN === "" ? null : CHECKOUT_MCP_TOKEN;
  if (token !== null && !/^[\x21-\x7e]{16,}$/.test(token))
    throw new Error("CHECKOUT_MCP_TOKEN needs at least 16 characters, without spaces.");
  if (!values.http) {
    if (values.port !== undefined) throw new Error("--port goes with --http.");
    return { baseUrl, serverKey, allowWrites, http: null };
  }
  // Every program and user of this machine reaches the port.
  if (allowWrites && token === null)
    throw new Error("--http with --allow-writes needs CHECKOUT_MCP_TOKEN: clients send it as Bearer token.");
  const port = Number(values.port ?? usualPort);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error("--port must be a whole number from 0 to 65535; 0 takes a free port.");
  return { baseUrl, serverKey, allowWrites, http: { port, token } };
}

function isSafeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || (protocol === "http:" && loopbackNames.includes(hostname));
}

/** As URLs write them. */
export const loopbackNames: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];
