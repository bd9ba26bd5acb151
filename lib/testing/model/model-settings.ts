import { isFull } from "@/lib/testing/full-size";

/** How many histories run, and which: the numbers that a failure prints replay it. */
export type ModelRuns = {
  histories: number;
  /** Absent: the fixed seed of `npm test`, a new one of `npm run test:full`. */
  seed: number | undefined;
  path: string | undefined;
  replayPath: string | undefined;
};

/**
 * @param few in `npm test`
 * @param full in `npm run test:full`
 */
export function modelRuns(few: number, full: number): ModelRuns {
  const { SEED, PATH_, REPLAY, HISTORIES } = process.env;
  // A path names one history: what would follow it is not what ran.
  const usual = PATH_ === undefined ? (isFull ? full : few) : 1;
  return {
    histories: HISTORIES === undefined ? usual : Number(HISTORIES),
    seed: SEED === undefined ? undefined : Number(SEED),
    path: PATH_,
    replayPath: REPLAY,
  };
}
