import type { Clock } from "@/lib/platform/clock";
import { hourMs } from "@/lib/platform/values/time.rules";
import { RequestRefused } from "./refusals";

/** What limits a request to a node: calls in a batch, blocks in a range, addresses in a filter, balances in a call. */
export const sizeKinds = ["calls", "blocks", "addresses", "balances"] as const;
export type SizeKind = (typeof sizeKinds)[number];

/** What a node was seen to accept and to refuse; null when nothing was. */
export type SeenSize = { accepted: number | null; refused: number | null };
export type SeenSizes = Readonly<Record<SizeKind, SeenSize>>;

/** The largest sizes that we send; the settings of a chain. */
export type MaxSizes = { maxBatch: number; maxBlockRange: number; maxFilterAddresses: number };

/** After a refusal a larger size waits this long, then twice as long after each trial that is refused. */
const firstTrialMs = 30_000;

/** Accepted and refused sizes this close: searching further would only provoke refusals. */
const closeEnough = 1.25;

/** A size that we learn from a node's answers. */
export type LearnedSize = {
  /** How many of these to send at once, at least one. @param below a size refused just now */
  next(wanted: number, below?: number): number;
  accepted(size: number): void;
  /** This size was refused, and `smaller` then accepted. */
  refused(size: number, smaller: number): void;
  /** Whether a refused size may be refused for its content: it was accepted before, and not refused since. */
  doubt(size: number): boolean;
  seen(): SeenSize;
  /**
   * A copy that learns by itself until `keep` takes over what it learned.
   * @param forPart for a part whose content may be the reason, in which a smaller part may be the reason again
   */
  fork(forPart?: boolean): LearnedSize & { keep(): void };
};

type State = { good: number; bad: number; doubted: number | null; trialMs: number; nextTrialMs: number };

const unknown: State = {
  good: 0,
  bad: Number.POSITIVE_INFINITY,
  doubted: null,
  trialMs: firstTrialMs,
  nextTrialMs: 0,
};

export function createLearnedSize(max: number, clock: Clock, state: State = { ...unknown }): LearnedSize {
  /** Geometrically between the accepted size and the refused one. */
  const between = () => {
    const good = Math.max(state.good, 1);
    if (state.bad - good <= 1 || state.bad / good <= closeEnough) return good;
    return Math.max(good + 1, Math.floor(Math.sqrt(good * state.bad)));
  };

  return {
    next(wanted, below) {
      const most = Math.max(1, Math.min(wanted, max));
      // First what is known to work, or else the smallest: it shows whether the size was the reason.
      if (below !== undefined) return Math.min(most, state.good > 0 && state.good < below ? state.good : 1);
      if (state.bad === Number.POSITIVE_INFINITY) return most;
      if (most >= state.bad && clock.now().getTime() >= state.nextTrialMs)
        return Math.min(most, state.bad * 2);
      return Math.min(most, between());
    },
    accepted(size) {
      state.good = Math.max(state.good, size);
      if (state.doubted !== null && size >= state.doubted) state.doubted = null;
      if (size >= state.bad) Object.assign(state, { bad: unknown.bad, trialMs: firstTrialMs });
    },
    refused(size, smaller) {
      if (size >= state.bad) state.trialMs = Math.min(state.trialMs * 2, hourMs);
      else state.bad = size;
      if (state.good >= state.bad) state.good = smaller;
      state.nextTrialMs = clock.now().getTime() + state.trialMs;
    },
    doubt(size) {
      if (size > state.good || state.doubted !== null) return false;
      state.doubted = size;
      return true;
    },
    seen: () => ({
      accepted: state.good === 0 ? null : state.good,
      refused: state.bad === Number.POSITIVE_INFINITY ? null : state.bad,
    }),
    fork(forPart = false) {
      const copy = { ...state, ...(forPart ? { doubted: null } : {}) };
      return { ...createLearnedSize(max, clock, copy), keep: () => void Object.assign(state, copy) };
    },
  };
}

export type LearnedSizes = Readonly<Record<SizeKind, LearnedSize>>;

/** Balances in one request: twenty `aggregate3` calls of two hundred. */
const mostBalances = 4_000;

/** The largest requests where the settings name no limit. */
const maxSizes: MaxSizes = { maxBatch: 100, maxBlockRange: 10_000, maxFilterAddresses: 1_000 };

/** The sizes of a chain's node, by its URL. */
export type SizesOf = (url: string) => LearnedSizes;

/** What a process learns of a chain's nodes, for all its clients. */
export function shareSizes(max: Partial<MaxSizes>, clock: Clock): SizesOf {
  const { maxBatch, maxBlockRange, maxFilterAddresses } = { ...maxSizes, ...max };
  const learned = new Map<string, LearnedSizes>();
  return (url) => {
    const sizes = learned.get(url) ?? {
      calls: createLearnedSize(maxBatch, clock),
      blocks: createLearnedSize(maxBlockRange, clock),
      addresses: createLearnedSize(maxFilterAddresses, clock),
      balances: createLearnedSize(mostBalances, clock),
    };
    learned.set(url, sizes);
    return sizes;
  };
}

export function seenSizes({ calls, blocks, addresses, balances }: LearnedSizes): SeenSizes {
  return {
    calls: calls.seen(),
    blocks: blocks.seen(),
    addresses: addresses.seen(),
    balances: balances.seen(),
  };
}

/**
 * Works through `total` items in parts as large as the node accepts. A refused part is repeated at a size that worked
 * before, or at one; from there the size grows to what the node accepts. If that size worked before, a busy block or a
 * long receipt in it may be the reason: what is learned then holds only for that part.
 *
 * @param work does these items, or the first of them, and returns how many; throws RequestRefused when fewer may do
 * @param refused a size that was refused just before
 * @throws what `work` throws for a single item
 */
export async function inParts(
  size: LearnedSize,
  total: number,
  work: (start: number, count: number) => Promise<number>,
  refused?: number,
): Promise<void> {
  const parts = [{ end: total, learning: size }];
  const learningAt = (start: number): LearnedSize => {
    while (parts.length > 1 && start >= (parts.at(-1)?.end ?? 0)) parts.pop();
    return parts.at(-1)?.learning ?? size;
  };
  let below: number | undefined;
  const refuse = (start: number, count: number) => {
    below = count;
    const learning = learningAt(start);
    if (learning.doubt(count)) parts.push({ end: start + count, learning: learning.fork(true) });
  };
  if (refused !== undefined) refuse(0, refused);
  for (let start = 0; start < total; ) {
    const count = learningAt(start).next(total - start, below);
    let done: number;
    try {
      done = await work(start, count);
    } catch (error) {
      if (!(error instanceof RequestRefused) || count === 1) throw error;
      refuse(start, count);
      continue;
    }
    if (done < count) refuse(start, count);
    if (below !== undefined) learningAt(start).refused(below, done);
    learningAt(start).accepted(done);
    below = undefined;
    start += done;
  }
}
