import type { Chain } from "@/lib/chain/chains.rules";
import type { ChainSender } from "@/lib/chain/sender/chain-sender.port";
import type { SenderDeps } from "@/lib/chain/sender/sender-deps";
import type { WalletCode } from "@/lib/chain/wallet-code.chain";
import type { AgreeDeps } from "@/lib/checkouts/balances/agree-on-deposits";
import type { Hex } from "@/lib/platform/hex.rules";
import type { IncidentStore } from "@/lib/platform/incidents/incident-store.port";
import type { SettlementStore } from "./settlement-store.port";

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
