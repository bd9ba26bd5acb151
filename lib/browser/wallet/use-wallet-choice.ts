import { useCallback, useState } from "react";
import type { Address, EIP1193Provider } from "viem";
import { type Connector, createConnector, useConfig, useConnect } from "wagmi";
import { type AnnouncedWallet, lastWalletKey } from "@/lib/browser/announced-wallets";
import { writeTab } from "@/lib/browser/checkout-memory";
import { cancelPairing } from "@/lib/browser/wallet-connect/wallet-connect";
import { accountsIn, chainIdIn, unlessAborted, walletRequest } from "./wallet-calls";
import { WalletError } from "./wallet-problem";

type Choice = {
  name: string;
  /** The relay's; null for a wallet of this browser. */
  pairing: Connector | null;
  stop: () => void;
};

/**
 * Connects the wallet that the customer chooses. One that is left, for another wallet or none, is not waited for, and
 * its later answer is ignored.
 */
export function useWalletChoice(plainName: string) {
  const relay = useConfig().connectors[0] ?? null;
  const { mutate, reset, isPending, error } = useConnect();
  const [chosen, setChosen] = useState<Choice | null>(null);
  /** The account that the customer connected. */
  const [account, setAccount] = useState<string | null>(null);

  /**
   * @param wallet null for one behind the relay
   * @param isKnown whether it has shown us its account
   */
  const choose = useCallback(
    (wallet: AnnouncedWallet | null, isKnown = false) => {
      const waiting = new AbortController();
      const connector = wallet === null ? relay : browserWallet(wallet, plainName, waiting.signal, isKnown);
      if (connector === null) return;
      setAccount(null);
      setChosen({
        name: wallet === null ? (relay?.name ?? "") : wallet.name || plainName,
        pairing: wallet === null ? relay : null,
        stop: () => (wallet === null && relay !== null ? cancelPairing(relay) : waiting.abort()),
      });
      const note = ({ accounts }: { accounts: readonly [string, ...string[]] }) => {
        setAccount(accounts[0]);
        if (wallet !== null) writeTab(lastWalletKey, wallet.id);
      };
      mutate({ connector }, { onSuccess: note });
    },
    [mutate, relay, plainName],
  );
  const cancel = () => {
    chosen?.stop();
    reset();
  };
  /** The customer left the connected wallet. */
  const forget = () => setAccount(null);
  return { choose, cancel, forget, chosen, account, isPending, error, hasRelay: relay !== null };
}

/**
 * A wallet of this browser as a wagmi connector. wagmi's own sends calls that some wallets never answer, writes to the
 * wallet's object, and connects wallets that nobody chose.
 *
 * @param plainName of a wallet that has no name
 * @param signal stops waiting for the wallet; a later answer is ignored
 * @param isKnown whether the wallet shows this page its account without asking its owner
 */
export function browserWallet(
  wallet: AnnouncedWallet,
  plainName: string,
  signal: AbortSignal,
  isKnown = false,
) {
  const { id, name, icon, provider } = wallet;
  const request = walletRequest((call) => provider.request(call));
  const accounts = async (method: string) => (await request({ method })) as Address[];
  const chainId = async () => Number(await request({ method: "eth_chainId" }));

  return createConnector<EIP1193Provider>(({ emitter }) => {
    let isConnected = false;
    let isAsking = false;
    const forget = () => {
      stopListening();
      emitter.emit("disconnect");
    };
    const listeners = {
      accountsChanged(value: unknown) {
        const changedAccounts = accountsIn(value);
        if (changedAccounts.length === 0) forget();
        else emitter.emit("change", { accounts: changedAccounts });
      },
      chainChanged(value: unknown) {
        const changedChainId = chainIdIn(value);
        if (changedChainId !== null) emitter.emit("change", { chainId: changedChainId });
      },
      // Also sent, many times, by a wallet that only lost its node.
      async disconnect() {
        if (isAsking) return;
        isAsking = true;
        const known = await accounts("eth_accounts").catch(() => []);
        isAsking = false;
        if (known.length === 0 && isConnected) forget();
      },
    };
    const guarded = Object.entries(listeners).map(
      ([event, listener]) =>
        [event, (value: unknown) => void (isConnected && listener(value))] as [
          string,
          (value: unknown) => void,
        ],
    );
    const listen = () => {
      isConnected = true;
      for (const [event, listener] of guarded) provider.on?.(event, listener);
    };
    const stopListening = () => {
      isConnected = false;
      for (const [event, listener] of guarded) provider.removeListener?.(event, listener);
    };

    return {
      id,
      name: name || plainName,
      icon,
      type: "browser",
      async connect() {
        const known = isKnown ? await accounts("eth_accounts").catch(() => []) : [];
        const own = known.length > 0 ? known : await unlessAborted(accounts("eth_requestAccounts"), signal);
        if (own.length === 0) throw new WalletError(4100, "the wallet shows no account");
        const on = await unlessAborted(chainId(), signal);
        listen();
        return { accounts: own as never, chainId: on };
      },
      async disconnect() {
        stopListening();
        // So that its owner can choose another account the next time (MIP-2); many wallets do not know it.
        const params = [{ eth_accounts: {} }];
        request({ method: "wallet_revokePermissions", params }).catch(() => undefined);
      },
      getAccounts: () => accounts("eth_accounts"),
      getChainId: chainId,
      getProvider: async () => ({ request }) as unknown as EIP1193Provider,
      isAuthorized: async () => isConnected,
      onAccountsChanged: listeners.accountsChanged,
      onChainChanged: listeners.chainChanged,
      onDisconnect: forget,
    };
  });
}
