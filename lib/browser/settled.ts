const touches = ["pointermove", "pointerdown", "keydown", "scroll", "focusin"] as const;

/**
 * Calls back once the page has settled: on the first input, or after a quiet moment. What comes then is not part of the
 * first load.
 *
 * @returns stops waiting
 */
export function onceSettled(run: () => void, quietMs: number): () => void {
  const waiting = new AbortController();
  const settle = () => {
    stop();
    run();
  };
  const timer = setTimeout(settle, quietMs);
  for (const touch of touches) addEventListener(touch, settle, { signal: waiting.signal, passive: true });
  return stop;

  function stop() {
    clearTimeout(timer);
    waiting.abort();
  }
}
