import type { TokenRef } from "@/lib/chain/token.rules";
import { type Database, read, type Statement } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** Deposits of a project in one token. */
export type DepositsOfWallet = TokenRef & { projectId: string; deposits: number; units: bigint };

/**
 * What a refund wallet may still move: deposits of checkouts that name it, by project and token, and checkouts that
 * customers can still pay.
 */
export async function readRefundDuties(
  { pool, prisma }: Pick<Database, "pool" | "prisma">,
  wallet: Hex,
): Promise<{ deposits: DepositsOfWallet[]; payable: number }> {
  const deposits = await read<DepositsOfWallet>(pool, sumDeposits, [wallet]);
  const payable = await prisma.checkout.count({
    where: { refundAuthority: wallet, status: { in: ["PENDING", "DETECTED"] } },
  });
  return { deposits, payable };
}

/** SQL: sums or bounded counts. */
const sumDeposits: Statement = {
  name: "refund_wallet_deposits",
  text: `
    SELECT holding.project_id, holding.chain_id, holding.token_address,
      count(*)::int AS deposits, sum(holding.amount_units) AS units
    FROM deposit_holdings AS holding JOIN checkouts AS checkout ON checkout.id = holding.checkout_id
    WHERE holding.amount_units > 0 AND checkout.refund_authority = $1
    GROUP BY holding.project_id, holding.chain_id, holding.token_address
    ORDER BY holding.project_id, holding.chain_id, holding.token_address`,
};
