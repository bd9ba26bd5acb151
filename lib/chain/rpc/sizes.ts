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

/** After a refusal a larger size waits this long, then twice as long after each retry that is refused. */
const firstRetryMs = 30_000;

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

/** What a node's answers said of a size. */
type Known = {
  /** The largest accepted; 0 before the first. */
  accepted: number;
  /** The smallest refused; null while none is. */
  refused: number | null;
  /** Accepted before, and then refused: perhaps for its content. */
  doubted: number | null;
  /** From then on a refused size is tried again, and how long the next refusal delays that. */
  retryFromMs: number;
  retryAfterMs: number;
};

const nothing: Known = {
  accepted: 0,
  refused: null,
  doubted: null,
  retryFromMs: 0,
  retryAfterMs: firstRetryMs,
};

/**
 * Where the search for the largest size stands. `open`: nothing was refused, so as much as is wanted is sent.
 * `searching`: geometrically between the accepted and the refused size. `settled`: these are close, the accepted one is
 * sent. `retrying`: the refusal is long ago, and up to twice the refused size is tried: the node may accept more by now.
 */
type Stage = "open" | "searching" | "settled" | "retrying";

export function createLearnedSize(max: number, clock: Clock, known: Known = { ...nothing }): LearnedSize {
  const stage = (refused: number | null, most: number): Stage => {
    if (refused === null) return "open";
    if (most >= refused && clock.now().getTime() >= known.retryFromMs) return "retrying";
    const accepted = Math.max(known.accepted, 1);
    return refused - accepted <= 1 || refused / accepted <= closeEnough ? "settled" : "searching";
  };

  return {
    next(wanted, below) {
      const most = Math.max(1, Math.min(wanted, max));
      const accepted = Math.max(known.accepted, 1);
      // First what is known to work, or else the smallest: it shows whether the size was the reason.
      if (below !== undefined) return Math.min(most, accepted < below ? accepted : 1);
      const refused = known.refused ?? Number.POSITIVE_INFINITY;
      switch (stage(known.refused, most)) {
        case "open":
          return most;
        case "retrying":
          return Math.min(most, refused * 2);
        case "searching":
          return Math.min(most, Math.max(accepted + 1, Math.floor(Math.sqrt(accepted * refused))));
        case "settled":
          return Math.min(most, accepted);
      }
    },
    accepted(size) {
      known.accepted = Math.max(known.accepted, size);
      if (known.doubted !== null && size >= known.doubted) known.doubted = null;
      if (known.refused !== null && size >= known.refused)
        Object.assign(known, { refused: null, retryAfterMs: firstRetryMs });
    },
    refused(size, smaller) {
      if (known.refused !== null && size >= known.refused)
        known.retryAfterMs = Math.min(known.retryAfterMs * 2, hourMs);
      else known.refused = size;
      if (known.accepted >= known.refused) known.accepted = smaller;
      known.retryFromMs = clock.now().getTime() + known.retryAfterMs;
    },
    doubt(size) {
      if (size > known.accepted || known.doubted !== null) return false;
      known.doubted = size;
      return true;
    },
    seen: () => ({ accepted: known.accepted === 0 ? null : known.accepted, refused: known.refused }),
    fork(forPart = false) {
      const copy = { ...known, ...(forPart ? { doubted: null } : {}) };
      return { ...createLearnedSize(max, clock, copy), keep: () => void Object.assign(known, copy) };
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
