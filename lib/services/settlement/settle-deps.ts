import type { Chain } from "@/lib/core/chains";
import type { Hex } from "@/lib/platform/hex.rules";
import type { IncidentStore } from "@/lib/platform/incidents/incident-store.port";
import type { AgreeDeps } from "../balances/agree-on-deposits";
import type { ChainSender } from "../ports/chain-sender";
import type { SettlementStore } from "../ports/settlement-store";
import type { WalletCode } from "../ports/wallet-code";
import type { SenderDeps } from "../sender/sender-deps";

export type SettleDeps = AgreeDeps &
  SenderDeps & {
    chains: readonly Chain[];
    incidents: Pick<IncidentStore, "openOnChain">;
    settlements: SettlementStore;
    /** The operator's wallet, which pays for sweeps. */
    sender: (chainId: number) => ChainSender;
    /** The refund wallet, which pays for sweeps that only it may make; null where the service has no key of it. */
    refundSender: (chainId: number) => ChainSender | null;
    refundWallet: Hex | null;
    walletCode: WalletCode;
  };
