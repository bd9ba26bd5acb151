import { SignClient } from "@walletconnect/sign-client";
import { RelayUnreachable } from "./session-error";
import type { WalletConnectSettings } from "./wallet-connect-settings";

type Options = NonNullable<Parameters<typeof SignClient.init>[0]>;

const prefix = "walletconnect:";

/**
 * Keeps a wallet's session for this tab alone, over reloads and further checkouts: who closes it leaves nothing
 * behind. Where the browser keeps nothing for a page (some do not for one in a frame), it lasts as long as the page.
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

/** Storage may be forbidden, and it may be full. */
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
 * The SDK as this page uses it. It writes to the relay alone: nothing is told to anybody about how it goes, and no
 * page of a third party is put into this one to vouch for where it is shown (a wallet says then that nobody did).
 */
export function sessionClient({ projectId, relayUrl }: WalletConnectSettings): Promise<SessionClient> {
  opened ??= SignClient.init({
    projectId,
    relayUrl,
    storage: tabStorage(),
    telemetryEnabled: false,
    // The customer is told what matters; a wallet's words are not for the console.
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
      // A message that comes back to who sent it would have the SDK ask them who that is.
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
