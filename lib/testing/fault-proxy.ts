import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request as send } from "undici";
import type { Fault, FaultSource, RpcRequest, ScopedFault } from "./fault-proxy-faults";
import { isAboveLimit, refuseFor } from "./fault-proxy-limits";
import { faultyLogs, openView, type RpcReply } from "./fault-proxy-view";

/** The faults of one proxied node. */
export type ProxyFaults = {
  /** In force from now on, in place of those set before. */
  set(...faults: readonly ScopedFault[]): void;
  /** Lifts every fault, the drawn ones too. */
  clear(): void;
  /** Draws faults from a seed, besides the set ones; null ends it. */
  random(source: FaultSource | null): void;
  readonly active: readonly ScopedFault[];
};

/** A node whose faults a test decides. */
export type FaultProxy = {
  url: string;
  faults: ProxyFaults;
  /** Its requests so far, the last ten thousand calls; a test may empty it. */
  calls: RpcRequest[];
  /** Uses this node from now on: one on another branch, for example. */
  switchTo(upstreamUrl: string): void;
  /** HTTP requests refused for their size. */
  refused: number;
  /** How often each kind of fault struck. */
  struck: Map<Fault["kind"], number>;
  stop(): Promise<void>;
};

type Call = RpcRequest & { id: unknown };
const maxCalls = 10_000;

/**
 * A JSON-RPC node on the loopback interface that passes every question on to a real one, with the faults that are
 * switched on.
 *
 * @example
 * const proxy = await startFaultProxy(chain.rpcUrl);
 * proxy.faults.set({ kind: "lagging", blocks: 3, logsAbove: "missing" });
 * proxy.faults.random(randomFaults(seed, 0.1));
 *
 * @param port a free one when left out
 */
export async function startFaultProxy(upstreamUrl: string, port = 0): Promise<FaultProxy> {
  const agent = new Agent({ connections: 16 });
  const sockets = new Set<Socket>();
  let set: readonly ScopedFault[] = [];
  let drawn: ScopedFault | null = null;
  let source: FaultSource | null = null;
  let upstream = upstreamUrl;

  const active = () => (drawn === null ? set : [...set, drawn]);

  /** The faults for these calls; a used-up one ends. */
  function strike(calls: readonly Call[]): readonly ScopedFault[] {
    drawn ??= source?.draw() ?? null;
    const striking = active().filter(({ when }) => when === undefined || calls.some(when));
    for (const { kind } of striking) proxy.struck.set(kind, (proxy.struck.get(kind) ?? 0) + 1);
    const after = (fault: ScopedFault): ScopedFault[] => {
      if (fault.times === undefined || !striking.includes(fault)) return [fault];
      return fault.times > 1 ? [{ ...fault, times: fault.times - 1 }] : [];
    };
    set = set.flatMap(after);
    drawn = drawn === null ? null : (after(drawn)[0] ?? null);
    return striking;
  }

  async function forward(body: string): Promise<unknown> {
    const response = await send(upstream, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      dispatcher: agent,
    });
    return response.body.json();
  }

  async function answer(calls: readonly Call[], faults: readonly Fault[], text: string) {
    const changing = faults.filter(({ kind }) => changesAnswers.has(kind));
    if (changing.length === 0) {
      const replies = (await forward(text)) as unknown;
      return { status: 200, items: Array.isArray(replies) ? replies : [replies] };
    }
    const view = await openView(changing, async ({ method, params }) => {
      const reply = (await forward(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }))) as RpcReply;
      return "error" in reply ? { error: reply.error } : { result: reply.result };
    });
    let status = 200;
    const items: unknown[] = [];
    for (const call of calls) {
      const reply = call.method === "eth_getLogs" ? await faultyLogs(changing, call, view) : await view(call);
      if ("error" in reply) status = reply.status ?? status;
      items.push({
        jsonrpc: "2.0",
        id: call.id,
        ...("error" in reply ? { error: reply.error } : { result: reply.result }),
      });
    }
    return { status, items };
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readText(request);
    const body = JSON.parse(text) as Call | Call[];
    const calls = (Array.isArray(body) ? body : [body]).map(({ id, method, params }) => ({
      id,
      method,
      params: params ?? [],
    }));
    proxy.calls.push(...calls);
    if (proxy.calls.length > maxCalls) proxy.calls.splice(0, proxy.calls.length - maxCalls);
    const faults = strike(calls);
    for (const fault of faults) {
      if (isTaken(fault, calls)) await forward(text);
      if (failRequest(fault, calls, response)) return;
    }

    const limit = faults.find((fault) => fault.kind === "size-limit");
    if (limit !== undefined && isAboveLimit(limit, calls, null)) {
      proxy.refused += 1;
      // Cut in the middle, as by a gateway that ran out of buffer.
      if (refuseFor(limit.by, response)) return;
      return void response.end(JSON.stringify(await forward(text)).slice(0, -2));
    }
    const { status, items } = await answer(calls, faults, text);
    if (limit !== undefined && isAboveLimit(limit, calls, items)) {
      proxy.refused += 1;
      if (refuseFor(limit.by, response)) return;
      return void response.end(JSON.stringify(items).slice(0, -2));
    }
    const has = (kind: Fault["kind"]) => faults.some((fault) => fault.kind === kind);
    if (has("batch-out-of-order")) items.reverse();
    if (has("duplicate-ids")) items[0] = { ...(items[0] as object), id: calls.at(-1)?.id };
    const reply = JSON.stringify(Array.isArray(body) ? items : items[0]);
    response.writeHead(status, { "content-type": "application/json" });
    if (has("truncated-body")) return void response.end(reply.slice(0, Math.ceil(reply.length / 2)));
    const slow = faults.find((fault) => fault.kind === "slow-body");
    if (slow !== undefined) {
      response.write(reply.slice(0, 1));
      await sleep(slow.ms, undefined, { ref: false });
      return void response.end(reply.slice(1));
    }
    response.end(reply);
  }

  // No connection ends by itself: after a pause of this process it would just as a caller takes it for its next call.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    handle(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(502);
      response.end();
    });
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    if (active().some(({ kind, when, times }) => kind === "outage" && !when && times === undefined))
      socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });

  const proxy: FaultProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    refused: 0,
    struck: new Map(),
    switchTo(url) {
      upstream = url;
    },
    faults: {
      set(...faults) {
        set = faults;
      },
      clear() {
        set = [];
        drawn = null;
        source = null;
      },
      random(next) {
        source = next;
        if (next === null) drawn = null;
      },
      get active() {
        return active();
      },
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await agent.destroy();
    },
  };
  return proxy;
}

