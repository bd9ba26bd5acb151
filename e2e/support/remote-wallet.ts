import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SignClient } from "@walletconnect/sign-client";
import { type WebSocket, WebSocketServer } from "ws";

type Client = InstanceType<typeof SignClient>;
type Storage = NonNullable<NonNullable<Parameters<typeof SignClient.init>[0]>["storage"]>;
type Chain = { chainId: number; rpcUrl: string };

/** Its owner's next decision; confirms by default. "hold" confirms a request only by `confirmHeld`. */
export type Decision = "confirm" | "reject" | "hold";

/** How a wallet says that it is opened on the device it is on. */
export type Redirect = { native?: string; universal?: string };

export type RemoteWallet = {
  /** Scans the QR code, or opens the link. */
  scan(uri: string): Promise<void>;
  /** Decisions to come, used up from the front. */
  decisions: Decision[];
  /** The networks on which it shows its account to a page that it connects to. */
  networks: number[];
  /** Every requested method, in order. */
  asked: string[];
  /** The peers that it believes to talk to. */
  peers: string[];
  /** Confirms the request that its owner let wait, as a co-owner does, perhaps long after the page gave it up. */
  confirmHeld(): Promise<void>;
  /** Its owner ends the connection. */
  disconnect(): Promise<void>;
  stop(): Promise<void>;
};

/** A wallet on another device, by the same protocol as real ones; the local node holds its key and signs. */
export async function startRemoteWallet(
  relayUrl: string,
  account: string,
  { chainId, rpcUrl }: Chain,
  redirect: Redirect = {},
): Promise<RemoteWallet> {
  const client: Client = await SignClient.init({
    projectId: "the-wallets-own",
    relayUrl,
    storage: memory(),
    // The library shares one core among the clients of a process that do not name their own.
    customStoragePrefix: randomUUID(),
    telemetryEnabled: false,
    logger: "silent",
    metadata: {
      name: "Remote Wallet",
      description: "",
      url: "https://wallet.example",
      icons: [],
      redirect,
    },
  });
  const decisions: Decision[] = [];
  const asked: string[] = [];
  const peers: string[] = [];
  const networks = [chainId];
  const accountsOn = (chains: readonly number[]) => chains.map((chain) => `eip155:${chain}:${account}`);
  const rejected = { code: 5000, message: "User rejected." };
  let held = async () => {};
  const isRejected = () => decisions.shift() === "reject";

  client.on("session_proposal", async ({ id, params: { proposer, optionalNamespaces } }) => {
    peers.push(proposer.metadata.url);
    if (isRejected()) return client.reject({ id, reason: rejected });
    const { methods = [], events = [] } = optionalNamespaces.eip155 ?? {};
    await client.approve({ id, namespaces: { eip155: { accounts: accountsOn(networks), methods, events } } });
  });
  client.on("session_request", async ({ topic, id, params: { request } }) => {
    asked.push(request.method);
    if (decisions[0] === "hold") {
      decisions.shift();
      held = async () => void (await askNode(rpcUrl, request));
      return;
    }
    const answer = isRejected() ? { error: rejected } : await carryOut(topic, request);
    await client.respond({ topic, response: { id, jsonrpc: "2.0", ...answer } });
  });

  /** Of networks it asks no one: it shows its account on the one that is wanted, too. */
  const carryOut = async (topic: string, request: { method: string; params: unknown }) => {
    if (request.method !== "wallet_switchEthereumChain") return askNode(rpcUrl, request);
    const [{ chainId: wanted }] = request.params as [{ chainId: string }];
    const { namespaces } = client.session.get(topic);
    const { methods = [], events = [] } = namespaces.eip155 ?? {};
    const accounts = accountsOn([...networks, Number(wanted)]);
    // Not awaited further: the library misses an acknowledgement that is faster than its own publishing.
    await client.update({ topic, namespaces: { eip155: { accounts, methods, events } } });
    return { result: null };
  };

  return {
    decisions,
    networks,
    asked,
    peers,
    confirmHeld: () => held(),
    scan: async (uri) => void (await client.pair({ uri })),
    async disconnect() {
      const reason = { code: 6000, message: "User disconnected." };
      for (const topic of client.session.keys) await client.disconnect({ topic, reason });
    },
    async stop() {
      client.core.heartbeat.stop();
      await client.core.relayer.transportClose();
    },
  };
}

async function askNode(rpcUrl: string, { method, params }: { method: string; params: unknown }) {
  const response = await fetch(rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { result, error } = await response.json();
  return error === undefined ? { result } : { error };
}

function memory(): Storage {
  const entries = new Map<string, unknown>();
  return {
    getKeys: async () => [...entries.keys()],
    getEntries: async () => [...entries] as never,
    getItem: async (key) => entries.get(key) as never,
    setItem: async (key, value) => void entries.set(key, value),
    removeItem: async (key) => void entries.delete(key),
  };
}

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
