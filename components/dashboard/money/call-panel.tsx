"use client";

import { useMutation } from "@tanstack/react-query";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import type { LiveMessages } from "@/components/checkout/messages/catalogue";
import { MessagesProvider, useMessages } from "@/components/checkout/messages-provider";
import { problemText } from "@/components/checkout/wallet/problem-text";
import { AskingWallet, WalletNetwork } from "@/components/checkout/wallet/review-parts";
import { ShortHex } from "@/components/dashboard/ui/hex";
import { type ConnectedWallet, ConnectWallet } from "@/components/refund/wallet/connected-wallet";
import { sendCall, useWalletClient } from "@/lib/browser/wallet/wallet-client";
import type { WalletNetwork as NetworkOfWallet } from "@/lib/browser/wallet/wallet-config";
import { walletProblem } from "@/lib/browser/wallet/wallet-problem";
import { mayHaveSent } from "@/lib/browser/wallet/watch-sent";
import { fill, type Template } from "@/lib/platform/i18n/message.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { WalletCallView } from "@/lib/refunds/refund.schema";
import { Notice, Problem } from "../ui/notice";

/** The network for a wallet, and the texts of the wallet's steps. */
export type CallNetwork = Omit<NetworkOfWallet, "chainId"> & { walletWords: LiveMessages };

type Words = {
  demoWallet: string;
  only: string;
  wrongWallet: string;
  send: string;
  confirm: Template<"wallet">;
  sent: string;
};

type Props = {
  call: WalletCallView;
  network: CallNetwork;
  words: Words;
  /** The right wallet is asked at once: chosen already, or as soon as it is. */
  immediate?: boolean;
  /** True while the wallet's owner decides. */
  onAsking?: (isAsking: boolean) => void;
  /** Whether the wallet sent it or may still do so; false after a refusal. */
  onAnswer?: (mayBeSent: boolean) => void;
  onSent?: (txHash: Hex) => void;
};

/** A prepared call, which a member's wallet sends. */
export default function CallPanel(props: Props) {
  const { call, network, words, immediate = false } = props;
  // Kept here: another network, account or wallet must neither ask again by itself, nor offer it once it was sent.
  const isBegun = useRef(!immediate);
  const [sent, setSent] = useState<{ txHash: Hex | null } | null>(null);
  if (sent !== null) return <Sent txHash={sent.txHash} text={words.sent} />;
  return (
    <CallWallet call={call} network={network} words={words} immediate={immediate}>
      {(wallet) => (
        <Send
          {...props}
          wallet={wallet}
          isBegun={isBegun}
          onSent={(txHash) => {
            setSent({ txHash });
            props.onAnswer?.(true);
            if (txHash !== null) props.onSent?.(txHash);
          }}
        />
      )}
    </CallWallet>
  );
}

type CallWalletProps = Pick<Props, "network"> & {
  call: WalletCallView;
  words: Words;
  /** One of the wallets that already shares its account is chosen at once. */
  immediate: boolean;
  children: (wallet: ConnectedWallet) => ReactNode;
};

/** Right wallet → right network → the children. */
export function CallWallet({ call, network, words, immediate, children }: CallWalletProps) {
  const { walletWords, ...named } = network;
  const demoWallet =
    call.demoWallet === null ? null : { address: call.demoWallet as Hex, name: words.demoWallet };
  const step = (wallet: ConnectedWallet) => {
    if (call.from !== null && !call.from.includes(wallet.address.toLowerCase()))
      return (
        <Notice kind="warn" role="alert">
          {words.wrongWallet} <ShortHex value={wallet.address} what={words.only} />
        </Notice>
      );
    if (wallet.chainId !== call.chainId)
      return <WalletNetwork order={{ ...named, chainId: call.chainId }} walletName={wallet.name} />;
    return children(wallet);
  };
  return (
    <MessagesProvider messages={walletWords}>
      <ConnectWallet
        network={{ chainId: call.chainId, ...named }}
        demoWallet={demoWallet}
        expected={immediate ? call.from : null}
        walletConnect={null}
      >
        {step}
      </ConnectWallet>
    </MessagesProvider>
  );
}

function Sent({ txHash, text }: { txHash: Hex | null; text: string }) {
  return (
    <div role="status">
      <Notice kind="ok">
        {text} {txHash !== null && <ShortHex value={txHash} what={text} />}
      </Notice>
    </div>
  );
}

type SendProps = Omit<Props, "network" | "onSent" | "immediate"> & {
  wallet: ConnectedWallet;
  /** Whether the wallet is asked only by a press from now on. */
  isBegun: RefObject<boolean>;
  /** Null when the wallet doesn't return the hash. */
  onSent: (txHash: Hex | null) => void;
};

function Send({ call, words, isBegun, onAsking, onAnswer, onSent, wallet }: SendProps) {
  const walletWords = useMessages();
  const connected = useWalletClient();
  const send = useMutation({
    mutationFn: async () => sendCall(await connected(wallet.address, call.chainId), call),
    onMutate: () => onAsking?.(true),
    onSuccess: onSent,
    onError: (error) => onAnswer?.(mayHaveSent(error)),
    onSettled: () => onAsking?.(false),
  });
  const { mutate } = send;
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    mutate();
  }, [isBegun, mutate]);
  if (send.isPending)
    return <AskingWallet text={fill(words.confirm, { wallet: wallet.name })} wallet={wallet.name} />;
  return (
    <>
      <Problem text={send.error && problemText(walletProblem(send.error), wallet.name, walletWords)} />
      <div className="my-2">
        <button type="button" onClick={() => mutate()} className="button-compact button-primary">
          {words.send}
        </button>
      </div>
    </>
  );
}
