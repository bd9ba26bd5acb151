"use client";

import { useRouter } from "next/navigation";
import { startTransition } from "react";
import { type ConnectedWallet, ConnectWallet } from "@/components/refund/wallet/connected-wallet";
import { FullAddress } from "@/components/ui/full-address";
import { ClaimRefused, useSignExcess } from "@/lib/browser/wallet/refund-wallet";
import type { WalletNetwork } from "@/lib/browser/wallet/wallet-config";
import { walletProblem } from "@/lib/browser/wallet/wallet-problem";
import type { WalletConnectSettings } from "@/lib/browser/wallet-connect/session-client";
import { useMessages } from "../messages-provider";
import { problemText } from "./problem-text";
import { AskingWallet } from "./review-parts";

export type SignExcessProps = {
  checkoutId: string;
  merchantName: string;
  /** Formatted by the service: "4.50 USDC". */
  amount: string;
  network: WalletNetwork;
  demoWallet: boolean;
  walletConnect: WalletConnectSettings | null;
  words: { open: string; hint: string; sign: string; signing: string; refused: string; failed: string };
};

export default function SignExcessPanel(props: SignExcessProps) {
  return (
    <ConnectWallet
      network={props.network}
      demoWallet={props.demoWallet ? {} : null}
      walletConnect={props.walletConnect}
    >
      {(wallet) => <Sign {...props} wallet={wallet} />}
    </ConnectWallet>
  );
}

function Sign({ wallet, words, ...request }: SignExcessProps & { wallet: ConnectedWallet }) {
  const t = useMessages();
  const router = useRouter();
  const sign = useSignExcess({
    checkoutId: request.checkoutId,
    merchantName: request.merchantName,
    amount: request.amount,
    networkName: request.network.networkName,
    address: wallet.address,
  });
  const problemOf = (error: Error) => {
    if (!(error instanceof ClaimRefused)) return problemText(walletProblem(error), wallet.name, t);
    return error.code === "INVALID_SIGNATURE" ? words.refused : words.failed;
  };
  if (sign.isPending || sign.isSuccess) return <AskingWallet text={words.signing} wallet={wallet.name} />;
  return (
    <>
      <p>{words.hint}</p>
      <p className="mt-2 text-sm">
        <FullAddress value={wallet.address} />
      </p>
      <p role="alert" className="mt-3 text-bad empty:hidden">
        {sign.error === null ? "" : problemOf(sign.error)}
      </p>
      <button
        type="button"
        onClick={() => sign.mutate(undefined, { onSuccess: () => startTransition(() => router.refresh()) })}
        className="button button-secondary mt-4"
      >
        {words.sign}
      </button>
    </>
  );
}
