import type { Address } from "viem";
import { chainIdIn, unlessAborted } from "@/lib/browser/wallet/wallet-calls";
import { WalletError } from "@/lib/browser/wallet/wallet-problem";
import { minuteMs } from "@/lib/platform/values/time.rules";
import {
  allowsMethod,
  RelayUnreachable,
  requestError,
  type SessionClient,
  type SessionNamespaces,
  sessionAccounts,
  sessionChains,
  sessionClient,
  sessionError,
  type WalletConnectSettings,
} from "./session-client";

type Session = ReturnType<SessionClient["session"]["get"]>;
type Call = { method: string; params?: unknown };

/** A paired wallet on any device. */
export type WalletLink = {
  accounts(): readonly Address[];
  chainId(): number;
  /** As in EIP-1193. It cannot read the chain. @throws WalletError, or the wallet's answer */
  request(call: Call): Promise<unknown>;
  /** How the wallet names itself, and a link that opens it on this device, if it has one. */
  peer: WalletPeer;
  /** Ends the session, also in the wallet. */
  close(): void;
};

export type LinkOptions = {
  settings: WalletConnectSettings;
  /** The networks that we can use, the preferred first. */
  chainIds: readonly number[];
  /** The pairing URI: shown as a QR code, or opened on the phone itself. */
  onUri: (uri: string) => void;
  onChange: () => void;
  onEnd: () => void;
  signal: AbortSignal;
};

const requestedMethods = [
  "eth_sendTransaction",
  "personal_sign",
  "eth_signTypedData_v4",
  "wallet_switchEthereumChain",
];
const requestedEvents = ["accountsChanged", "chainChanged"];
const relayPatienceMs = 20_000;
/** With less time left, a session would end while the customer uses it. */
const leastLeftMs = minuteMs;

/** Sessions ended here; the SDK removes them once the wallet was notified. */
const ended = new Set<string>();
let stopFollowing = () => {};

/**
 * Continues with the wallet of this tab, or pairs with one.
 *
 * @throws PairingExpired, RelayUnreachable, the signal's reason, or the wallet's answer
 */
export async function openLink(options: LinkOptions): Promise<WalletLink> {
  const { settings, chainIds, signal } = options;
  const client = await sessionClient(settings);
  signal.throwIfAborted();
  const session = liveSession(client, chainIds) ?? (await pair(client, options));
  return followSession(client, session, options);
}

function liveSession(client: SessionClient, chainIds: readonly number[]): Session | undefined {
  return client.session
    .getAll()
    .findLast(
      ({ topic, expiry, namespaces }) =>
        !ended.has(topic) &&
        expiry * 1_000 > Date.now() + leastLeftMs &&
        chainIds.some((chainId) => sessionAccounts(namespaces, chainId).length > 0),
    );
}

async function pair(client: SessionClient, { chainIds, onUri, signal }: LinkOptions): Promise<Session> {
  const wanted = {
    chains: chainIds.map((chainId) => `eip155:${chainId}`),
    methods: requestedMethods,
    events: requestedEvents,
  };
  try {
    const { uri, approval } = await withinPatience(
      client.connect({ optionalNamespaces: { eip155: wanted } }),
      signal,
    );
    const approved = approval();
    // Confirmed after the customer had chosen something else.
    approved.then((late) => signal.aborted && end(client, late.topic)).catch(() => undefined);
    if (uri === undefined) throw new RelayUnreachable("there is nothing to pair by");
    onUri(uri);
    return await unlessAborted(approved, signal);
  } catch (error) {
    throw signal.aborted ? signal.reason : sessionError(error);
  }
}

