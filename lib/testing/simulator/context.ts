import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Action } from "@/lib/testing/simulated-chain/contracts";
import { call } from "./acts";
import type { Instance } from "./instance";
import type { Random } from "./random";
import { chainOf, type Shop, type World } from "./world";

export type Context = { world: World; random: Random; instance: Instance; shop: Shop };
export type Act = (context: Context) => Promise<unknown>;

/** The latest checkouts, newest last. */
export const recent = (world: World, where = "true") =>
  world.query<{
    id: string;
    project_id: string;
    chain_id: number | null;
    token_address: Hex | null;
    amount_units: bigint | null;
    deposit_address: Hex;
    status: string;
    paid_units: bigint;
    refunded_units: bigint;
    refunding_units: bigint;
    expires_at: Date;
  }>(
    `SELECT * FROM (SELECT * FROM checkouts WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT 12) AS c ORDER BY created_at, id`,
  );

/** Mostly as the shop whose checkout it is; what another shop tries must not succeed. */
export async function callFor(
  { world, random, instance }: Context,
  projectId: string,
  operationId: Parameters<typeof call>[2],
  given: { ids: Record<string, string>; input?: unknown },
): Promise<string | undefined> {
  const isOwn = random.chance(0.85);
  const shop = world.shops.find((each) => (each.projectId === projectId) === isOwn);
  const { status, body } = await call(world, instance, operationId, { ...given, key: shop?.key });
  if (!isOwn && status < 300 && !instance.cuts.isDead)
    world.findings.push(`${operationId} answers ${status} to another shop, about ${JSON.stringify(given)}`);
  return isOwn ? body.error?.code : undefined;
}

/** Sends unsigned transfers: they wait for the next block as any other. */
export function send(world: World, chainId: number, actions: readonly Action[]): void {
  const chain = chainOf(world, chainId);
  const transaction = chain.transaction(actions);
  chain.mempool.set(transaction.hash, transaction);
}
