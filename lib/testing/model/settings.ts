/** How many histories run, and which: the numbers that a failure prints replay it. */
export type ModelRuns = {
  histories: number;
  /** Set to replay. */
  seed: number | undefined;
  path: string | undefined;
  replayPath: string | undefined;
};

/** @param histories in `npm test`; in soak so many times more */
export function modelRuns(histories: number, soakFactor = 10): ModelRuns {
  const { SOAK, SEED, PATH_, REPLAY, HISTORIES } = process.env;
  // A path names one history: what would follow it is not what ran.
  const usual = PATH_ === undefined ? histories * (SOAK === "1" ? soakFactor : 1) : 1;
  return {
    histories: HISTORIES === undefined ? usual : Number(HISTORIES),
    seed: SEED === undefined ? undefined : Number(SEED),
    path: PATH_,
    replayPath: REPLAY,
  };
}
