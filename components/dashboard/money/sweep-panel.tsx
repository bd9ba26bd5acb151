"use client";

import { useMutation } from "@tanstack/react-query";
import { useConfig } from "wagmi";
import { sendTransaction } from "wagmi/actions";
import type { LiveMessages } from "@/components/checkout/messages/catalogue";
import { MessagesProvider, useMessages } from "@/components/checkout/messages-provider";
import { Working } from "@/components/checkout/wallet/connect-wallet";
import { problemText } from "@/components/checkout/wallet/problem-text";
import { WalletNetwork } from "@/components/checkout/wallet/wallet-network";
import { ShortHex } from "@/components/dashboard/ui/hex";
import { type ConnectedWallet, ConnectWallet } from "@/components/refund/wallet/connected-wallet";
import { walletProblem } from "@/lib/browser/wallet/wallet-problem";
import type { SweepCallView } from "@/lib/settlement/dashboard/settlements.schema";
import { settlementWords } from "../messages/settlements";
import { Notice, Problem } from "../ui/notice";

type Hex = `0x${string}`;

/** The network for a wallet, and the texts of the wallet's steps. */
export type SweepNetwork = { networkName: string; blockExplorerUrl: string; walletWords: LiveMessages };

type Props = { call: SweepCallView; network: SweepNetwork };

const words = settlementWords.sign;

export default function SweepPanel({ call, network }: Props) {
  const { walletWords, ...named } = network;
  const demoWallet =
    call.demoWallet === null ? null : { address: call.demoWallet as Hex, name: words.demoWallet };
  return (
    <MessagesProvider messages={walletWords}>
      <ConnectWallet
        network={{ chainId: call.chainId, ...named }}
        demoWallet={demoWallet}
        walletConnect={null}
      >
        {(wallet) => <Sender call={call} network={network} wallet={wallet} />}
      </ConnectWallet>
    </MessagesProvider>
  );
}

/** Right wallet → right network → send. */
function Sender({ call, network, wallet }: Props & { wallet: ConnectedWallet }) {
  if (call.from !== null && !call.from.includes(wallet.address.toLowerCase()))
    return (
      <Notice kind="warn" role="alert">
        {words.wrongWallet} <ShortHex value={wallet.address} what={words.only} />
      </Notice>
    );
  if (wallet.chainId !== call.chainId)
    return (
      <WalletNetwork
        order={{ chainId: call.chainId, networkName: network.networkName }}
        walletName={wallet.name}
      />
    );
  return <Send call={call} wallet={wallet} />;
}

function Send({ call, wallet }: { call: SweepCallView; wallet: ConnectedWallet }) {
  const walletWords = useMessages();
  const config = useConfig();
  const send = useMutation({
    mutationFn: () =>
      sendTransaction(config, {
        account: wallet.address,
        chainId: call.chainId,
        to: call.to as Hex,
        data: call.data as Hex,
        value: 0n,
      }),
  });
  if (send.isPending) return <Working text={words.confirm(wallet.name)} />;
  if (send.data !== undefined)
    return (
      <div role="status">
        <Notice kind="ok">
          {words.sent} <ShortHex value={send.data} what={words.sent} />
        </Notice>
      </div>
    );
  return (
    <>
      <Problem text={send.error && problemText(walletProblem(send.error), wallet.name, walletWords)} />
      <div className="my-2">
        <button type="button" onClick={() => send.mutate()} className="button-compact button-primary">
          {words.send}
        </button>
      </div>
    </>
  );
}
