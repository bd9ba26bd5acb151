import type { Clock } from "./clock";

/** Bounds the memory. */
const mostKept = 1_000;

/** Shares one read of a key among all callers for this time. A failure isn't kept. */
export function briefMemory<T>(
  clock: Clock,
  keptMs: number,
): (key: string, read: () => Promise<T>) => Promise<T> {
  const kept = new Map<string, { until: number; answer: Promise<T> }>();
  return (key, read) => {
    const now = clock.now().getTime();
    const known = kept.get(key);
    if (known !== undefined && now < known.until) return known.answer;
    const answer = read();
    answer.catch(() => kept.delete(key));
    kept.delete(key);
    kept.set(key, { until: now + keptMs, answer });
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    return answer;
  };
}
