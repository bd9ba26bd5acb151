import type { WalletCodeStore } from "@/lib/chain/wallets.chain";
import { type Connections, run, type Statement } from "@/lib/platform/database";

/**
 * In the order of chains, so that two concurrent instances do not deadlock. SQL: both values are computed from the row
 * that the insert meets.
 */
const saveCode: Statement = {
  name: "wallet_codes_save",
  text: `
    INSERT INTO wallet_codes AS known (wallet_address, chain_id, has_code, checked_at)
    SELECT $1, told.chain_id, told.has_code, told.checked_at
    FROM unnest($2::int[], $3::boolean[], $4::timestamptz[]) AS told (chain_id, has_code, checked_at)
    ORDER BY told.chain_id
    ON CONFLICT (wallet_address, chain_id) DO UPDATE SET
      has_code = known.has_code OR excluded.has_code, checked_at = greatest(known.checked_at, excluded.checked_at)`,
};

/** Whether wallets have code, in Postgres. */
export function createWalletCodeStore({ pool, prisma }: Connections): WalletCodeStore {
  return {
    find: (walletAddress) =>
      prisma.walletCode.findMany({
        where: { walletAddress },
        select: { chainId: true, hasCode: true, checkedAt: true },
      }),
    save: async (address, known) => {
      if (known.length === 0) return;
      await run(pool, saveCode, [
        address,
        known.map(({ chainId }) => chainId),
        known.map(({ hasCode }) => hasCode),
        known.map(({ checkedAt }) => checkedAt),
      ]);
    },
  };
}
