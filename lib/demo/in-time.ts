/** What was waited for did not come. */
export class TookTooLong extends Error {
  override readonly name = "TookTooLong";
}

/**
 * Waits for so long and no longer. For fetch, beside a signal: Node 20's may lose a signal to the garbage collector,
 * and leaves the text of an answer pending for ever when its signal strikes while it is read (nodejs/node#56917).
 *
 * @throws TookTooLong
 */
export async function inTime<T>(withinMs: number, what: string, work: Promise<T>): Promise<T> {
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
