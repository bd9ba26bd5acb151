import { useSyncExternalStore } from "react";
import { readTab } from "./checkout-memory";

/** A wallet's way to its page (EIP-1193). Not every wallet sends events, or lets a page stop listening. */
export type WalletProvider = {
  request(call: { method: string; params?: unknown }): Promise<unknown>;
  on?(event: string, listener: (value: unknown) => void): unknown;
  removeListener?(event: string, listener: (value: unknown) => void): unknown;
};

/** A wallet in this browser. */
export type AnnouncedWallet = {
  /** Its reverse domain name (EIP-6963) and name, or `plainWalletId`. */
  id: string;
  /** Empty for a wallet that has none. */
  name: string;
  icon: string | undefined;
  provider: WalletProvider;
};

/** A wallet that only sets `window.ethereum` (EIP-1193). */
const plainWalletId = "injected";

/** The page offers the demo wallet by a button of its own. */
export const demoWalletId = "local.stablecoin-checkout.demo-wallet";

const mostNamed = 40;
const none: readonly AnnouncedWallet[] = [];
let found = none;
const changes = new Set<() => void>();

/** The wallets of this browser, the last used first; none on the server. */
export function useAnnouncedWallets(): readonly AnnouncedWallet[] {
  return useSyncExternalStore(
    listen,
    () => found,
    () => none,
  );
}

function listen(change: () => void): () => void {
  changes.add(change);
  // The browser adds a listener once, however often we do.
  addEventListener("eip6963:announceProvider", onAnnouncement);
  // Some wallets arrive after the page, or when it is shown again, and not all of them announce it.
  for (const event of ["ethereum#initialized", "pageshow", "visibilitychange"])
    addEventListener(event, requestAnnouncements);
  setTimeout(requestAnnouncements, 3_000);
  requestAnnouncements();
  return () => changes.delete(change);
}

function requestAnnouncements(): void {
  dispatchEvent(new Event("eip6963:requestProvider"));
  if (found === none) addWallet(plainWalletId, "", undefined, Reflect.get(window, "ethereum"));
}

type Announcement = { info: Record<"rdns" | "name" | "icon", string>; provider: WalletProvider };

function onAnnouncement(event: Event): void {
  const { info, provider } = (event as CustomEvent<Partial<Announcement> | null>).detail ?? {};
  // Two wallets may share a reverse domain name, and one may announce itself again with a new uuid.
  if (info?.rdns) addWallet(info.rdns + info.name, `${info.name}`.slice(0, mostNamed), info.icon, provider);
}

function addWallet(
  id: string,
  name: string,
  icon: string | undefined,
  provider: WalletProvider | undefined,
): void {
  if (!provider?.request || found.some((wallet) => wallet.id === id)) return;
  const wallet = { id, name, icon, provider };
  // What sets `window.ethereum` is usually one of those that announce themselves.
  const others = found.filter((other) => other.id !== plainWalletId);
  found = id === readTab(lastWalletKey) ? [wallet, ...others] : [...others, wallet];
  for (const change of changes) change();
}

/** Where the tab keeps the wallet that it connected last. */
export const lastWalletKey = "checkout:wallet";
