import { erc20Abi, getAbiItem } from "viem";
import { depositAbi } from "@/lib/contracts/abi/deposit";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { WorldState } from "./deps";
import type { CheckoutReads } from "./reads";

const transferEvent = getAbiItem({ abi: erc20Abi, name: "Transfer" });
const sweptEvent = getAbiItem({ abi: depositAbi, name: "DepositSwept" });

/**
 * What came to deposit addresses and left them, by checkout and token: by the ledger, and read from the chains without
 * the service's code. Unlisted tokens are skipped: their transfers are only partly stored.
 */
export async function booksAndChains(world: Pick<WorldState, "networks"> & Pick<CheckoutReads, "query">) {
  const { networks } = world;
  const owners = await world.query<{ id: string; deposit_address: Hex }>(
    "SELECT id, deposit_address FROM checkouts WHERE own(id)",
  );
  const ownerOf = new Map(owners.map(({ id, deposit_address }) => [deposit_address, id]));
  const sums = new Map<string, bigint>();
  const add = (what: string, deposit: Hex, units: bigint) => {
    const id = ownerOf.get(lower(deposit));
    if (id !== undefined) sums.set(`${what} ${id}`, (sums.get(`${what} ${id}`) ?? 0n) + units);
  };
  const listed = networks.flatMap(({ definition, usdc, usdt }) =>
    [usdc, usdt].map((token) => `${definition.chainId} ${token}`),
  );
  for (const { chain, usdc, usdt } of networks) {
    const range = { strict: true, fromBlock: 0n } as const;
    for (const { address, args } of await chain.client.getLogs({
      address: [usdc, usdt],
      event: transferEvent,
      ...range,
    }))
      add(`in ${chain.chainId} ${lower(address)}`, args.to, args.value);
    for (const { address, args } of await chain.client.getLogs({ event: sweptEvent, ...range }))
      if ([usdc, usdt].includes(lower(args.token)))
        add(`out ${chain.chainId} ${lower(args.token)}`, address, args.amount);
  }
  const entries = await world.query<{ token: string; line: string }>(
    `SELECT chain_id || ' ' || token_address AS token,
       flow || ' ' || chain_id || ' ' || token_address || ' ' || checkout_id || ' ' || sum(units) AS line FROM (
       SELECT 'in' AS flow, checkout_id, chain_id, token_address,
         CASE WHEN to_account = 'DEPOSIT' THEN amount_units ELSE -amount_units END AS units
       FROM ledger_entries WHERE 'CUSTOMER' IN (from_account, to_account)
       UNION ALL
       SELECT 'out', checkout_id, chain_id, token_address,
         CASE WHEN to_account = 'MERCHANT' THEN amount_units ELSE -amount_units END
       FROM ledger_entries WHERE 'MERCHANT' IN (from_account, to_account)
     ) AS moves GROUP BY flow, checkout_id, chain_id, token_address HAVING sum(units) <> 0`,
  );
  return {
    books: entries.flatMap(({ token, line }) => (listed.includes(token) ? [line] : [])).sort(),
    chains: [...sums].flatMap(([key, units]) => (units === 0n ? [] : [`${key} ${units}`])).sort(),
  };
}

const lower = (address: Hex) => address.toLowerCase() as Hex;
