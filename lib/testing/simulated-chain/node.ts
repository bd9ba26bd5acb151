import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { SimulatedChain } from "./chain";
import { answerCall, RpcError } from "./rpc";

/** How a node fails; none of it by default. */
export type NodeFaults = {
  /** HTTP 503 to everything. */
  unavailable: boolean;
  /** It is this many blocks behind. */
  behindBlocks: number;
  /** As many `eth_getLogs` are answered with nothing, by a node that has the blocks. */
  emptyLogs: number;
};

export const noFaults: NodeFaults = { unavailable: false, behindBlocks: 0, emptyLogs: 0 };

/** A node of a simulated chain: JSON-RPC, single and in batches, over HTTP on the loopback interface. */
export type SimulatedNode = {
  url: string;
  /** The chain that it serves. */
  chain: SimulatedChain;
  faults: NodeFaults;
  /** Calls answered so far. */
  calls: number;
  stop(): Promise<void>;
};

export async function startSimulatedNode(chain: SimulatedChain): Promise<SimulatedNode> {
  // No connection ends by itself: after a pause of this process it would just as a caller takes it for its next call.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    void readBody(request).then((text) => serve(node, text, response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const node: SimulatedNode = {
    url: `http://127.0.0.1:${port}`,
    chain,
    faults: { ...noFaults },
    calls: 0,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return node;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

type Call = { id: unknown; method: string; params?: readonly unknown[] };

function serve(node: SimulatedNode, text: string, response: ServerResponse): void {
  if (node.faults.unavailable) {
    response.writeHead(503).end("the node is down");
    return;
  }
  const body: Call | Call[] = JSON.parse(text);
  const answers = (Array.isArray(body) ? body : [body]).map((call) => answer(node, call));
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(Array.isArray(body) ? answers : answers[0]));
}

function answer(node: SimulatedNode, { id, method, params = [] }: Call): unknown {
  node.calls += 1;
  const hidesLogs = method === "eth_getLogs" && node.faults.emptyLogs > 0;
  if (hidesLogs) node.faults.emptyLogs -= 1;
  const headNumber = Math.max(0, node.chain.head.number - node.faults.behindBlocks);
  try {
    const result = answerCall({ chain: node.chain, headNumber, hidesLogs }, method, params);
    return { jsonrpc: "2.0", id, result };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return { jsonrpc: "2.0", id, error: { code: error.code, message: error.message } };
  }
}
