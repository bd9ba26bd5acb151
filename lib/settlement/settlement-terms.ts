import { type Chain, enabledChain } from "@/lib/chain/chains.rules";
import type { ChainSender } from "@/lib/chain/sender/chain-sender.port";
import type { SenderDeps } from "@/lib/chain/sender/send-call";
import type { WalletCode } from "@/lib/chain/wallets.chain";
import { type AgreeParts, trustedBlock } from "@/lib/checkouts/balances/agree-on-deposits";
import type { NewId } from "@/lib/platform/ids";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { dayMs } from "@/lib/platform/values/time.rules";
import type { CoinPrices } from "@/lib/rates/coin-prices";
import type { SettlementStore } from "./settlement.store";
import type { SettlementBlocker, SettlementTerms } from "./settlement-blocker.rules";

/** A wallet of the service on a chain. */
export type SweepingWallet = { chainId: number; operatorAddress: Hex };

/** What settlements are requested and explained with. */
export type SettlementParts = AgreeParts & {
  newId: NewId;
  /** All enabled chains: each can say whether the merchant's wallet is a contract. */
  chains: readonly Chain[];
  settlements: SettlementStore;
  /** The operator's wallet, which pays for sweeps. */
  sender: (chainId: number) => SweepingWallet;
  /** The service's refund wallet; null without its key. */
  refundWallet: Hex | null;
  walletCode: WalletCode;
};

/**
 * The terms for choosing deposits: an open refund delays them for a day, and for as long a deposit of a reverted call
 * is swept alone.
 */
export function settlementTerms(
  { clock, chains, refundWallet }: SettlementParts,
  { chainId, operatorAddress }: SweepingWallet,
  settledUpTo: bigint,
): SettlementTerms {
  const at = clock.now();
  const dayAgo = new Date(at.getTime() - dayMs);
  return {
    chainId,
    upTo: settledUpTo,
    walletAddress: operatorAddress,
    refundWallet,
    chainIds: chains.map((chain) => chain.chainId),
    refundsSince: dayAgo,
    revertedSince: dayAgo,
    at,
  };
}

/**
 * Asks the chains about merchants' wallets when a sweep by the refund key waits for that.
 * @returns whether any was asked: then check the deposits again
 */
export async function learnWallets(
  { walletCode }: { walletCode: WalletCode },
  deposits: readonly { merchantAddress: Hex; blocker: SettlementBlocker | null }[],
): Promise<boolean> {
  // A contract wallet may have been deployed since the chain was last asked.
  const unknown = deposits.filter(
    ({ blocker }) => blocker === "wallet_unknown" || blocker === "not_deployed",
  );
  const wallets = new Set(unknown.map(({ merchantAddress }) => merchantAddress));
  await Promise.all([...wallets].map((wallet) => walletCode.onChains(wallet)));
  return unknown.length > 0;
}

/**
 * Whether settlement of a chain is due now: a deposit's block became trusted, a batch's delay ended, or a refused sweep
 * is due for a retry. Each is reported once. Other work, like a payment that fills a batch, comes with its own event.
 */
export async function isSettlementDue(deps: SettlementParts, chainId: number): Promise<boolean> {
  const position = await deps.positions.find(chainId);
  if (position === null) return false;
  const now = deps.clock.now();
  const settledUpTo = trustedBlock(enabledChain(deps.chains, chainId), position, now);
  return deps.settlements.takeWake(chainId, now, settledUpTo);
}

/** What settlements are sent with. */
export type SettleParts = Omit<SettlementParts, "sender"> &
  SenderDeps & {
    sender: (chainId: number) => ChainSender;
    /** The refund wallet, which pays for sweeps that only it may make; null without its key. */
    refundSender: (chainId: number) => ChainSender | null;
    coinPrices: CoinPrices;
    /** A deposit must be worth this many times the gas of its sweep. */
    gasFloorMultiple: number;
  };
