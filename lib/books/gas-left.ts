import type { Chain } from "@/lib/chain/chains.rules";
import type { ChainSender } from "@/lib/chain/sender/chain-sender.port";
import type { OutgoingStore } from "@/lib/chain/sender/outgoing/outgoing-store.port";
import type { Clock } from "@/lib/platform/clock";
import { withTimeLimit } from "@/lib/platform/time-limit";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { hourMs } from "@/lib/platform/values/time.rules";

const dayMs = 24 * hourMs;
const averagedDays = 7;
const answerWithinMs = 5_000;

export type GasLeft = {
  chainId: number;
  wallet: "operator" | "refund";
  address: Hex;
  balanceWei: bigint;
  /** At the average of the last seven days; null where the wallet has spent nothing in them. */
  days: number | null;
};

export type GasLeftDeps = {
  clock: Clock;
  chains: readonly Pick<Chain, "chainId">[];
  sender(chainId: number): Pick<ChainSender, "operatorAddress" | "balance">;
  /** Null where the service has no refund key. */
  refundSender(chainId: number): Pick<ChainSender, "operatorAddress" | "balance"> | null;
  outgoing: Pick<OutgoingStore, "spentSince">;
};

/** What the service's wallets have for gas on each chain. A chain whose nodes do not answer is left out. */
export async function readGasLeft(deps: GasLeftDeps): Promise<GasLeft[]> {
  const since = new Date(deps.clock.now().getTime() - averagedDays * dayMs);
  const wallets = deps.chains.flatMap(({ chainId }) =>
    (
      [
        ["operator", deps.sender(chainId)],
        ["refund", deps.refundSender(chainId)],
      ] as const
    ).flatMap(([wallet, sender]) => (sender === null ? [] : [{ chainId, wallet, sender }])),
  );
  const read = await Promise.all(
    wallets.map(async ({ chainId, wallet, sender }): Promise<GasLeft[]> => {
      const address = sender.operatorAddress;
      const balanceWei = await withTimeLimit(answerWithinMs, "the wallet's balance", sender.balance()).catch(
        () => null,
      );
      if (balanceWei === null) return [];
      const spentWei = await deps.outgoing.spentSince(chainId, address, since);
      return [{ chainId, wallet, address, balanceWei, days: daysLeft(balanceWei, spentWei) }];
    }),
  );
  return read.flat();
}

function daysLeft(balanceWei: bigint, spentWei: bigint): number | null {
  if (spentWei === 0n) return null;
  return Number((balanceWei * BigInt(averagedDays) * 10n) / spentWei) / 10;
}
