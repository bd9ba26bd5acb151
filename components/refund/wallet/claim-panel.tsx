"use client";

import { useRouter } from "next/navigation";
import { useMessages } from "@/components/checkout/messages-provider";
import { tokenAmount } from "@/components/checkout/text/amounts";
import { problemText } from "@/components/checkout/wallet/problem-text";
import { AskingWallet, Working } from "@/components/checkout/wallet/review-parts";
import type { RefundValues } from "@/components/refund/screen-props";
import { Filled } from "@/components/ui/filled";
import { FullAddress } from "@/components/ui/full-address";
import { ClaimRefused, useClaimBySignature } from "@/lib/browser/wallet/refund-wallet";
import { walletProblem } from "@/lib/browser/wallet/wallet-problem";
import type { WalletConnectSettings } from "@/lib/browser/wallet-connect/session-client";
import { fill } from "@/lib/platform/i18n/message.rules";
import type { RefundLinkView } from "@/lib/refunds/refund.schema";
import { claimProblem, Problem } from "../problem";
import { useRefundMessages } from "../refund-messages-provider";
import { type ConnectedWallet, ConnectWallet, walletNetwork } from "./connected-wallet";

type Props = {
  view: RefundLinkView;
  token: string;
  values: RefundValues;
  demoWallet: `0x${string}` | null;
  walletConnect: WalletConnectSettings | null;
};

export default function ClaimPanel({ view, token, values, demoWallet, walletConnect }: Props) {
  return (
    <ConnectWallet
      network={walletNetwork(view, values.network)}
      demoWallet={demoWallet === null ? null : { address: demoWallet, name: "Demo wallet" }}
      walletConnect={walletConnect}
    >
      {(wallet) => <Claim view={view} token={token} values={values} wallet={wallet} />}
    </ConnectWallet>
  );
}

/** Explains the signature; then asks the wallet. */
function Claim({
  view,
  token,
  values,
  wallet,
}: Omit<Props, "demoWallet" | "walletConnect"> & { wallet: ConnectedWallet }) {
  const t = useRefundMessages();
  const walletWords = useMessages();
  const router = useRouter();
  const claim = useClaimBySignature({
    view,
    token,
    // Without thousands separators, like the service.
    amount: `${tokenAmount(view.amount, view.token)} ${values.token}`,
    networkName: values.network,
    address: wallet.address,
  });
  const done = () => {
    router.replace(`/r/${token}`, { scroll: false });
    router.refresh();
  };

  const problemOf = (error: Error) =>
    error instanceof ClaimRefused
      ? claimProblem(error.code, t)
      : problemText(walletProblem(error), wallet.name, walletWords);

  if (claim.isSuccess) return <Working text={t.claimChecking} />;
  if (claim.isPending)
    return <AskingWallet text={fill(t.claimConfirm, { wallet: wallet.name })} wallet={wallet.name} />;
  return (
    <>
      <p>
        <Filled text={t.claimReview} values={values} />
      </p>
      <p className="mt-2 text-sm">
        <FullAddress value={wallet.address} />
      </p>
      <Problem className="mt-3" text={claim.error === null ? "" : problemOf(claim.error)} />
      <button
        type="button"
        onClick={() => claim.mutate(undefined, { onSuccess: done })}
        className="button button-primary mt-4"
      >
        {t.claimSign}
      </button>
    </>
  );
}
