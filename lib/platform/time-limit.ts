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
