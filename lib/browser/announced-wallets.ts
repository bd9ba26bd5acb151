import { useSyncExternalStore } from "react";

/** A wallet in this browser, as far as a button shows it. */
export type AnnouncedWallet = {
  /** Its reverse domain name (EIP-6963), or `plainWalletId`. */
  id: string;
  /** Empty for a wallet that does not tell. */
  name: string;
  icon: string | undefined;
};

/** A wallet that only sets `window.ethereum` (EIP-1193). */
export const plainWalletId = "injected";

/** The demo wallet's name: the page offers it by a button of its own. */
export const demoWalletId = "local.stablecoin-checkout.demo-wallet";

const mostNamed = 40;
const none: readonly AnnouncedWallet[] = [];
let found = none;

/** The wallets of this browser, the last used first; none on the server. They are asked for their names alone. */
export function useAnnouncedWallets(): readonly AnnouncedWallet[] {
  return useSyncExternalStore(
    listen,
    () => found,
    () => none,
  );
}

function listen(change: () => void): () => void {
  const add = (wallet: AnnouncedWallet) => {
    if (found.some(({ id }) => id === wallet.id)) return;
    const others = found.filter(({ id }) => id !== plainWalletId);
    found = wallet.id === lastWallet() ? [wallet, ...others] : [...others, wallet];
    change();
  };
  const hear = (event: Event) => {
    const { rdns, name, icon } = (event as CustomEvent<{ info: Record<"rdns" | "name" | "icon", string> }>)
      .detail.info;
    if (rdns !== demoWalletId) add({ id: rdns, name: `${name}`.slice(0, mostNamed), icon: `${icon}` });
  };
  window.addEventListener("eip6963:announceProvider", hear);
  window.dispatchEvent(new Event("eip6963:requestProvider"));
  if (found === none && "ethereum" in window) add({ id: plainWalletId, name: "", icon: undefined });
  return () => window.removeEventListener("eip6963:announceProvider", hear);
}

const lastKey = "checkout:wallet";

/** The wallet that this tab connected last. */
function lastWallet(): string | null {
  try {
    return sessionStorage.getItem(lastKey);
  } catch {
    return null;
  }
}

/** Storage may be forbidden: then no wallet comes first. */
export function rememberWallet(id: string): void {
  try {
    sessionStorage.setItem(lastKey, id);
  } catch {
    // Nothing depends on it.
  }
}
