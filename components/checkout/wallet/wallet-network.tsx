"use client";

import { useSwitchChain } from "wagmi";
import type { WalletOrder } from "@/lib/client/wallet-order";
import { walletProblem } from "@/lib/client/wallet-problem";
import { fill } from "../fill";
import { useMessages } from "../messages-provider";
import { problemText } from "./problem-text";
import { Working } from "./working";

type Props = { order: Pick<WalletOrder, "chainId" | "networkName">; walletName: string };

/** The wallet is elsewhere: one button to switch, plain words if it refuses. */
export function WalletNetwork({ order, walletName }: Props) {
  const t = useMessages();
  const switching = useSwitchChain();
  const values = { wallet: walletName, network: order.networkName };
  if (switching.isPending) return <Working text={fill(t.walletSwitching, values)} />;
  const problem = switching.error === null ? null : walletProblem(switching.error);
  return (
    <>
      <p className="font-medium">{fill(t.walletSwitchTitle, values)}</p>
      <p role="alert" className="mt-2 text-bad empty:hidden">
        {problem === "busy" && problemText(problem, walletName, t)}
        {(problem === "rejected" || problem === "failed") && fill(t.walletSwitchRefused, values)}
      </p>
      <button
        type="button"
        onClick={() => switching.mutate({ chainId: order.chainId })}
        className="button button-primary mt-4"
      >
        {fill(t.walletSwitch, values)}
      </button>
    </>
  );
}
