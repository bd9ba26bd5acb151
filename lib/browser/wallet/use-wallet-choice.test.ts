import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { connect, disconnect, getConnection } from "wagmi/actions";
import type { WalletProvider } from "@/lib/browser/announced-wallets";
import { switchWallet } from "./switch-network";
import { browserWallet } from "./use-wallet-choice";
import { optionalMs } from "./wallet-calls";
import { createWalletConfig } from "./wallet-config";
import { walletProblem } from "./wallet-problem";

const account = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const other = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const silent = () => new Promise<never>(() => undefined);

type Answers = Record<string, () => unknown>;

/** A wallet whose answers a test chooses, and which sends events. */
function wallet(answers: Answers = {}, without: (keyof WalletProvider)[] = []) {
  const asked: string[] = [];
  const listeners = new Map<string, Set<(value: unknown) => void>>();
  const all: Answers = { eth_requestAccounts: () => [account], eth_chainId: () => "0x1", ...answers };
  const provider: WalletProvider = {
    async request({ method }) {
      asked.push(method);
      const answer = all[method];
      if (answer === undefined) throw { code: 4200, message: "unsupported" };
      return answer();
    },
    on: (event, listener) => listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => listeners.get(event)?.delete(listener),
  };
  for (const name of without) delete provider[name];
  const send = (event: string, value: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(value);
  };
  const listening = () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0);
  return { provider: Object.freeze(provider), asked, send, listening };
}

const network = {
  chainId: 1,
  networkName: "Ethereum",
  blockExplorerUrl: "",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
};

/** Connects it as the page does. */
async function connected(
  { provider }: { provider: WalletProvider },
  waiting = new AbortController(),
  isKnown = false,
) {
  const config = createWalletConfig([network], null);
  const announced = { id: "example.wallet", name: "", icon: undefined, provider };
  const connector = browserWallet(announced, "Browser wallet", waiting.signal, isKnown);
  const done = connect(config, { connector });
  return { config, done, connection: () => getConnection(config) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("requests accounts and chain in one call, so that the wallet prompts once", async () => {
  const one = wallet();
  const { done, connection } = await connected(one);
  await done;
  expect(one.asked).toEqual(["eth_requestAccounts", "eth_chainId"]);
  expect(connection()).toMatchObject({ status: "connected", address: account, chainId: 1 });
});

it.each<[what: string, eth_accounts: () => unknown, asked: string[]]>([
  ["doesn't prompt a wallet that shows its account", () => [account], ["eth_accounts", "eth_chainId"]],
  [
    "prompts a known wallet that was locked",
    () => [],
    ["eth_accounts", "eth_requestAccounts", "eth_chainId"],
  ],
])("%s", async (_, eth_accounts, asked) => {
  const one = wallet({ eth_accounts });
  const { done, connection } = await connected(one, new AbortController(), true);
  await done;
  expect(one.asked).toEqual(asked);
  expect(connection()).toMatchObject({ status: "connected", address: account });
});

it.each([
  ["without a way to listen", ["on", "removeListener"]],
  ["without a way to stop listening", ["removeListener"]],
] as const)("connects and leaves a frozen wallet %s", async (_, without) => {
  const one = wallet({}, [...without]);
  const { config, done, connection } = await connected(one);
  await done;
  await disconnect(config);
  expect(connection().status).toBe("disconnected");
  // What it still sends is for no one.
  one.send("accountsChanged", [other]);
  expect(connection().status).toBe("disconnected");
});

it("calls a wallet without accounts locked", async () => {
  for (const none of [[], null, "0x"]) {
    const { done } = await connected(wallet({ eth_requestAccounts: () => none }));
    expect(walletProblem(await done.catch((error: unknown) => error))).toBe("locked");
  }
});

it("ignores the answer of a wallet that the customer left before", async () => {
  let resolve = (_accounts: string[]) => {};
  const late = new Promise<string[]>((settle) => {
    resolve = settle;
  });
  const one = wallet({ eth_requestAccounts: () => late });
  const waiting = new AbortController();
  const { done, connection } = await connected(one, waiting);
  const failed = done.catch((error: unknown) => error);
  waiting.abort();
  await failed;
  resolve([account]);
  await vi.advanceTimersByTimeAsync(0);
  expect(connection().status).toBe("disconnected");
});

it("follows accounts and chains as the wallet writes them", async () => {
  const one = wallet();
  const { done, connection } = await connected(one);
  await done;
  one.send("accountsChanged", [other.toLowerCase()]);
  one.send("chainChanged", "8453");
  expect(connection()).toMatchObject({ address: other, chainId: 8453 });
  one.send("chainChanged", 10);
  expect(connection()).toMatchObject({ chainId: 10 });
  one.send("chainChanged", "nothing");
  expect(connection()).toMatchObject({ status: "connected", chainId: 10 });
  one.send("accountsChanged", []);
  expect(connection().status).toBe("disconnected");
});

it("stays connected through repeated disconnect events while the wallet has its account", async () => {
  const one = wallet({ eth_accounts: () => [account] });
  const { done, connection } = await connected(one);
  await done;
  for (let times = 0; times < 20; times++) one.send("disconnect", { code: 1013, message: "Try again later" });
  await vi.advanceTimersByTimeAsync(optionalMs);
  expect(connection().status).toBe("connected");
  // Twenty events are one question.
  expect(one.asked.filter((method) => method === "eth_accounts")).toHaveLength(1);
});

it.each([
  ["shows no account any more", () => []],
  ["does not answer", silent],
])("disconnects on the event when the wallet %s", async (_, accounts) => {
  const one = wallet({ eth_accounts: accounts });
  const { done, connection } = await connected(one);
  await done;
  one.send("disconnect", undefined);
  await vi.advanceTimersByTimeAsync(optionalMs);
  expect(connection().status).toBe("disconnected");
});

it("disconnects without waiting for the wallet, and stops listening", async () => {
  const one = wallet({ wallet_revokePermissions: silent });
  const { config, done } = await connected(one);
  await done;
  expect(one.listening()).toBeGreaterThan(0);
  await disconnect(config);
  expect(one.listening()).toBe(0);
  expect(one.asked.at(-1)).toBe("wallet_revokePermissions");
});

it("switches when the wallet only emits an event", async () => {
  const one = wallet({ wallet_switchEthereumChain: silent });
  const { config, done } = await connected(one);
  await done;
  const { connector } = getConnection(config);
  if (connector === undefined) throw new Error("not connected");
  const switched = switchWallet(connector, { ...network, chainId: 8453 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await Promise.race([switched, "waiting"])).toBe("waiting");
  one.send("chainChanged", "0x2105");
  expect(await switched).toBeUndefined();
});
