"use client";

import { ChevronRight, Wallet } from "lucide-react";
import { useEffect, useState } from "react";
import {
  type AskForText,
  type FoundWallet,
  findWallets,
  ProofRefused,
  signByWallet,
} from "@/lib/client/dashboard/wallet-signature";
import { announceDemoWallet } from "@/lib/client/demo-wallet";
import { walletProblem } from "@/lib/client/wallet-problem";
import { accountWords } from "../messages/account";
import { Notice } from "../ui/notice";

/** What wallets of this service sign with. */
export type WalletHost = {
  /** The enabled networks; the first stands in the text of a wallet that is on none of them. */
  chainIds: readonly number[];
  /** Offered beside the browser's own wallets, on local chains. */
  demoWallet: { chainId: number; address: string } | null;
};

const words = accountWords.wallet;

export type WalletSigns = { message: string; signature: string };

type Props = {
  host: WalletHost;
  ask: AskForText;
  /** Hands it in. @returns what the service refused it with, or null */
  onSigned: (proof: WalletSigns) => Promise<{ message: string } | null>;
};

/** The wallets of this browser; a click asks one for its signature. */
export default function ChooseWallet({ host: { chainIds, demoWallet }, ask, onSigned }: Props) {
  const [wallets, setWallets] = useState<readonly FoundWallet[]>([]);
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { chainId, address } = demoWallet ?? {};

  useEffect(() => {
    setWallets([]);
    const stop = findWallets((wallet) => setWallets((before) => [...before, wallet]));
    const silence =
      chainId === undefined ? undefined : announceDemoWallet(chainId, { address, name: words.demo });
    return () => {
      stop();
      silence?.();
    };
  }, [chainId, address]);

  const choose = async (wallet: FoundWallet) => {
    setBusy(wallet.name);
    setProblem(null);
    try {
      const refused = await onSigned(await signByWallet(wallet, chainIds, ask));
      if (refused !== null) setProblem(refused.message);
    } catch (error) {
      setProblem(
        error instanceof ProofRefused ? error.message : words.problems[walletProblem(error)](wallet.name),
      );
    }
    setBusy(null);
  };

  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-muted text-sm">
        {busy !== null ? words.waiting(busy) : wallets.length === 0 ? words.none : words.choose}
      </p>
      <ul className="grid gap-2">
        {wallets.map((wallet) => (
          <li key={wallet.id}>
            <button
              type="button"
              disabled={busy !== null}
              onClick={() => void choose(wallet)}
              className="flex min-h-12 w-full items-center gap-3 rounded-xl border border-line-strong px-4 text-start font-medium text-sm hover:bg-well disabled:opacity-60"
            >
              <WalletIcon icon={wallet.icon} />
              <bdi className="min-w-0 flex-1 truncate">{wallet.name}</bdi>
              <ChevronRight className="size-4 text-muted" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      {problem !== null && (
        <Notice kind="bad" role="alert">
          {problem}
        </Notice>
      )}
    </div>
  );
}

function WalletIcon({ icon }: { icon: string }) {
  if (icon === "") return <Wallet className="size-5 text-muted" aria-hidden="true" />;
  // biome-ignore lint/performance/noImgElement: a data: address.
  return <img src={icon} alt="" width={24} height={24} className="size-6 rounded-md" />;
}
