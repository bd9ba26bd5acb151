"use client";

import { useSwitchNetwork } from "@/lib/browser/wallet/switch-network";
import type { WalletNetwork as Network } from "@/lib/browser/wallet/wallet-config";
import { walletProblem } from "@/lib/browser/wallet/wallet-problem";
import { fill } from "@/lib/platform/i18n/message.rules";
import { useMessages } from "../messages-provider";
import { AskingWallet } from "./asking-wallet";
import { switchProblem } from "./problem-text";

type Props = { order: Pick<Network, "chainId" | "networkName" | "nativeCurrency">; walletName: string };

/** The wallet is on another network: one button to switch, plain words if it refuses. */
export function WalletNetwork({ order, walletName }: Props) {
  const t = useMessages();
  const switching = useSwitchNetwork(order);
  const values = { wallet: walletName, network: order.networkName };
  if (switching.isPending) return <AskingWallet text={fill(t.walletSwitching, values)} wallet={walletName} />;
  return (
    <>
      <p className="font-medium">{fill(t.walletSwitchTitle, values)}</p>
      <p role="alert" className="mt-2 text-bad empty:hidden">
        {switching.isError && switchProblem(walletProblem(switching.error), values, t)}
      </p>
      <button type="button" onClick={() => switching.mutate()} className="button button-primary mt-4">
        {fill(t.walletSwitch, values)}
      </button>
    </>
  );
}
