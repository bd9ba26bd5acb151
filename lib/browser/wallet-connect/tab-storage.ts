import type { SignClient } from "@walletconnect/sign-client";

type Options = NonNullable<Parameters<typeof SignClient.init>[0]>;

const prefix = "walletconnect:";

/**
 * Keeps a wallet's session for this tab alone, over reloads and further checkouts: who closes it leaves nothing
 * behind. Where the browser keeps nothing for a page (some do not for one in a frame), it lasts as long as the page.
 */
export function tabStorage(): NonNullable<Options["storage"]> {
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
