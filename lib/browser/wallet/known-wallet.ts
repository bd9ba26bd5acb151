import { useEffect, useRef, useState } from "react";
import type { AnnouncedWallet } from "@/lib/browser/announced-wallets";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { useWalletChoice } from "./use-wallet-choice";
import { walletRequest } from "./wallet-calls";
import {
  type ChosenToken,
  choicesOf,
  isSameChoice,
  type NamedPayment,
  namedChoice,
  type WalletChoice,
  type WalletOffer,
} from "./wallet-order";

/** A wallet that shows this page its account, with the balances on its own network that its node returned. */
export type KnownWallet = {
  wallet: AnnouncedWallet;
  payer: Hex;
  chainId: number;
  balances: readonly (ChosenToken & { units: bigint | null })[];
};

/** Reads a wallet without a prompt; null when it doesn't show its account. */
export async function readKnownWallet(
  wallet: AnnouncedWallet,
  tokens: readonly ChosenToken[],
): Promise<KnownWallet | null> {
  const request = walletRequest(
    (call) => wallet.provider.request(call),
    () => false,
  );
  try {
    const [payer] = (await request({ method: "eth_accounts" })) as Hex[];
    if (payer === undefined) return null;
    const chainId = Number(await request({ method: "eth_chainId" }));
    const near = tokens.filter((token) => token.chainId === chainId);
    const balances = near.map(async (token) => ({
      ...token,
      units: await balanceOf(token.tokenAddress, payer).catch(() => null),
    }));
    return { wallet, payer, chainId, balances: await Promise.all(balances) };
  } catch {
    return null;
  }

  async function balanceOf(to: string, owner: Hex): Promise<bigint> {
    const data = `0x70a08231${owner.slice(2).toLowerCase().padStart(64, "0")}`;
    return BigInt(String(await request({ method: "eth_call", params: [{ to, data }, "latest"] })));
  }
}

/** The payment to name on the page's button; null if the wallet holds too little. */
export function namedPayment(
  { payer, chainId, balances }: KnownWallet,
  offer: WalletOffer,
): { choice: WalletChoice; named: NamedPayment } | null {
  const holdings = choicesOf(offer).map((choice) => {
    const units = balances.find((balance) => isSameChoice(balance, choice))?.units ?? null;
    return { units, signing: null };
  });
  const choice = namedChoice(offer, holdings, chainId);
  if (choice === null || choice.amount === null) return null;
  const { tokenAddress, amount, isFree } = choice;
  return { choice, named: { chainId: choice.chainId, tokenAddress, amount, isFree, payer } };
}

/** The first of the wallets that shows this page its account; null until all have answered, or their time is up. */
export function useKnownWallet(
  wallets: readonly AnnouncedWallet[],
  offer: WalletOffer | null,
): KnownWallet | null {
  const [known, setKnown] = useState<KnownWallet | null>(null);
  // A text, so that an amount that changed asks nothing.
  const tokens = JSON.stringify(
    (offer === null ? [] : choicesOf(offer)).map(({ chainId, tokenAddress }) => ({ chainId, tokenAddress })),
  );
  useEffect(() => {
    let newest = 0;
    const ask = async () => {
      newest += 1;
      const own = newest;
      const priced = JSON.parse(tokens) as ChosenToken[];
      const answers = await Promise.all(wallets.map((wallet) => readKnownWallet(wallet, priced)));
      if (own === newest) setKnown(answers.find((answer) => answer !== null) ?? null);
    };
    const changes = ["accountsChanged", "chainChanged"];
    const onChange = () => void ask();
    for (const { provider } of wallets) for (const change of changes) provider.on?.(change, onChange);
    void ask();
    return () => {
      newest = -1;
      for (const { provider } of wallets)
        for (const change of changes) provider.removeListener?.(change, onChange);
    };
  }, [wallets, tokens]);
  return known;
}

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
