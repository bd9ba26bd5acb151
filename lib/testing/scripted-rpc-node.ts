import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type ScriptedCall = { id: unknown; method: string; params: unknown[] };

/** Thrown by a script to answer a call with a JSON-RPC error. */
export class ScriptedRefusal extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export type Script = {
  /** Instead of the node's own. */
  chainId?: number;
  /** The result of a call of any method but `eth_chainId`; null for none. */
  result?: (call: ScriptedCall) => unknown;
  /** Takes the whole HTTP response over: true when it did. */
  http?: (response: ServerResponse, calls: readonly ScriptedCall[]) => boolean;
};

export type ScriptedRpcNode = {
  url: string;
  /** The calls of each HTTP request so far. */
  requests: ScriptedCall[][];
  script: Script;
  stop(): Promise<void>;
};

/** A node on the loopback interface that follows a script. */
export async function startScriptedRpcNode(chainId: number): Promise<ScriptedRpcNode> {
  // No connection ends by itself: after a pause of this process it would just as a caller takes it for its next call.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
    request.on("end", () => {
      const body: ScriptedCall | ScriptedCall[] = JSON.parse(text);
      const calls = Array.isArray(body) ? body : [body];
      node.requests.push(calls);
      if (node.script.http?.(response, calls)) return;
      const answers = calls.map((call) => answer(call));
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(Array.isArray(body) ? answers : answers[0]));
    });
  });
  const answer = (call: ScriptedCall) => {
    try {
      const result =
        call.method === "eth_chainId"
          ? `0x${(node.script.chainId ?? chainId).toString(16)}`
          : (node.script.result?.(call) ?? null);
      return { jsonrpc: "2.0", id: call.id, result };
    } catch (error) {
      if (!(error instanceof ScriptedRefusal)) throw error;
      return {
        jsonrpc: "2.0",
        id: call.id,
        error: { code: error.code, message: error.message, data: error.data },
      };
    }
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const node: ScriptedRpcNode = {
    url: `http://127.0.0.1:${port}`,
    requests: [],
    script: {},
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return node;
}
