"use client";

import { fill } from "@/components/checkout/text/fill";
import { useSwitchNetwork } from "@/lib/browser/wallet/switch-network";
import type { WalletOrder } from "@/lib/browser/wallet/wallet-config";
import { type WalletProblem, walletProblem } from "@/lib/browser/wallet/wallet-problem";
import type { LiveMessages } from "../messages/catalogue";
import { useMessages } from "../messages-provider";
import { Working } from "./connect-wallet";
import { problemText } from "./problem-text";

type Props = { order: Pick<WalletOrder, "chainId" | "networkName">; walletName: string };

/** The wallet is on another network: one button to switch, plain words if it refuses. */
export function WalletNetwork({ order, walletName }: Props) {
  const t = useMessages();
  const switching = useSwitchNetwork(order);
  const values = { wallet: walletName, network: order.networkName };
  if (switching.isPending) return <Working text={fill(t.walletSwitching, values)} />;
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

function switchProblem(
  problem: WalletProblem,
  values: { wallet: string; network: string },
  t: LiveMessages,
): string {
  switch (problem) {
    case "busy":
    case "locked":
    case "disconnected":
      return problemText(problem, values.wallet, t);
    case "unknown_network":
      return fill(t.walletUnknownNetwork, values);
    default:
      return fill(t.walletSwitchRefused, values);
  }
}
