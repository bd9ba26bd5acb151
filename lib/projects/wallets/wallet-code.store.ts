import type { KnownCode, WalletCodeStore } from "@/lib/chain/wallets.chain";
import { type Connections, read, run, type Statement } from "@/lib/platform/database";

/** SQL: hot path. */
const findCode: Statement = {
  name: "wallet_codes_find",
  text: "SELECT chain_id, has_code, checked_at FROM wallet_codes WHERE wallet_address = $1",
};

/**
 * In the order of chains, so that two concurrent instances do not deadlock. SQL: an upsert with a condition or a
 * computed value.
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
export function createWalletCodeStore({ pool }: Connections): WalletCodeStore {
  return {
    find: (address) => read<KnownCode>(pool, findCode, [address]),
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