function followSession(
  client: SessionClient,
  { topic, namespaces: agreed, peer }: Session,
  { chainIds, onChange, onEnd }: LinkOptions,
): WalletLink {
  let namespaces: SessionNamespaces = agreed;
  let goneTo = chainIds[0] ?? 1;
  let preferred = "";
  /** Requests are limited to what the wallet agreed to. */
  const chainId = () => {
    const chains = sessionChains(namespaces);
    return chains.includes(goneTo) ? goneTo : (chains[0] ?? goneTo);
  };
  const accounts = () => {
    const all = sessionAccounts(namespaces, chainId());
    const first = all.find((address) => address.toLowerCase() === preferred);
    return first === undefined ? all : [first, ...all.filter((address) => address !== first)];
  };

  const onUpdate = (event: { topic: string; params: { namespaces: SessionNamespaces } }) => {
    if (event.topic !== topic) return;
    namespaces = event.params.namespaces;
    onChange();
  };
  const onEvent = (event: { topic: string; params: { event: { name: string; data: unknown } } }) => {
    if (event.topic !== topic) return;
    const { name, data } = event.params.event;
    if (name === "chainChanged") goneTo = chainIdIn(data) ?? goneTo;
    // Wallets write accounts with or without their chain.
    if (name === "accountsChanged")
      preferred = String(Array.isArray(data) ? data[0] : data)
        .replace(/^.*:/, "")
        .toLowerCase();
    onChange();
  };
  const onGone = (event: { topic: string }) => {
    if (event.topic !== topic) return;
    ended.add(topic);
    stopFollowing();
    onEnd();
  };
  stopFollowing();
  client.on("session_update", onUpdate);
  client.on("session_event", onEvent);
  client.on("session_delete", onGone);
  client.on("session_expire", onGone);
  stopFollowing = () => {
    client.off("session_update", onUpdate);
    client.off("session_event", onEvent);
    client.off("session_delete", onGone);
    client.off("session_expire", onGone);
  };

  const ask = async ({ method, params }: Call): Promise<unknown> => {
    if (ended.has(topic) || !client.session.keys.includes(topic))
      throw new WalletError(4900, "the session has ended");
    if (!requestedMethods.includes(method) || !allowsMethod(namespaces, method))
      throw new WalletError(4200, `${method} is not possible through the relay`);
    try {
      return await client.request({ topic, chainId: `eip155:${chainId()}`, request: { method, params } });
    } catch (error) {
      throw requestError(error);
    }
  };

  /**
   * When the wallet agreed to both networks but does not support this request, each later request names its network.
   */
  const goTo = async (call: Call): Promise<null> => {
    const [{ chainId: hex }] = call.params as [{ chainId: string }];
    const target = Number(hex);
    if (target === chainId()) return null;
    if (allowsMethod(namespaces, call.method)) await ask(call);
    else if (!sessionChains(namespaces).includes(target))
      throw new WalletError(4902, "the wallet did not agree to this network");
    goneTo = target;
    return null;
  };

  return {
    accounts,
    chainId,
    peer: walletPeer(peer.metadata),
    async request(call) {
      switch (call.method) {
        case "eth_chainId":
          return `0x${chainId().toString(16)}`;
        case "eth_accounts":
        case "eth_requestAccounts":
          return accounts();
        case "wallet_switchEthereumChain":
          return goTo(call);
        default:
          return ask(call);
      }
    },
    close() {
      stopFollowing();
      end(client, topic);
    },
  };
}

/** The customer does not wait for the wallet's notification, which is sent once. */
function end(client: SessionClient, topic: string): void {
  if (ended.has(topic)) return;
  ended.add(topic);
  client.disconnect({ topic, reason: { code: 6000, message: "User disconnected." } }).catch(() => undefined);
}

async function withinPatience<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const patience = AbortSignal.timeout(relayPatienceMs);
  const all = anySignal(signal, patience);
  try {
    return await unlessAborted(work, all);
  } catch (error) {
    throw patience.aborted && !signal.aborted ? new RelayUnreachable("the relay did not answer") : error;
  }
}

/** A wallet's description of itself in a session, untrusted. */
export type WalletPeer = { name: string; href: string | null };

type Metadata = { name?: unknown; redirect?: { native?: unknown; universal?: unknown } | undefined };

const mostNamed = 40;

/** Schemes that mean something to the browser itself, or to another app than a wallet. */
const notWallets =
  /^(javascript|vbscript|data|blob|file|filesystem|about|https?|ftp|wss?|intent|content|android-app|view-source|chrome.*|moz-.*|resource|jar|mailto|tel|sms|facetime.*|itms.*|market|ms-.*):/;

/** A universal link opens the wallet or its website; a native one opens nothing where the wallet is not installed. */
export function walletPeer({ name, redirect }: Metadata): WalletPeer {
  const { universal, native } = redirect ?? {};
  return {
    name: typeof name === "string" ? name.trim().slice(0, mostNamed) : "",
    href: link(universal, isWebsite) ?? link(native, (url) => isWebsite(url) || isOwnScheme(url)),
  };
}

function link(text: unknown, isAllowed: (url: URL) => boolean): string | null {
  const url = typeof text === "string" ? parseUrl(text) : null;
  return url !== null && isAllowed(url) ? url.href : null;
}

/** `URL.canParse` is younger than the oldest browsers that we support. */
function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function isWebsite({ protocol, username, password }: URL): boolean {
  return protocol === "https:" && username === "" && password === "";
}

function isOwnScheme({ href, protocol }: URL): boolean {
  return !notWallets.test(protocol) && href.startsWith(`${protocol}//`);
}

/** Aborts with the first of these signals. `AbortSignal.any` is younger than the oldest browsers that we support. */
export function anySignal(...signals: readonly AbortSignal[]): AbortSignal {
  const either = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) either.abort(signal.reason);
    signal.addEventListener("abort", () => either.abort(signal.reason), { signal: either.signal });
  }
  return either.signal;
}
