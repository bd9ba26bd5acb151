import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

// For `npm run test:mcp`: here, because the SDK is installed beside it.

export type { Client };

/** Starts the server as a host does, and talks to it on standard input and output. */
export async function connectByStdio(
  program: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ client: Client; errors: string[] }> {
  const transport = new StdioClientTransport({
    command: program,
    args,
    env: { ...getDefaultEnvironment(), ...env },
    stderr: "ignore",
  });
  return connect(transport);
}

export async function connectByHttp(
  url: string,
  token?: string,
): Promise<{ client: Client; errors: string[] }> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
}

/** `errors` collects what the client couldn't read. */
async function connect(
  transport: StdioClientTransport | StreamableHTTPClientTransport,
): Promise<{ client: Client; errors: string[] }> {
  const client = new Client({ name: "test", version: "1.0.0" });
  const errors: string[] = [];
  client.onerror = (error) => errors.push(String(error));
  await client.connect(transport);
  return { client, errors };
}
