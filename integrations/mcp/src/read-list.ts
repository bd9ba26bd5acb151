/** A part of a list, and whether it is all that was asked for. */
export type Found<T> = { items: T[]; isComplete: boolean };

/** Reads a list, newest first, down to the first entry that is too old, and no more than `limit` entries. */
export async function readList<T>(
  list: AsyncIterable<T>,
  { limit, isTooOld = () => false }: { limit: number; isTooOld?: (entry: T) => boolean },
): Promise<Found<T>> {
  const items: T[] = [];
  for await (const entry of list) {
    if (isTooOld(entry)) break;
    if (items.length === limit) return { items, isComplete: false };
    items.push(entry);
  }
  return { items, isComplete: true };
}
