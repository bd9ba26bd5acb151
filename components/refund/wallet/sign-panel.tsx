"use client";

import { useMessages } from "@/components/checkout/messages-provider";
import { problemText } from "@/components/checkout/wallet/problem-text";
import { AskingWallet, WalletNetwork } from "@/components/checkout/wallet/review-parts";
import type { RefundValues } from "@/components/refund/screen-props";
import { Filled } from "@/components/ui/filled";
import { FullAddress } from "@/components/ui/full-address";
import { CircleCheck, TriangleAlert } from "@/components/ui/icons";
import { useSendRefund } from "@/lib/browser/wallet/refund-wallet";
import { walletProblem } from "@/lib/browser/wallet/wallet-problem";
import type { WalletConnectSettings } from "@/lib/browser/wallet-connect/session-client";
import { fill } from "@/lib/platform/i18n/message.rules";
import { shortHex } from "@/lib/platform/values/hex.rules";
import type { RefundCallView, RefundLinkView } from "@/lib/refunds/refund.schema";
import { Problem } from "../problem";
import { useRefundMessages } from "../refund-messages-provider";
import { type ConnectedWallet, ConnectWallet, walletNetwork } from "./connected-wallet";
export type SignWithWalletProps = {
  view: RefundLinkView;
  call: RefundCallView;
  token: string;
  values: RefundValues;
  demoWallet: `0x${string}` | null;
  walletConnect: WalletConnectSettings | null;
  /** The wallet that must sign, with EIP-55 checksum. */
  wanted: string;
};

export default function SignPanel(props: SignWithWalletProps) {
  const { view, values, demoWallet, walletConnect } = props;
  return (
    <ConnectWallet
      network={walletNetwork(view, values.network)}
      demoWallet={demoWallet === null ? null : { address: demoWallet, name: "Demo merchant wallet" }}
      walletConnect={walletConnect}
    >
      {(wallet) => <Signer {...props} wallet={wallet} />}
    </ConnectWallet>
  );
}

/** Right wallet → right network → send. */
function Signer(props: SignWithWalletProps & { wallet: ConnectedWallet }) {
  const { view, call, wallet, values, wanted } = props;
  const t = useRefundMessages();
  if (wallet.address.toLowerCase() !== call.from)
    return (
      <div role="alert" className="flex gap-2 rounded-xl bg-warn-soft px-4 py-3 text-warn">
        <TriangleAlert className="mt-1 size-4 shrink-0" />
        <p className="min-w-0">
          <span>{fill(t.signWrongWallet, { address: shortHex(wallet.address), wallet: wallet.name })}</span>
          <span className="mt-1 block text-sm">
            <FullAddress value={wanted} />
          </span>
        </p>
      </div>
    );
  if (wallet.chainId !== view.chainId)
    return <WalletNetwork order={walletNetwork(view, values.network)} walletName={wallet.name} />;
  return <Send {...props} />;
}

function Send({ view, call, token, values, wallet }: SignWithWalletProps & { wallet: ConnectedWallet }) {
  const t = useRefundMessages();
  const walletWords = useMessages();
  const send = useSendRefund({ refundId: view.id, token, call, chainId: view.chainId });
  if (send.isPending || send.isSuccess)
    return <AskingWallet text={fill(t.signConfirm, { wallet: wallet.name })} wallet={wallet.name} />;
  return (
    <>
      <p className="flex items-center gap-2 text-ok">
        <CircleCheck className="size-5 shrink-0" />
        <span>{t.signRightWallet}</span>
      </p>
      <Problem
        className="mt-3"
        text={send.error === null ? "" : problemText(walletProblem(send.error), wallet.name, walletWords)}
      />
      <button type="button" onClick={() => send.mutate()} className="button button-primary mt-4">
        <Filled text={t.signSend} values={values} />
      </button>
    </>
  );
}
