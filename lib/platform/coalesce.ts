/** A look-up that hangs must not hold up those that come after it. */
const patienceMs = 500;

/** Look-ups of one key: the one under way, and the one that those who came meanwhile wait for. */
type Lane<T> = { running: Promise<T>; next: Promise<T> | null };

/**
 * Lets calls with the same key share their work. A call never gets the result of work that began before it came,
 * so what it is told is as fresh as if it had asked alone: calls that come while work is under way share the next
 * run. Only keys with work under way are held. An error reaches everyone who shared the run, and no one else.
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
    lane.next ??= settled(lane.running).then(() => begin(key));
    return lane.next;
  };
}

/** Resolves when the work ends, however it does, or when patience does. */
function settled(work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, patienceMs);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    work.then(end, end);
  });
}
