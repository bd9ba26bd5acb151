import { setTimeout as sleep } from "node:timers/promises";
import type { Hex } from "@/lib/core/checkout";
import type { ChainReader } from "@/lib/services/ports/chain-reader";
import type { Clock } from "@/lib/services/ports/clock";
import type { WalletCode } from "@/lib/services/ports/wallet-code";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export type WalletCodeOptions = {
  /** How long a chain is waited for: somebody is creating a checkout meanwhile. */
  timeoutMs?: number;
  maxCached?: number;
};

/**
 * Asks every chain at once whether an address is a contract. One yes is enough and stays true; a no is kept
 * for an hour, since a contract may come. Where a chain does not answer, the last no stands for a minute more: a
 * contract may come after the checkout too, and a yes would leave its funds to be swept by hand. A wallet of which
 * nothing was ever known is then taken for a contract, and that is not kept.
 */
export function createWalletCode(
  readers: readonly Pick<ChainReader, "hasCode">[],
  clock: Clock,
  { timeoutMs = 1_500, maxCached = 10_000 }: WalletCodeOptions = {},
): WalletCode {
  const cache = new Map<Hex, { isContract: boolean; until: number }>();
  /** Many checkouts for one merchant begin at once: they wait for one answer. */
  const asking = new Map<Hex, Promise<boolean>>();

  function remember(address: Hex, isContract: boolean, forMs: number): void {
    cache.delete(address);
    const [oldest] = cache.keys();
    if (cache.size >= maxCached && oldest !== undefined) cache.delete(oldest);
    cache.set(address, { isContract, until: clock.now().getTime() + forMs });
  }

  async function ask(address: Hex): Promise<boolean> {
    const answers = await Promise.all(readers.map((reader) => askOne(reader, address, timeoutMs)));
    const isContract = answers.includes(true);
    if (!isContract && (answers.length === 0 || answers.includes(null))) {
      if (!cache.has(address)) return true;
      remember(address, false, minuteMs);
      return false;
    }
    remember(address, isContract, isContract ? Infinity : hourMs);
    return isContract;
  }

  return {
    async isContract(anyCase) {
      const address = anyCase.toLowerCase() as Hex;
      const cached = cache.get(address);
      if (cached !== undefined && clock.now().getTime() < cached.until) return cached.isContract;
      const pending = asking.get(address) ?? ask(address).finally(() => asking.delete(address));
      asking.set(address, pending);
      return pending;
    },
  };
}

/** Null when the chain does not say in time. */
async function askOne(
  reader: Pick<ChainReader, "hasCode">,
  address: Hex,
  timeoutMs: number,
): Promise<boolean | null> {
  const done = new AbortController();
  const late = sleep(timeoutMs, null, { signal: done.signal }).catch(() => null);
  try {
    return await Promise.race([reader.hasCode(address).catch(() => null), late]);
  } finally {
    done.abort();
  }
}
