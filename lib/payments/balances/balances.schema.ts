import { z } from "zod";
import { type Chain, findToken } from "@/lib/chain/chains.rules";
import type { TokenRef } from "@/lib/chain/token.rules";
import { checksummedAddress, count, evmChainId, units } from "@/lib/platform/answer-fields.schema";
import { checksummed } from "@/lib/platform/values/checksum.rules";

/** A project's money in one token on one chain, by the ledger. */
export type TokenBalance = TokenRef & {
  /** Every transfer to its deposit addresses. */
  receivedUnits: bigint;
  /** The part of it that is not final yet. */
  pendingUnits: bigint;
  /** Swept to merchants' wallets. */
  settledUnits: bigint;
  /** Paid back by refunds, from the deposit addresses and from merchants' wallets. */
  refundedUnits: bigint;
  /** At its deposit addresses now. */
  heldUnits: bigint;
};

/** A project's money in one token on one chain. */
export const balanceResource = z.object({
  chainId: evmChainId,
  tokenAddress: checksummedAddress.describe("The token's contract, with EIP-55 checksum."),
  symbol: z.string().describe("The token's symbol."),
  decimals: count.describe("The token's decimals: amounts are in units of 10^-decimals."),
  held: units.describe("At the project's deposit addresses now, with stray money."),
  pending: units.describe(
    "Received but not final yet: a part of `received`, and of `held` while it lies there.",
  ),
  received: units.describe("Every transfer to the project's deposit addresses so far."),
  settled: units.describe("Moved to the merchant's wallet so far."),
  refunded: units.describe(
    "Paid back by refunds so far, from deposit addresses and from the merchant's wallet.",
  ),
});
export type BalanceResource = z.infer<typeof balanceResource>;

/** Of the tokens that the service lists: anyone can send any other. */
export function toBalances(chains: readonly Chain[], balances: readonly TokenBalance[]): BalanceResource[] {
  return balances.flatMap((balance) => {
    const found = findToken(chains, balance);
    if (found === null) return [];
    const { symbol, decimals } = found.token;
    return [
      {
        chainId: balance.chainId,
        tokenAddress: checksummed(balance.tokenAddress),
        symbol,
        decimals,
        held: balance.heldUnits.toString(),
        pending: balance.pendingUnits.toString(),
        received: balance.receivedUnits.toString(),
        settled: balance.settledUnits.toString(),
        refunded: balance.refundedUnits.toString(),
      },
    ];
  });
}
