import { SignClient } from "@walletconnect/sign-client";
import type { Address } from "viem";
import { WalletError } from "@/lib/browser/wallet/wallet-problem";

/** No wallet confirmed the pairing in time. */
class PairingExpired extends Error {
  override readonly name = "PairingExpired";
}

/** No one answered a request in the time that the protocol gives it. */
class RequestExpired extends Error {
  override readonly name = "RequestExpired";
}

/** The relay did not answer. */
export class RelayUnreachable extends Error {
  override readonly name = "RelayUnreachable";
}

/** The protocol's codes, mapped to those of other wallets (EIP-1193, EIP-3085). */
const codes = new Map<unknown, number>([
  [5000, 4001],
  [5001, 4001],
  [5002, 4001],
  [5003, 4001],
  [5100, 4902],
  [5101, 4200],
  [3001, 4200],
  [6000, 4900],
]);

/**
 * A wallet's answer through the relay, as an error like any other wallet's.
 *
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes
 */
export function sessionError(error: unknown): Error {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const text = typeof message === "string" ? message : "the wallet gave no reason";
  // The SDK's messages for errors without a code.
  if (/(proposal|request) expired/i.test(text)) return new PairingExpired(text);
  if (typeof code === "number") return new WalletError(codes.get(code) ?? code, text);
  return error instanceof Error ? error : new Error(text);
}

/** As `sessionError`, for a request to a connected wallet. */
export function requestError(error: unknown): Error {
  const known = sessionError(error);
  return known instanceof PairingExpired ? new RequestExpired(known.message) : known;
}

type Options = NonNullable<Parameters<typeof SignClient.init>[0]>;

const prefix = "walletconnect:";

/**
 * Keeps a wallet's session for this tab only, across reloads and further checkouts: closing the tab leaves nothing
 * behind. When the browser stores nothing for the page (some do not in a frame), it lasts as long as the page.
 */
function tabStorage(): NonNullable<Options["storage"]> {
  const entries = new Map(readAll());
  const read = (text: string | undefined) => (text === undefined ? undefined : JSON.parse(text));
  return {
    getKeys: async () => [...entries.keys()],
    getEntries: async () => [...entries].map(([key, text]) => [key, read(text)]),
    getItem: async (key) => read(entries.get(key)),
    async setItem(key, value) {
      const text = JSON.stringify(value);
      entries.set(key, text);
      attempt(() => sessionStorage.setItem(prefix + key, text));
    },
    async removeItem(key) {
      entries.delete(key);
      attempt(() => sessionStorage.removeItem(prefix + key));
    },
  };
}

function readAll(): [string, string][] {
  const found = attempt(() => Object.entries<string>(sessionStorage)) ?? [];
  return found.flatMap(([key, text]) => (key.startsWith(prefix) ? [[key.slice(prefix.length), text]] : []));
}

/** Storage may be forbidden or full. */
function attempt<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

export type SessionClient = InstanceType<typeof SignClient>;

/** A page has one connection to the relay, however often its dialog is opened. */
let opened: Promise<SessionClient> | null = null;

/**
 * The SDK as this page uses it. It talks only to the relay: no telemetry, and no third-party page to verify this one's
 * origin (a wallet then shows it as unverified).
 */
export function sessionClient({ projectId, relayUrl }: WalletConnectSettings): Promise<SessionClient> {
  opened ??= SignClient.init({
    projectId,
    relayUrl,
    storage: tabStorage(),
    telemetryEnabled: false,
    // The page tells the customer what matters; a wallet's messages do not belong in the console.
    logger: "silent",
    metadata: {
      name: location.host,
      description: document.title,
      url: location.origin,
      icons: [],
    },
  }).then(
    (client) => {
      client.core.verify.register = async () => "";
      // Without this, the SDK would ask a third party to verify the sender of messages.
      client.core.verify.resolve = () => Promise.reject(new Error("nobody else is asked"));
      return client;
    },
    (error: unknown) => {
      opened = null;
      throw new RelayUnreachable("the connection could not be prepared", { cause: error });
    },
  );
  return opened;
}

/** What a wallet allows a page, by kind of chain (CAIP-2); we use only "eip155". */
export type SessionNamespaces = Readonly<
  Record<string, { chains?: string[]; accounts: string[]; methods: string[] }>
>;

/** An account in CAIP-10 form. */
const accountPattern = /^eip155:(?<chainId>[1-9]\d{0,9}):(?<address>0x[0-9a-fA-F]{40})$/;

/** The networks on which the wallet shows accounts. */
export function sessionChains(namespaces: SessionNamespaces): number[] {
  return [...new Set(accountsOf(namespaces).map(({ chainId }) => chainId))];
}

/** The wallet's accounts on a network, in its own order. */
export function sessionAccounts(namespaces: SessionNamespaces, chainId: number): Address[] {
  return accountsOf(namespaces).flatMap((account) => (account.chainId === chainId ? [account.address] : []));
}

/** Whether the wallet accepts requests of this kind. */
export function allowsMethod(namespaces: SessionNamespaces, method: string): boolean {
  return parts(namespaces).some(({ methods }) => methods.includes(method));
}

function accountsOf(namespaces: SessionNamespaces): { chainId: number; address: Address }[] {
  return parts(namespaces)
    .flatMap(({ accounts }) => accounts)
    .flatMap((account) => {
      const { chainId, address } = accountPattern.exec(account)?.groups ?? {};
      return address === undefined ? [] : [{ chainId: Number(chainId), address: address as Address }];
    });
}

/** Some wallets have an entry per chain: "eip155:8453". */
function parts(namespaces: SessionNamespaces): SessionNamespaces[string][] {
  return Object.entries(namespaces).flatMap(([name, part]) =>
    name === "eip155" || name.startsWith("eip155:") ? [part] : [],
  );
}

/** How to reach wallets on other devices: the operator's project at a relay, through which both sides communicate. */
export type WalletConnectSettings = {
  projectId: string;
  /** `wss://…` */
  relayUrl: string;
};
