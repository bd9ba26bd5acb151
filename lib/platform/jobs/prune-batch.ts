/**
 * Deletes one batch of rows from at or before `before`, in a transaction of its own. Each room deletes its own rows:
 * nothing about money, events or who did what.
 *
 * @returns how many were deleted
 */
export type PruneBatch = (before: Date, limit: number) => Promise<number>;

export async function countOf(batch: PromiseLike<{ count: number }>): Promise<number> {
  return (await batch).count;
}
