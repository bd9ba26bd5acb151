import { useEffect, useRef } from "react";
import type { AnnouncedWallet } from "@/lib/browser/announced-wallets";
import { readKnownWallet } from "./known-wallet";
import type { useWalletChoice } from "./use-wallet-choice";

/**
 * Chooses the first wallet that already shows this page one of the accounts, without a click and once: a person's own
 * choice comes first.
 *
 * @param accounts lower-case; null to leave the choice to the person
 */
export function useExpectedWallet(
  wallets: readonly AnnouncedWallet[],
  accounts: readonly string[] | null,
  { choose, chosen }: Pick<ReturnType<typeof useWalletChoice>, "choose" | "chosen">,
): void {
  const triedIds = useRef(new Set<string>());
  const isChosen = useRef(false);
  useEffect(() => {
    isChosen.current ||= chosen !== null;
  }, [chosen]);
  useEffect(() => {
    if (accounts === null) return;
    for (const wallet of wallets) {
      if (triedIds.current.has(wallet.id)) continue;
      triedIds.current.add(wallet.id);
      void readKnownWallet(wallet, []).then((known) => {
        if (isChosen.current || known === null || !accounts.includes(known.payer.toLowerCase())) return;
        isChosen.current = true;
        choose(wallet);
      });
    }
  }, [wallets, accounts, choose]);
}
