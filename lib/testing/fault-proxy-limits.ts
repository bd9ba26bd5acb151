import type { ServerResponse } from "node:http";
import type { Fault, RefusalWay, RpcRequest } from "./fault-proxy-faults";
import type { LogFilter } from "./fault-proxy-view";

type SizeLimit = Extract<Fault, { kind: "size-limit" }>;

/** @param items the answers; null before there are any */
export function isAboveLimit(
  { of, most }: SizeLimit,
  calls: readonly RpcRequest[],
  items: readonly unknown[] | null,
): boolean {
  const filters = calls.flatMap(({ method, params }) =>
    method === "eth_getLogs" ? [(params[0] ?? {}) as LogFilter] : [],
  );
  switch (of) {
    case "calls":
      return calls.length > most;
    case "blocks":
      return filters.some((filter) => blocksOf(filter) > most);
    case "addresses":
      return filters.some((filter) => addressesOf(filter) > most);
    case "bytes":
      return items !== null && JSON.stringify(items).length > most;
    case "logs":
      return (items ?? []).some((item) => logsOf(item) > most);
  }
}

/** False for a truncation: the caller has the answer that is cut. */
export function refuseFor(way: RefusalWay, response: ServerResponse): boolean {
  if (way === "truncation") return false;
  if (way === "time-out") return true;
  if (way === "reset") {
    response.socket?.resetAndDestroy();
    return true;
  }
  if (way === "html") {
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Sorry</title>");
    return true;
  }
  // In no wording that a list could have.
  const error = { code: -32_099, message: "nope" };
  response.writeHead(way, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id: null, error }));
  return true;
}

function blocksOf({ blockHash, fromBlock, toBlock }: LogFilter): number {
  if (blockHash !== undefined) return 1;
  return Number(BigInt(String(toBlock)) - BigInt(String(fromBlock))) + 1;
}

function addressesOf({ address, topics = [] }: LogFilter): number {
  const topic = topics[2] ?? null;
  return Math.max([address ?? []].flat().length, topic === null ? 0 : [topic].flat().length);
}

function logsOf(item: unknown): number {
  const { result } = item as { result?: unknown };
  const isLog = (each: unknown) => typeof each === "object" && each !== null && "logIndex" in each;
  return Array.isArray(result) && result.some(isLog) ? result.length : 0;
}
