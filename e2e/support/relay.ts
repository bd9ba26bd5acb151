import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

export type Relay = {
  /** `ws://127.0.0.1:…` */
  url: string;
  /** Origins of the pages that came. */
  origins: ReadonlySet<string>;
  stop(): Promise<void>;
};

type Message = { topic: string; message: string };
type Request = { id: number; method: string; params: Readonly<Record<string, unknown>> };

/**
 * A relay as wallets and pages need it: it knows topics, who listens to each, and what waits for those who come
 * later. What is written it cannot read. Two of the methods carry the steps of a pairing together.
 *
 * @see https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc
 */
export async function startRelay(): Promise<Relay> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  await once(server, "listening");
  const listeners = new Map<string, Set<WebSocket>>();
  const kept = new Map<string, Message[]>();
  const origins = new Set<string>();
  let lastId = Date.now();

  const tell = (socket: WebSocket, { topic, message }: Message) => {
    lastId += 1;
    const data = { topic, message, publishedAt: Date.now() };
    const params = { id: topic, data };
    socket.send(JSON.stringify({ id: lastId, jsonrpc: "2.0", method: "irn_subscription", params }));
  };
  const subscribe = (socket: WebSocket, topic: string): string => {
    listeners.set(topic, (listeners.get(topic) ?? new Set()).add(socket));
    for (const message of kept.get(topic) ?? []) tell(socket, message);
    kept.delete(topic);
    return topic;
  };
  const publish = (from: WebSocket, topic: unknown, message: unknown): true => {
    const written = { topic: String(topic), message: String(message) };
    const others = [...(listeners.get(written.topic) ?? [])].filter((socket) => socket !== from);
    for (const socket of others) tell(socket, written);
    if (others.length === 0) kept.set(written.topic, [...(kept.get(written.topic) ?? []), written]);
    return true;
  };

  const answer = (socket: WebSocket, { method, params }: Request): unknown => {
    switch (method) {
      case "irn_publish":
        return publish(socket, params.topic, params.message);
      case "irn_subscribe":
        return subscribe(socket, String(params.topic));
      case "irn_batchSubscribe":
        return (params.topics as string[]).map((topic) => subscribe(socket, topic));
      case "irn_unsubscribe":
        return listeners.get(String(params.topic))?.delete(socket) === true;
      case "wc_proposeSession":
        subscribe(socket, String(params.pairingTopic));
        return publish(socket, params.pairingTopic, params.sessionProposal);
      case "wc_approveSession":
        subscribe(socket, String(params.sessionTopic));
        publish(socket, params.pairingTopic, params.sessionProposalResponse);
        return publish(socket, params.sessionTopic, params.sessionSettlementRequest);
      default:
        throw new Error(`the relay knows no ${method}`);
    }
  };

  server.on("connection", (socket, { headers }) => {
    if (headers.origin !== undefined) origins.add(headers.origin);
    socket.on("message", (data) => {
      const request = JSON.parse(String(data)) as Partial<Request>;
      // Clients say that they got what they were told.
      if (request.method === undefined) return;
      const result = answer(socket, request as Request);
      socket.send(JSON.stringify({ id: request.id, jsonrpc: "2.0", result }));
    });
    socket.on("close", () => {
      for (const sockets of listeners.values()) sockets.delete(socket);
    });
  });

  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    origins,
    async stop() {
      for (const socket of server.clients) socket.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
