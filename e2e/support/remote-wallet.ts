import { SignClient } from "@walletconnect/sign-client";

type Client = InstanceType<typeof SignClient>;
type Storage = NonNullable<NonNullable<Parameters<typeof SignClient.init>[0]>["storage"]>;
type Chain = { chainId: number; rpcUrl: string };

/** Its owner's next decision; confirms by default. */
export type Decision = "confirm" | "reject";

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
  /** Its owner ends the connection. */
  disconnect(): Promise<void>;
  stop(): Promise<void>;
};

/** A wallet on another device, by the same protocol as real ones; the local node holds its key and signs. */
export async function startRemoteWallet(
  relayUrl: string,
  account: string,
  { chainId, rpcUrl }: Chain,
): Promise<RemoteWallet> {
  const client: Client = await SignClient.init({
    projectId: "the-wallets-own",
    relayUrl,
    storage: memory(),
    telemetryEnabled: false,
    logger: "silent",
    metadata: { name: "Remote Wallet", description: "", url: "https://wallet.example", icons: [] },
  });
  const decisions: Decision[] = [];
  const asked: string[] = [];
  const peers: string[] = [];
  const networks = [chainId];
  const accountsOn = (chains: readonly number[]) => chains.map((chain) => `eip155:${chain}:${account}`);
  const rejected = { code: 5000, message: "User rejected." };
  const isRejected = () => decisions.shift() === "reject";

  client.on("session_proposal", async ({ id, params: { proposer, optionalNamespaces } }) => {
    peers.push(proposer.metadata.url);
    if (isRejected()) return client.reject({ id, reason: rejected });
    const { methods = [], events = [] } = optionalNamespaces.eip155 ?? {};
    await client.approve({ id, namespaces: { eip155: { accounts: accountsOn(networks), methods, events } } });
  });
  client.on("session_request", async ({ topic, id, params: { request } }) => {
    asked.push(request.method);
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
    const { acknowledged } = await client.update({
      topic,
      namespaces: { eip155: { accounts, methods, events } },
    });
    await acknowledged();
    return { result: null };
  };

  return {
    decisions,
    networks,
    asked,
    peers,
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
