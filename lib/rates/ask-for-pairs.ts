import { request } from "undici";
import type { Clock } from "@/lib/platform/clock";
import { hourMs } from "@/lib/platform/values/time.rules";
import { isAlwaysOffered, type Pair } from "@/lib/rates/fiat-currency.rules";
import type { RateProvider, RateTable } from "@/lib/rates/rate.store";

/** A pair that was refused alone is left out for this long. */
const retryMs = hourMs;

/** Requests of a single pair, to distinguish a provider that lacks a pair from one that refuses everything. */
const mostProbes = 3;

/** Finds one refused pair among sixty, or two among thirty; more are found by the next fetches. */
const mostRequests = 20;

/** Requests these pairs at once. @throws RequestRefused when fewer pairs may be accepted */
export type PairRequest = (pairs: readonly Pair[], signal: AbortSignal) => Promise<RateTable>;

/**
 * Asks a provider that refuses a whole request for one pair that it lacks. A refused request is split until the pair is
 * alone; that pair is then left out and tried again each hour, by one request of its own.
 *
 * Only refusals make it split. Any other failure ends the fetch, with the rates received so far.
 */
export function createPairRequests({
  pairs,
  timeoutMs = 5_000,
  clock,
  request,
}: {
  /** Those of the next fetch. */
  pairs: () => readonly Pair[];
  timeoutMs?: number | undefined;
  clock: Clock;
  request: PairRequest;
}): () => Promise<RateTable> {
  const retryAt = new Map<Pair, number>();
  let turn = 0;

  const leaveOut = (pair: Pair) => retryAt.set(pair, clock.now().getTime() + retryMs);

  /** Whether the provider accepts any of the pairs. */
  async function split(candidates: readonly Pair[], ask: (group: readonly Pair[]) => Promise<boolean>) {
    const refused: Pair[] = [];
    let accepted: Pair | undefined;
    // Different ones in each fetch, so that a few lacking pairs never hide the others for long.
    for (const probe of spread(candidates, turn++)) {
      if (await ask([probe])) {
        accepted = probe;
        break;
      }
      refused.push(probe);
    }
    if (accepted === undefined) return false;
    for (const pair of refused) leaveOut(pair);
    const groups = halves(candidates.filter((pair) => pair !== accepted && !refused.includes(pair)));
    for (let requests = 2 + refused.length; requests < mostRequests; requests++) {
      const group = groups.pop();
      if (group === undefined) break;
      if (await ask(group)) continue;
      if (group.length > 1) groups.push(...halves(group));
      else for (const pair of group) leaveOut(pair);
    }
    return true;
  }

  return async () => {
    const signal = AbortSignal.timeout(timeoutMs);
    const now = clock.now().getTime();
    const table: RateTable = {};
    let refusal = new RequestRefused("no pair is left to ask for");
    const ask = async (group: readonly Pair[]): Promise<boolean> => {
      try {
        const rates = await request(group, signal);
        for (const { symbol } of group) {
          const added = rates[symbol];
          if (added !== undefined) table[symbol] = { ...table[symbol], ...added };
        }
        return true;
      } catch (error) {
        if (!(error instanceof RequestRefused)) throw error;
        refusal = error;
        return false;
      }
    };
    try {
      const duePairs = pairs().filter((pair) => !retryAt.has(pair));
      if (!(await ask(duePairs)) && !(await split(duePairs, ask))) {
        retryAt.clear();
        throw refusal;
      }
      const due = pairs().find((pair) => (retryAt.get(pair) ?? Number.POSITIVE_INFINITY) <= now);
      if (due !== undefined) {
        if (await ask([due])) retryAt.delete(due);
        else leaveOut(due);
      }
    } catch (error) {
      if (Object.keys(table).length === 0) throw error;
    }
    return table;
  };
}

/** A few of the pairs, far from each other. */
function spread(pairs: readonly Pair[], turn: number): readonly Pair[] {
  const step = Math.max(1, Math.floor(pairs.length / mostProbes));
  return Array.from(
    { length: Math.min(mostProbes, pairs.length) },
    (_, index) => index * step + turn,
  ).flatMap((index) => pairs[index % pairs.length] ?? []);
}

/** The first one last, since the last one is asked first. */
function halves(pairs: readonly Pair[]): (readonly Pair[])[] {
  const middle = Math.ceil(pairs.length / 2);
  return [pairs.slice(middle), pairs.slice(0, middle)].filter(({ length }) => length > 0);
}

/** The provider's pairs that it has no rate for though their currency is always offered, such as "USDT in GBP". */
export function missingPairs({ pairs }: Pick<RateProvider, "pairs">, table: RateTable): string[] {
  return pairs
    .filter(isAlwaysOffered)
    .filter(({ symbol, currency }) => table[symbol]?.[currency.code] === undefined)
    .map(({ symbol, currency }) => `${symbol} in ${currency.code}`);
}

export type AnswerLimits = {
  /** For the whole answer. */
  timeoutMs?: number | undefined;
  maxBytes?: number | undefined;
};

/** The provider refuses what this request names; it may accept a request that names less. */
export class RequestRefused extends Error {
  override readonly name = "RequestRefused";
}

/** The provider is busy, or limits our requests: asking again at once makes it worse. */
const busyStatuses = [408, 425, 429];

/**
 * Requests a provider and returns the body of its 200. Does not follow redirects: a redirect could change the source of
 * prices.
 *
 * @param provider its name, for the error's message
 * @throws RequestRefused for a 4xx
 * @throws Error for any other status, a body too large, a broken connection, or when the signal aborts
 */
export async function getText(
  provider: string,
  url: URL,
  { signal, maxBytes = 262_144 }: { signal: AbortSignal; maxBytes?: number | undefined },
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const response = await request(url, {
    // Providers refuse clients without a User-Agent.
    headers: { accept: "application/json", "user-agent": "stablecoin-checkout", ...headers },
    signal,
  });
  const status = response.statusCode;
  if (status !== 200) {
    response.body.on("error", () => undefined).destroy();
    const isRefusal = status >= 400 && status < 500 && !busyStatuses.includes(status);
    throw new (isRefusal ? RequestRefused : Error)(`${provider} answered ${status}`);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`${provider} answered with more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
