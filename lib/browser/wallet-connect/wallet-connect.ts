import type { EIP1193Provider } from "viem";
import { type Connector, createConnector } from "wagmi";
import { walletRequest } from "@/lib/browser/wallet/wallet-calls";
import { WalletError } from "@/lib/browser/wallet/wallet-problem";
import type { WalletConnectSettings } from "./session-client";
import type { WalletLink, WalletPeer } from "./wallet-link";

const walletConnectType = "walletConnect";

/** The connector's `message` event with the pairing URI. */
const uriMessage = "display_uri";

type Own = { cancelPairing(): void; peer(): WalletPeer | null };

/**
 * Wallets on other devices, or in other apps of this one, as a wagmi connector. Its code is loaded when chosen. It
 * reads no chain: wallets do not answer such calls this way, and no public node is asked.
 */
export function walletConnect(settings: WalletConnectSettings) {
  return createConnector<EIP1193Provider, Own>(({ chains, emitter }) => {
    let link: WalletLink | null = null;
    let pairing = new AbortController();

    const linked = (): WalletLink => {
      if (link === null) throw new WalletError(4900, "no wallet is connected");
      return link;
    };
    const forget = () => {
      link = null;
      emitter.emit("disconnect");
    };
    const tell = () => {
      const accounts = link?.accounts() ?? [];
      if (link === null || accounts.length === 0) forget();
      else emitter.emit("change", { accounts, chainId: link.chainId() });
    };

    return {
      id: walletConnectType,
      name: "WalletConnect",
      type: walletConnectType,
      async connect() {
        pairing = new AbortController();
        const { openLink } = await import("./wallet-link");
        link = await openLink({
          settings,
          chainIds: chains.map(({ id }) => id),
          onUri: (data) => emitter.emit("message", { type: uriMessage, data }),
          onChange: tell,
          onEnd: forget,
          signal: pairing.signal,
        });
        return { accounts: link.accounts() as never, chainId: link.chainId() };
      },
      async disconnect() {
        link?.close();
        link = null;
      },
      getAccounts: async () => linked().accounts(),
      getChainId: async () => linked().chainId(),
      // Also called after the dialog has closed, while the page waits for the sent transaction.
      getProvider: async () => ({ request: walletRequest(linked().request) }) as unknown as EIP1193Provider,
      isAuthorized: async () => link !== null,
      onAccountsChanged: tell,
      onChainChanged: tell,
      onDisconnect: forget,
      peer: () => link?.peer ?? null,
      cancelPairing: () => pairing.abort(new WalletError(4001, "the customer chose otherwise")),
    };
  });
}

/** The wallet behind the relay; null for a wallet of this browser. */
export function peerOf(connector: Connector | undefined): WalletPeer | null {
  return (connector as Partial<Own> | undefined)?.peer?.() ?? null;
}

/** A connected wallet's name. */
export function nameOf(connector: Connector): string {
  return peerOf(connector)?.name || connector.name;
}

/** Stops waiting for a wallet; its `connect` fails. */
export function cancelPairing(connector: Connector): void {
  (connector as Partial<Own>).cancelPairing?.();
}

/** Reports the pairing URI as soon as it exists. Returns how to stop. */
export function onPairingUri(connector: Connector, tell: (uri: string) => void): () => void {
  const onMessage = ({ type, data }: { type: string; data?: unknown }) => {
    if (type === uriMessage && typeof data === "string") tell(data);
  };
  connector.emitter.on("message", onMessage);
  return () => connector.emitter.off("message", onMessage);
}
