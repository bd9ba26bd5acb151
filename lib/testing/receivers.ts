import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A receiver's reaction to a request: an answer, a cut connection, or silence. */
export type Behaviour =
  | { kind: "answer"; status: number; retryAfter?: string; after?: Promise<void> }
  | { kind: "reset" }
  | { kind: "silence" };

/** All that came of one event at one receiver. */
export type Arrivals = {
  /** The raw bytes of each. */
  bodies: Buffer[];
  /** How many were answered with 2xx. */
  accepted: number;
  /** How many were answered with a cut connection: on a kept one the same bytes come once more. */
  resets: number;
};

export type Receiver = {
  url: string;
  /** By event id. */
  arrivals: Map<string, Arrivals>;
  /** The most concurrent requests. */
  mostAtOnce: number;
  /** Events that came while the same event was still under way here. */
  overlaps: string[];
};

export type Receivers = { all: Receiver[]; close(): Promise<void> };

/**
 * Merchants' endpoints on the loopback interface, a real server each, which accept every event unless told otherwise.
 *
 * @param port of the only one, where it matters
 */
export async function startReceivers(
  count: number,
  behave: (receiver: number) => Behaviour = () => ({ kind: "answer", status: 200 }),
  port = 0,
): Promise<Receivers> {
  const servers: Server[] = [];
  const all: Receiver[] = [];
  for (let index = 0; index < count; index++) {
    const receiver: Receiver = { url: "", arrivals: new Map(), mostAtOnce: 0, overlaps: [] };
    const underWay: string[] = [];
    // None ends a connection by itself, which it could do just as the next event is sent on it.
    const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
      const eventId = String(request.headers["webhook-id"]);
      if (underWay.includes(eventId)) receiver.overlaps.push(eventId);
      underWay.push(eventId);
      receiver.mostAtOnce = Math.max(receiver.mostAtOnce, underWay.length);
      response.once("close", () => underWay.splice(underWay.indexOf(eventId), 1));
      receive(receiver, eventId, request, response, behave(index)).catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    servers.push(server);
    all.push(receiver);
  }
  return {
    all,
    close: async () => {
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

async function receive(
  receiver: Receiver,
  eventId: string,
  request: IncomingMessage,
  response: ServerResponse,
  behaviour: Behaviour,
): Promise<void> {
  const body = await buffer(request);
  const seen = receiver.arrivals.get(eventId) ?? { bodies: [], accepted: 0, resets: 0 };
  receiver.arrivals.set(eventId, seen);
  seen.bodies.push(body);
  if (behaviour.kind === "silence") return;
  if (behaviour.kind === "reset") {
    seen.resets += 1;
    request.socket.resetAndDestroy();
    return;
  }
  const { status, retryAfter, after } = behaviour;
  await after;
  if (status < 300) seen.accepted += 1;
  response.writeHead(status, retryAfter === undefined ? {} : { "retry-after": retryAfter }).end("noted");
}
