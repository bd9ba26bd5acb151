import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";

// For `npm run night -- mcp`: here, because the SDK is installed beside it.

export type { Client };

/** `legacy` clients begin with `initialize`; others send it no more. */
export type Era = "legacy" | "2026-07-28";

/** Starts the server as a host does, and talks to it on standard input and output. */
export async function connectByStdio(
  program: string,
  args: string[],
  env: Record<string, string>,
  era: Era,
): Promise<{ client: Client; errors: string[] }> {
  const transport = new StdioClientTransport({
    command: program,
    args,
    env: { ...getDefaultEnvironment(), ...env },
    stderr: "ignore",
  });
  return connect(transport, era);
}

export async function connectByHttp(
  url: string,
  era: Era,
  token?: string,
): Promise<{ client: Client; errors: string[] }> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }), era);
}

/** `errors` collects what the client couldn't read. */
async function connect(
  transport: StdioClientTransport | StreamableHTTPClientTransport,
  era: Era,
): Promise<{ client: Client; errors: string[] }> {
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { versionNegotiation: { mode: era === "legacy" ? era : { pin: era } } },
  );
  const errors: string[] = [];
  client.onerror = (error) => errors.push(String(error));
  await client.connect(transport);
  return { client, errors };
}
