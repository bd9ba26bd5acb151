/** The engine's time; tests pass their own. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Calls `callback` once after `delayMs` and returns a function that cancels it. */
  setTimer(callback: () => void, delayMs: number): () => void;
}

/** Node's timers fire at once for delays above a signed 32-bit number of milliseconds. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer(callback, delayMs) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};
