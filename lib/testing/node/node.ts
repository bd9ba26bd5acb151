import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request as send } from "undici";
import { type Fault, logFilter, pages, type RefusalWay, type RpcCall, type ScopedFault } from "./faults";
import { type RpcReply, throughFaults, type Upstream } from "./view";

/** A call as a client sends it. */
export type SentCall = RpcCall & { id: unknown };

/** What a node makes of a question: a page, or none. */
export type HttpAnswer = { status: number; type: string; body: string } | "closed" | "reset" | "silent";

/** A view over a chain, whose faults a test decides. */
export type FaultyNode = {
  /** Whose chain it shows; another from now on, as on another branch. */
  upstream: Upstream;
  faults: {
    /** In force from now on, in place of those set before. */
    set(...faults: readonly ScopedFault[]): void;
    clear(): void;
    readonly active: readonly ScopedFault[];
  };
  /** The calls of its latest HTTP requests, newest last. */
  requests: SentCall[][];
  /** HTTP requests refused for their size. */
  refused: number;
  /** How often each kind of fault struck. */
  struck: Map<Fault["kind"], number>;
  /** @param isAnswered whether something else answers these calls */
  answer(question: string, isAnswered?: (calls: readonly SentCall[]) => boolean): Promise<HttpAnswer>;
};

/** The same on the loopback interface. */
export type ServedNode = FaultyNode & { url: string; stop(): Promise<void> };

const keptRequests = 5_000;

export function createNode(upstream: Upstream): FaultyNode {
  let active: readonly ScopedFault[] = [];

  /** The faults for these calls; a used-up one ends. */
  function strike(calls: readonly RpcCall[]): readonly ScopedFault[] {
    const striking = active.filter(({ when }) => when === undefined || calls.some(when));
    for (const { kind } of striking) node.struck.set(kind, (node.struck.get(kind) ?? 0) + 1);
    active = active.flatMap((fault) => {
      if (fault.times === undefined || !striking.includes(fault)) return fault;
      return fault.times > 1 ? { ...fault, times: fault.times - 1 } : [];
    });
    return striking;
  }

  const node: FaultyNode = {
    upstream,
    requests: [],
    refused: 0,
    struck: new Map(),
    faults: {
      set(...faults) {
        active = faults;
      },
      clear() {
        active = [];
      },
      get active() {
        return active;
      },
    },
    async answer(question, isAnswered = () => false) {
      const body = JSON.parse(question) as SentCall | SentCall[];
      const calls = [body].flat().map(({ id, method, params = [] }) => ({ id, method, params }));
      node.requests.push(calls);
      if (node.requests.length > keptRequests) node.requests.shift();
      if (isAnswered(calls)) return "silent";
      const faults = strike(calls);
      for (const fault of faults) {
        if (fault.kind === "refuses" && fault.taken === true) await node.upstream(calls);
        const instead = insteadOf(fault, calls);
        if (instead !== null) return instead;
      }
      for (const fault of faults) if (fault.kind === "slow") await sleep(fault.ms, undefined, { ref: false });
      const has = (kind: Fault["kind"]) => faults.some((fault) => fault.kind === kind);
      const replies = await (await throughFaults(faults, node.upstream))(calls);
      const items = replies.map((reply, index) => ({ jsonrpc: "2.0", id: calls[index]?.id, ...reply }));
      if (has("batch-out-of-order")) items.reverse();
      if (has("duplicate-ids")) Object.assign(items[0] ?? {}, { id: calls.at(-1)?.id });
      const reply = json(Array.isArray(body) ? items : items[0]);
      const limit = faults.find((fault) => fault.kind === "size-limit");
      if (limit !== undefined && isAbove(limit, calls, replies)) {
        node.refused += 1;
        return refusalBy(limit.by, reply);
      }
      return has("truncated-body") ? cut(reply) : reply;
    },
  };
  return node;
}

