import type { TokenRef } from "@/lib/chain/token.rules";
import { type Connections, read, type Statement } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** Deposits of a project in one token; those that are not open to sweeps wait for the merchant's wallet. */
export type DepositsOfWallet = TokenRef & {
  projectId: string;
  openSweep: boolean;
  deposits: number;
  units: bigint;
};

/** What the books know of a wallet. */
export type WalletDuties = {
  /** Whether it ever sent for this service, or was named for refunds. */
  isKnown: boolean;
  /** Checkouts that customers can still pay and that name it for refunds. */
  payable: number;
  /** Deposits that it alone refunds. */
  deposits: DepositsOfWallet[];
  /** The chains on which the wallet has a transaction that is not final. */
  openOn: number[];
};

export async function readWalletDuties({ pool, prisma }: Connections, wallet: Hex): Promise<WalletDuties> {
  const sender = await prisma.operatorNonce.findFirst({ where: { operatorAddress: wallet } });
  const named = sender ?? (await prisma.checkout.findFirst({ where: { refundAuthority: wallet } }));
  // Before the deposits: one that is paid meanwhile is among those.
  const payable = await prisma.checkout.count({
    where: { refundAuthority: wallet, status: { in: ["PENDING", "DETECTED"] } },
  });
  const deposits = await read<DepositsOfWallet>(pool, sumDeposits, [wallet]);
  const open = await prisma.outgoingTransaction.groupBy({
    by: ["chainId"],
    where: { status: "SIGNED", operatorAddress: wallet },
  });
  return { isKnown: named !== null, payable, deposits, openOn: open.map(({ chainId }) => chainId) };
}

/** SQL: Prisma cannot group by columns of a joined table. */
const sumDeposits: Statement = {
  name: "refund_wallet_deposits",
  text: `
    SELECT holding.project_id, holding.chain_id, holding.token_address, checkout.open_sweep,
      count(*)::int AS deposits, sum(holding.amount_units) AS units
    FROM deposit_holdings AS holding JOIN checkouts AS checkout ON checkout.id = holding.checkout_id
    WHERE holding.amount_units > 0 AND checkout.refund_authority = $1
    GROUP BY holding.project_id, holding.chain_id, holding.token_address, checkout.open_sweep
    ORDER BY holding.project_id, holding.chain_id, holding.token_address, checkout.open_sweep`,
};
