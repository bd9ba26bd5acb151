import type { Clock } from "./clock";

/** The work exceeded its time limit. */
export class TookTooLong extends Error {
  override readonly name = "TookTooLong";
}

/**
 * Waits for work up to a time limit. Use it beside a signal for fetch: Node 20 may lose a signal to the garbage
 * collector, and leaves a body pending for ever when the signal fires during its read (nodejs/node#56917).
 *
 * @throws TookTooLong
 */
export async function withTimeLimit<T>(withinMs: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TookTooLong(`${what} took more than ${withinMs} ms`)), withinMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A hanging lookup must not delay later ones. */
const patienceMs = 500;

/** Lookups of one key: the running one, and the next one that later callers share. */
type Lane<T> = { running: Promise<T>; next: Promise<T> | null };

/**
 * Lets calls with the same key share their work. A call never gets the result of work that began before it, so its
 * result is as fresh as an unshared one: calls during a run share the next run. Only keys with running work are held.
 * An error reaches all callers that shared the run, and no others.
 */
export function coalesce<T>(work: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const lanes = new Map<string, Lane<T>>();

  function begin(key: string): Promise<T> {
    const running = work(key).finally(() => {
      if (lane.next === null && lanes.get(key) === lane) lanes.delete(key);
    });
    const lane: Lane<T> = { running, next: null };
    lanes.set(key, lane);
    return running;
  }

  return (key) => {
    const lane = lanes.get(key);
    if (lane === undefined) return begin(key);
    lane.next ??= endsWithin(patienceMs, lane.running).then(() => begin(key));
    return lane.next;
  };
}

/** Requests that come while others are being answered are answered together, in order: `answer` returns one for each. */
export function together<Request, Answer>(
  answer: (requests: readonly Request[]) => Promise<readonly Answer[]>,
): (request: Request) => Promise<Answer> {
  let waiting: Request[] = [];
  const answerWaiting = coalesce(async () => {
    const requests = waiting;
    waiting = [];
    return answer(requests);
  });
  return async (request) => {
    const position = waiting.push(request) - 1;
    const answers = await answerWaiting("all");
    if (position >= answers.length) throw new Error("a request was left without an answer");
    return answers[position] as Answer;
  };
}

/** Whether the work ends in any way within that time. */
export function endsWithin(withinMs: number, work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), withinMs);
    const end = () => {
      clearTimeout(timer);
      resolve(true);
    };
    work.then(end, end);
  });
}

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
