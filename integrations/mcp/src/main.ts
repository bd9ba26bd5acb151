import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createCheckoutClient } from "../../../packages/client/src/checkout-client";
import { serveHttp } from "./http";
import { createMcpServer } from "./server";
import { readSettings, type Settings } from "./settings";

/** Standard output belongs to the protocol. */
function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function start({ baseUrl, serverKey, allowWrites, http }: Settings): Promise<void> {
  const client = createCheckoutClient({ baseUrl, serverKey });
  const makeServer = () => createMcpServer(client, { allowWrites });
  const mode = allowWrites ? "with tools that write" : "read-only";
  if (http !== null) {
    const { url } = await serveHttp(makeServer, http);
    say(`MCP server at ${url}, ${mode}`);
    return;
  }
  // The host closes our input when it ends; the SDK would wait on.
  process.stdin.once("end", () => process.exit(0));
  serveStdio(makeServer);
  say(`MCP server on standard input and output, ${mode}`);
}

try {
  await start(readSettings(process.env, process.argv.slice(2)));
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
