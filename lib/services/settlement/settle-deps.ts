import type { Chain } from "@/lib/core/chains";
import type { AgreeDeps } from "../balances/agree-on-deposits";
import type { ChainSender } from "../ports/chain-sender";
import type { SettlementStore } from "../ports/settlement-store";
import type { SenderDeps } from "../sender/sender-deps";

export type SettleDeps = AgreeDeps &
  SenderDeps & {
    chains: readonly Chain[];
    settlements: SettlementStore;
    /** The operator's wallet, which pays for sweeps. */
    sender: (chainId: number) => ChainSender;
  };