/** @param port a free one when left out */
export async function startNode(
  upstream: Upstream,
  port = 0,
  takesOver: (response: ServerResponse, calls: readonly SentCall[]) => boolean = () => false,
): Promise<ServedNode> {
  const node = createNode(upstream);
  // No connection ends by itself: after a pause of this process it would just as a caller takes it for its next call.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    readText(request)
      .then((text) => node.answer(text, (calls) => takesOver(response, calls)))
      .then((answer) => serve(answer, response))
      .catch((error: Error) => serve({ status: 502, type: "text/plain", body: error.message }, response));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return Object.assign(node, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

/** A node in front of a real one. */
export function startNodeBefore(url: string, port?: number): Promise<ServedNode> {
  return startNode(realNode(url), port);
}

const agent = new Agent({ connections: 16 });

/** Asks a node elsewhere. */
function realNode(url: string): Upstream {
  return async (calls) => {
    const body = JSON.stringify(calls.map((call, id) => ({ jsonrpc: "2.0", id, ...call })));
    const headers = { "content-type": "application/json" };
    const response = await send(url, { method: "POST", headers, body, dispatcher: agent });
    const replies = (await response.body.json()) as (RpcReply & { id: number })[];
    return replies
      .toSorted((one, other) => one.id - other.id)
      .map((reply) => ("error" in reply ? { error: reply.error } : { result: reply.result }));
  };
}

function serve(answer: HttpAnswer, response: ServerResponse): void {
  if (answer === "closed") response.socket?.destroy();
  else if (answer === "reset") response.socket?.resetAndDestroy();
  else if (answer !== "silent")
    response.writeHead(answer.status, { "content-type": answer.type }).end(answer.body);
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += String(chunk);
  return text;
}

/** What ends the request without the node's answer; null when it goes on. */
function insteadOf(fault: Fault, calls: readonly RpcCall[]): HttpAnswer | null {
  switch (fault.kind) {
    case "outage":
      return "closed";
    case "connection-reset":
      return "reset";
    case "time-out":
      return "silent";
    case "page":
      return pages[fault.page];
    case "refuses":
      return refusal(-32_000, fault.message);
    case "batch-refused":
      return calls.length > 1 ? refusal(-32_600, "batch requests are not supported") : null;
    default:
      return null;
  }
}

function refusal(code: number, message: string, status = 200): HttpAnswer {
  return { ...json({ jsonrpc: "2.0", id: null, error: { code, message } }), status };
}

function json(value: unknown) {
  return { status: 200, type: "application/json", body: JSON.stringify(value) };
}

const cut = (page: ReturnType<typeof json>) => ({ ...page, body: page.body.slice(0, page.body.length / 2) });

function refusalBy(way: RefusalWay, reply: ReturnType<typeof json>): HttpAnswer {
  switch (way) {
    case "truncation":
      return cut(reply);
    case "time-out":
      return "silent";
    case "reset":
      return "reset";
    case "html":
      return pages.html;
    default:
      return refusal(-32_099, "nope", way);
  }
}

function isAbove(
  { of, most }: Extract<Fault, { kind: "size-limit" }>,
  calls: readonly RpcCall[],
  replies: readonly RpcReply[],
): boolean {
  const filters = calls.map(logFilter).filter((filter) => filter !== null);
  switch (of) {
    case "calls":
      return calls.length > most;
    case "bytes":
      return JSON.stringify(replies).length > most;
    case "blocks":
      return filters.some(
        ({ blockHash, fromBlock, toBlock }) =>
          (blockHash === undefined ? Number(toBlock) - Number(fromBlock) + 1 : 1) > most,
      );
    case "addresses":
      return filters.some(
        ({ address = [], topics = [] }) =>
          Math.max([address].flat().length, [topics[2] ?? []].flat().length) > most,
      );
    case "logs":
      return calls.some((call, index) => {
        const reply = replies[index];
        return logFilter(call) !== null && reply !== undefined && "result" in reply
          ? (reply.result as unknown[]).length > most
          : false;
      });
  }
}
