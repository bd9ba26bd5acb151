import {
  blockLimitWords,
  type Fault,
  type FaultKind,
  resultLimitWords,
  type ScopedFault,
} from "./fault-proxy-faults";
import { isFull } from "./full-size";

/** Numbers in [0, 1) that a seed decides (mulberry32); the same seed gives the same ones. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The first seeds of a random test, `full` of them in `npm run test:full`, or the one that SEED names. */
export function testSeeds(few: number, full: number): number[] {
  const { SEED } = process.env;
  if (SEED !== undefined) return [Number(SEED)];
  return Array.from({ length: isFull ? full : few }, (_, index) => index + 1);
}

/** Draws, for each HTTP request, whether a fault begins with it. */
export type FaultSource = { readonly seed: number; draw(): ScopedFault | null };

/** Of each kind one drawn at random; invented logs need to know the chain, so a test sets those itself. */
const drawers: Readonly<
  Record<
    Exclude<FaultKind, "invented-logs" | "stuck" | "send-refused" | "receipts-lost">,
    (pick: Pick) => Fault
  >
> = {
  outage: () => ({ kind: "outage" }),
  "connection-reset": () => ({ kind: "connection-reset" }),
  "too-many-requests": (pick) => ({ kind: "too-many-requests", body: pick(["json", "text"]) }),
  "rate-limited": () => ({ kind: "rate-limited" }),
  "time-out": () => ({ kind: "time-out" }),
  "slow-body": (pick) => ({ kind: "slow-body", ms: pick([20, 100, 400]) }),
  "html-body": () => ({ kind: "html-body" }),
  "bad-gateway": () => ({ kind: "bad-gateway" }),
  "truncated-body": () => ({ kind: "truncated-body" }),
  "batch-refused": () => ({ kind: "batch-refused" }),
  "batch-out-of-order": () => ({ kind: "batch-out-of-order" }),
  "duplicate-ids": () => ({ kind: "duplicate-ids" }),
  "wrong-chain-id": () => ({ kind: "wrong-chain-id", chainId: 1 }),
  "empty-logs": () => ({ kind: "empty-logs" }),
  lagging: (pick) => ({
    kind: "lagging",
    blocks: pick([1, 2, 3, 5]),
    logsAbove: pick(["missing", "refused"]),
  }),
  "head-back": (pick) => ({ kind: "head-back", blocks: pick([1, 2, 4]) }),
  "other-head": (pick) => ({ kind: "other-head", logs: pick(["same", "none"]) }),
  "wrong-block-hash": () => ({ kind: "wrong-block-hash" }),
  "dropped-log": (pick) => ({ kind: "dropped-log", fromEnd: pick([0, 0, 1]) }),
  "block-limit": (pick) => ({
    kind: "block-limit",
    blocks: pick([1, 2, 10]),
    words: pick(Object.values(blockLimitWords)),
  }),
  "result-limit": (pick) => ({
    kind: "result-limit",
    results: pick([1, 2]),
    words: pick(Object.values(resultLimitWords)),
  }),
};

export type RandomFaultKind = keyof typeof drawers;
export const randomFaultKinds = Object.keys(drawers) as readonly RandomFaultKind[];

type Pick = <T>(choices: readonly T[]) => T;

/**
 * Faults drawn by a seed: with probability `rate` one begins at an HTTP request, and lasts for one to four of
 * them. The same seed draws the same faults for the same sequence of requests; each proxy wants a source of its
 * own.
 *
 * @param rate between 0 and 1
 */
export function randomFaults(
  seed: number,
  rate: number,
  kinds: readonly RandomFaultKind[] = randomFaultKinds,
): FaultSource {
  const random = seededRandom(seed);
  const pick: Pick = (choices) => {
    const choice = choices[Math.floor(random() * choices.length)];
    if (choice === undefined) throw new Error("there is nothing to draw from");
    return choice;
  };
  return {
    seed,
    draw() {
      if (random() >= rate) return null;
      return { ...drawers[pick(kinds)](pick), times: 1 + Math.floor(random() * 4) };
    },
  };
}
