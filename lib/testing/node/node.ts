import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request as send } from "undici";
import { type Fault, liesOfLogs, logFilter, pages, type RpcCall, type ScopedFault } from "./faults";
import { type RpcReply, throughFaults, type Upstream } from "./view";

/** A call as a client sends it. */
export type SentCall = RpcCall & { id: unknown };

/** What a node makes of a question: a page, or none. */
export type HttpAnswer = { status: number; type: string; body: string } | "closed" | "silent";

/** A view over a chain, whose faults a test decides. */
export type FaultyNode = ReturnType<typeof createNode>;

/** The same on the loopback interface. */
export type ServedNode = FaultyNode & { url: string; stop(): Promise<void> };

const keptRequests = 5_000;

export function createNode(upstream: Upstream) {
  let active: (ScopedFault & { left: number })[] = [];
  const node = {
    /** The calls of its latest HTTP requests, newest last. */
    requests: [] as SentCall[][],
    /** How many HTTP requests each kind of fault struck; of lies about logs, how many answers they changed. */
    struck: new Map<Fault["kind"], number>(),
    faults: {
      /** In force from now on, in place of those set before. */
      set(...faults: readonly ScopedFault[]): void {
        active = faults.map((fault) => ({ ...fault, left: fault.times ?? Number.POSITIVE_INFINITY }));
      },
      clear(): void {
        active = [];
      },
    },
    /** @param isAnswered whether something else answers these calls */
    async answer(
      question: string,
      isAnswered: (calls: readonly SentCall[]) => boolean = () => false,
    ): Promise<HttpAnswer> {
      const body = JSON.parse(question) as SentCall | SentCall[];
      const calls = [body].flat().map(({ id, method, params = [] }) => ({ id, method, params }));
      node.requests.push(calls);
      if (node.requests.length > keptRequests) node.requests.shift();
      if (isAnswered(calls)) return "silent";
      const faults = active
        .filter(({ left, when }) => left > 0 && (when === undefined || calls.some(when)))
        .filter(({ kind }) => kind !== "batch-refused" || calls.length > 1);
      for (const fault of faults) fault.left -= 1;
      const has = (kind: Fault["kind"]) => faults.some((fault) => fault.kind === kind);
      const strike = ({ kind }: Fault) => void node.struck.set(kind, (node.struck.get(kind) ?? 0) + 1);

      for (const fault of faults) {
        const instead = insteadOf(fault);
        if (instead === null) continue;
        strike(fault);
        if (fault.taken === true) await upstream(calls);
        return instead;
      }
      for (const fault of faults) if (fault.kind === "slow") await sleep(fault.ms, undefined, { ref: false });
      const replies = await (await throughFaults(faults, upstream, strike))(calls);
      const limit = faults.find((fault) => fault.kind === "size-limit" && isAbove(fault, calls, replies));
      for (const fault of faults)
        if (fault === limit || (fault.kind !== "size-limit" && !liesOfLogs.has(fault.kind))) strike(fault);
      if (limit?.kind === "size-limit") return refusal(-32_099, "nope", limit.by);
      const items = replies.map((reply, index) => ({ jsonrpc: "2.0", id: calls[index]?.id, ...reply }));
      if (has("batch-out-of-order")) items.reverse();
      if (has("duplicate-ids")) Object.assign(items[0] ?? {}, { id: calls.at(-1)?.id });
      const reply = json(Array.isArray(body) ? items : items[0]);
      return has("truncated-body") ? { ...reply, body: reply.body.slice(0, reply.body.length / 2) } : reply;
    },
  };
  return node;
}

export async function startNode(
  upstream: Upstream,
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
    server.listen(0, "127.0.0.1", resolve);
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
export function startNodeBefore(url: string): Promise<ServedNode> {
  return startNode(realNode(url));
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
  else if (answer !== "silent")
    response.writeHead(answer.status, { "content-type": answer.type }).end(answer.body);
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += String(chunk);
  return text;
}

/** What ends the request without the node's answer; null when it goes on. */
function insteadOf(fault: Fault): HttpAnswer | null {
  switch (fault.kind) {
    case "outage":
      return "closed";
    case "time-out":
      return "silent";
    case "page":
      return pages[fault.page];
    case "refuses":
      return refusal(-32_000, fault.message);
    case "batch-refused":
      return refusal(-32_600, "batch requests are not supported");
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

function isAbove(
  { of, most }: Extract<Fault, { kind: "size-limit" }>,
  calls: readonly RpcCall[],
  replies: readonly RpcReply[],
): boolean {
  if (of === "calls") return calls.length > most;
  return calls.some((call, index) => {
    const filter = logFilter(call);
    if (filter === null) return false;
    const { blockHash, fromBlock, toBlock, address = [], topics = [] } = filter;
    const { result } = Object(replies[index]) as { result?: unknown };
    const sizes = {
      blocks: blockHash === undefined ? Number(toBlock) - Number(fromBlock) + 1 : 1,
      addresses: Math.max([address].flat().length, [topics[2] ?? []].flat().length),
      logs: Array.isArray(result) ? result.length : 0,
    };
    return sizes[of] > most;
  });
}
