import type { Chain } from "@/lib/core/chains";
import type { Clock } from "./ports/clock";
import type { ChainPosition, PaymentStore } from "./ports/payment-store";
import type { RateStore } from "./ports/rates";

/** A chain is late when its head was last looked at longer ago than this. */
const lateChainMs = 60_000;
const staleRateMs = 60 * 60_000;

export type Readiness = {
  ready: boolean;
  database: { ok: boolean; latencyMs: number | null };
  chains: {
    chainId: number;
    name: string;
    ok: boolean;
    blockNumber: string | null;
    /** Seconds since a node last answered for its head. */
    lagSeconds: number | null;
  }[];
  rates: { ok: boolean; ageSeconds: number | null };
};

export type ReadinessDeps = {
  clock: Clock;
  chains: readonly Chain[];
  payments: Pick<PaymentStore, "positions">;
  rateStore: RateStore;
  databaseHealth: { ping(): Promise<void> };
};

/** What an operator or a load balancer asks: database, each chain's lag, the age of the rates. Never throws. */
export async function checkReadiness(deps: ReadinessDeps): Promise<Readiness> {
  const startedAt = deps.clock.now().getTime();
  const alive = await deps.databaseHealth.ping().then(
    () => true,
    () => false,
  );
  const now = deps.clock.now().getTime();
  const positions = alive ? await deps.payments.positions().catch(noPositions) : noPositions();
  const rates = alive ? await deps.rateStore.all().catch(() => []) : [];
  const chains = deps.chains.map(({ chainId, name }) => {
    const position = positions.get(chainId);
    const lagMs =
      position === undefined
        ? null
        : now - Math.max(position.checkedAt.getTime(), position.advancedAt.getTime());
    return {
      chainId,
      name,
      ok: lagMs !== null && lagMs < lateChainMs,
      blockNumber: position?.blockNumber.toString() ?? null,
      lagSeconds: lagMs === null ? null : Math.max(0, Math.round(lagMs / 1000)),
    };
  });
  const newest = rates.reduce<number | null>(
    (max, { fetchedAt }) => Math.max(max ?? 0, fetchedAt.getTime()),
    null,
  );
  const rateAgeMs = newest === null ? null : now - newest;
  const ratesOk = rateAgeMs !== null && rateAgeMs < staleRateMs;
  return {
    ready: alive && ratesOk && chains.every(({ ok }) => ok),
    database: { ok: alive, latencyMs: alive ? now - startedAt : null },
    chains,
    rates: { ok: ratesOk, ageSeconds: rateAgeMs === null ? null : Math.round(rateAgeMs / 1000) },
  };
}

function noPositions(): ReadonlyMap<number, ChainPosition> {
  return new Map();
}
