"use client";

import { ChevronRight, QrCode as QrSign, Smartphone, Wallet } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { QrCode } from "@/components/checkout/pay/qr-code";
import { WalletIcon } from "@/components/checkout/pay/wallet-icon";
import {
  type AskForText,
  ProofRefused,
  pairedWallet,
  type SigningWallet,
  signByWallet,
} from "@/lib/browser/dashboard/wallet-signature";
import { hidesExtensions, useWallets } from "@/lib/browser/wallet/offered-wallets";
import { useSlow } from "@/lib/browser/wallet/use-slow";
import { walletProblem } from "@/lib/browser/wallet/wallet-problem";
import type { WalletConnectSettings } from "@/lib/browser/wallet-connect/session-client";
import type { WalletPeer } from "@/lib/browser/wallet-connect/wallet-link";
import { fill } from "@/lib/platform/i18n/message.rules";
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
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** The pairing URI of a wallet on another device. */
  const [uri, setUri] = useState<string | null>(null);
  const [peer, setPeer] = useState<WalletPeer | null>(null);
  const pairing = useRef<AbortController | null>(null);
  const wallets = useWallets(demoWallet?.chainId ?? null, {
    address: demoWallet?.address,
    name: words.demo,
  });

  // Closing this stops waiting for a wallet.
  useEffect(() => () => pairing.current?.abort(), []);

  const latest = useRef<SigningWallet | null>(null);
  const choose = async (wallet: SigningWallet, askFor = ask) => {
    latest.current = wallet;
    // A wallet that was left for another one may still answer.
    const isLeft = () => latest.current !== wallet;
    setBusy(wallet.name);
    setPeer(null);
    setProblem(null);
    try {
      const proof = await signByWallet(wallet, chainIds, askFor);
      const refused = isLeft() ? null : await onSigned(proof);
      if (refused !== null) setProblem(refused.message);
    } catch (error) {
      if (isLeft()) return;
      setProblem(
        error instanceof ProofRefused
          ? error.message
          : fill(words.problems[walletProblem(error)], { wallet: wallet.name }),
      );
    }
    if (!isLeft()) setBusy(null);
  };

  const pair = async (settings: WalletConnectSettings) => {
    const controller = new AbortController();
    pairing.current = controller;
    const wallet = pairedWallet({
      settings,
      chainId: chainIds[0] ?? 1,
      onUri: setUri,
      onPeer: setPeer,
      signal: controller.signal,
    });
    controller.signal.addEventListener("abort", wallet.end, { once: true });
    // The request for the text means that the wallet is connected.
    await choose(wallet, (account) => {
      setUri(null);
      return ask(account);
    });
    wallet.end();
    setUri(null);
    setPeer(null);
    if (controller.signal.aborted) setProblem(null);
  };

  if (uri !== null) return <PairWallet uri={uri} onCancel={() => pairing.current?.abort()} />;
  const task =
    busy === null ? null : peer === null ? fill(words.waiting, { wallet: busy }) : words.pairing.sign;
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-muted text-sm">
        {task ?? (wallets.length === 0 ? words.none : words.choose)}
      </p>
      {task === null && wallets.length === 0 && hidesExtensions() && (
        <p className="text-muted text-sm">{words.noneFirefox}</p>
      )}
      {busy !== null && <Waiting name={peer?.name || busy} href={peer?.href ?? null} />}
      <ul className="grid gap-2">
        {wallets.map((wallet) => (
          <li key={wallet.id}>
            <button
              type="button"
              disabled={busy === (wallet.name || words.plain)}
              onClick={() => void choose({ ...wallet, name: wallet.name || words.plain })}
              className={walletClasses}
            >
              <WalletIcon
                icon={wallet.icon}
                fallback={<Wallet className="size-5 text-muted" aria-hidden="true" />}
              />
              <bdi className="min-w-0 flex-1 truncate">{wallet.name || words.plain}</bdi>
              <ChevronRight className="size-4 text-muted" aria-hidden="true" />
            </button>
          </li>
        ))}
        {walletConnect !== null && (
          <li>
            <button
              type="button"
              disabled={busy === words.pairing.name}
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

/** A way to the wallet on this phone, and what to do when it does not answer. */
function Waiting({ name, href }: { name: string; href: string | null }) {
  const isSlow = useSlow(name);
  return (
    <>
      {href !== null && matchMedia("(pointer: coarse)").matches && (
        <a href={href} target="_blank" rel="noopener noreferrer" className="button button-primary">
          <Smartphone className="size-5" aria-hidden="true" />
          {fill(words.openWallet, { wallet: name })}
        </a>
      )}
      <p role="status" className="text-sm text-warn empty:hidden">
        {isSlow && fill(words.slow, { wallet: name })}
      </p>
    </>
  );
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