/** Faults within the answers; the others are about the way there. */
const changesAnswers: ReadonlySet<Fault["kind"]> = new Set([
  "wrong-chain-id",
  "before-london",
  "receipts-lost",
  "empty-logs",
  "lagging",
  "stuck",
  "head-back",
  "other-head",
  "wrong-block-hash",
  "dropped-log",
  "invented-logs",
  "block-limit",
  "result-limit",
]);

const isSend = ({ method }: RpcRequest) => method === "eth_sendRawTransaction";
const isLookup = ({ method }: Call) =>
  method === "eth_getTransactionReceipt" || method === "eth_getTransactionByHash";

/** Whether the node gets what its answer then denies. */
function isTaken(fault: Fault, calls: readonly Call[]): boolean {
  return fault.kind === "send-refused" && fault.taken && calls.some(isSend);
}

/** Ends the request without the node's answer: true when it did. */
function failRequest(fault: Fault, calls: readonly Call[], response: ServerResponse): boolean {
  const plain = (status: number, type: string, text: string) => {
    response.writeHead(status, { "content-type": type });
    response.end(text);
    return true;
  };
  const refuse = (status: number, code: number, message: string) =>
    plain(status, "application/json", JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message } }));
  switch (fault.kind) {
    case "outage":
      response.socket?.destroy();
      return true;
    case "send-refused":
      return calls.some(isSend) && refuse(200, -32_000, fault.message);
    case "lookups-refused":
      return calls.some(isLookup) && refuse(200, -32_000, fault.message);
    case "connection-reset":
      response.socket?.resetAndDestroy();
      return true;
    case "too-many-requests":
      return fault.body === "json"
        ? refuse(429, -32005, "daily request count exceeded, request rate limited")
        : plain(429, "text/plain", "Too Many Requests");
    case "rate-limited":
      return refuse(200, -32005, "rate limit exceeded");
    case "time-out":
      return true;
    case "html-body":
      return plain(200, "text/html", "<!doctype html><title>One moment, please</title>");
    case "bad-gateway":
      return plain(502, "text/html", "<html><body>502 Bad Gateway</body></html>");
    case "batch-refused":
      return calls.length > 1 && refuse(200, -32600, "batch requests are not supported");
    default:
      return false;
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += String(chunk);
  return text;
}
