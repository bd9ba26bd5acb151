"use client";

import { ChevronRight, QrCode as QrSign, Smartphone, Wallet } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { QrCode } from "@/components/checkout/pay/qr-code";
import {
  type AskForText,
  type FoundWallet,
  findWallets,
  ProofRefused,
  pairedWallet,
  signByWallet,
} from "@/lib/browser/dashboard/wallet-signature";
import { announceDemoWallet } from "@/lib/browser/wallet/demo-wallet";
import { walletProblem } from "@/lib/browser/wallet/wallet-problem";
import type { WalletConnectSettings } from "@/lib/browser/wallet-connect/session-client";
import { accountWords } from "../../messages/account";
import { CopyButton } from "../../ui/copy-button";
import { Problem } from "../../ui/notice";

/** Settings for signing with a wallet. */
export type WalletHost = {
  /** The enabled networks; a wallet on none of them gets a text for the first. */
  chainIds: readonly number[];
  /** Offered besides the browser's own wallets, on local chains. */
  demoWallet: { chainId: number; address: string } | null;
  /** Null without wallets on other devices. */
  walletConnect: WalletConnectSettings | null;
};

const words = accountWords.wallet;
const walletClasses =
  "flex min-h-12 w-full items-center gap-3 rounded-xl border border-line-strong px-4 py-1 text-start font-medium text-sm hover:bg-well disabled:opacity-60";

export type WalletSigns = { message: string; signature: string };

type Props = {
  host: WalletHost;
  ask: AskForText;
  /** Submits the proof. @returns the service's error, or null */
  onSigned: (proof: WalletSigns) => Promise<{ message: string } | null>;
};

/** The wallets of this browser, then those on other devices; a click requests a signature. */
export default function ChooseWallet({ host, ask, onSigned }: Props) {
  const { chainIds, demoWallet, walletConnect } = host;
  const [wallets, setWallets] = useState<readonly FoundWallet[]>([]);
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** The pairing URI of a wallet on another device. */
  const [uri, setUri] = useState<string | null>(null);
  const [isPaired, setPaired] = useState(false);
  const pairing = useRef<AbortController | null>(null);
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

  // Closing this stops waiting for a wallet.
  useEffect(() => () => pairing.current?.abort(), []);

  const choose = async (wallet: FoundWallet, askFor = ask) => {
    setBusy(wallet.name);
    setProblem(null);
    try {
      const refused = await onSigned(await signByWallet(wallet, chainIds, askFor));
      if (refused !== null) setProblem(refused.message);
    } catch (error) {
      setProblem(
        error instanceof ProofRefused ? error.message : words.problems[walletProblem(error)](wallet.name),
      );
    }
    setBusy(null);
  };

  const pair = async (settings: WalletConnectSettings) => {
    const controller = new AbortController();
    pairing.current = controller;
    const wallet = pairedWallet({
      settings,
      chainId: chainIds[0] ?? 1,
      onUri: setUri,
      signal: controller.signal,
    });
    controller.signal.addEventListener("abort", wallet.end, { once: true });
    // The request for the text means that the wallet is connected.
    await choose(wallet, (account) => {
      setUri(null);
      setPaired(true);
      return ask(account);
    });
    wallet.end();
    setUri(null);
    setPaired(false);
    if (controller.signal.aborted) setProblem(null);
  };

  if (uri !== null) return <PairWallet uri={uri} onCancel={() => pairing.current?.abort()} />;
  const task = busy === null ? null : isPaired ? words.pairing.sign : words.waiting(busy);
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-muted text-sm">
        {task ?? (wallets.length === 0 ? words.none : words.choose)}
      </p>
      <ul className="grid gap-2">
        {wallets.map((wallet) => (
          <li key={wallet.id}>
            <button
              type="button"
              disabled={busy !== null}
              onClick={() => void choose(wallet)}
              className={walletClasses}
            >
              <WalletIcon icon={wallet.icon} />
              <bdi className="min-w-0 flex-1 truncate">{wallet.name}</bdi>
              <ChevronRight className="size-4 text-muted" aria-hidden="true" />
            </button>
          </li>
        ))}
        {walletConnect !== null && (
          <li>
            <button
              type="button"
              disabled={busy !== null}
              onClick={() => void pair(walletConnect)}
              className={walletClasses}
            >
              <QrSign className="size-5 text-muted" aria-hidden="true" />
              <span className="min-w-0 flex-1">
                {words.pairing.name}
                <span className="caption block font-normal">{words.pairing.hint}</span>
              </span>
              <ChevronRight className="size-4 text-muted" aria-hidden="true" />
            </button>
          </li>
        )}
      </ul>
      <Problem text={problem} />
    </div>
  );
}

function WalletIcon({ icon }: { icon: string }) {
  if (icon === "") return <Wallet className="size-5 text-muted" aria-hidden="true" />;
  // biome-ignore lint/performance/noImgElement: a data: address.
  return <img src={icon} alt="" width={24} height={24} className="size-6 rounded-md" />;
}

type PairProps = { uri: string; onCancel: () => void };

/** The code by which a wallet on another device finds this page, and on a phone the way to those on it. */
function PairWallet({ uri, onCancel }: PairProps) {
  const words = accountWords.wallet.pairing;
  const isPhone = matchMedia("(pointer: coarse)").matches;
  // The button that led here is gone: anyone who cannot see goes on here.
  const task = useRef<HTMLParagraphElement>(null);
  useEffect(() => task.current?.focus(), []);
  return (
    <div className="flex flex-col gap-4">
      <p ref={task} tabIndex={-1} className="text-muted text-sm outline-none">
        {words.scan}
      </p>
      {isPhone && (
        <a href={uri} className="button button-primary">
          <Smartphone className="size-5" aria-hidden="true" />
          {words.open}
        </a>
      )}
      <div className="mx-auto w-full max-w-72">
        <QrCode content={uri} label={words.qr} />
      </div>
      <div className="flex flex-wrap gap-2">
        <CopyButton value={uri} what={words.code} withLabel />
        <button type="button" onClick={onCancel} className="button-compact button-secondary">
          {words.other}
        </button>
      </div>
    </div>
  );
}
