import { useCallback, useState } from "react";
import { type Connector, useConfig, useConnect } from "wagmi";
import { type AnnouncedWallet, lastWalletKey } from "@/lib/browser/announced-wallets";
import { writeTab } from "@/lib/browser/checkout-memory";
import { cancelPairing } from "@/lib/browser/wallet-connect/wallet-connect";
import { browserWallet } from "./browser-wallet";

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
