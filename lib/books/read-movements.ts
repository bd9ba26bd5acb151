import type { Movement, Period } from "./movement.rules";
import type { MovementStore } from "./movement.store";

const pageSize = 1_000;

export type ReadMovementsDeps = { movements: Pick<MovementStore, "ledger" | "gas"> };

/**
 * Everything that moved in the period, in the order in which it was booked: of one project, or of all. Read page by page
 * as it is taken, so that a slow or aborted download reads no further.
 */
export async function* readMovements(
  { movements }: ReadMovementsDeps,
  scope: string | null,
  period: Period,
): AsyncGenerator<Movement> {
  const gas = pages((last: Awaited<ReturnType<MovementStore["gas"]>>[number] | null) =>
    movements.gas(scope, period, last, pageSize),
  );
  const ledger = pages((last: Awaited<ReturnType<MovementStore["ledger"]>>[number] | null) =>
    movements.ledger(scope, period, last?.id ?? 0n, pageSize),
  );
  let spent = await gas.next();
  for await (const entry of ledger) {
    for (; !spent.done && spent.value.bookedAt < entry.bookedAt; spent = await gas.next()) yield spent.value;
    yield entry;
  }
  for (; !spent.done; spent = await gas.next()) yield spent.value;
}

async function* pages<Item>(read: (last: Item | null) => Promise<Item[]>): AsyncGenerator<Item> {
  for (let last: Item | null = null; ; ) {
    const items: Item[] = await read(last);
    yield* items;
    last = items.at(-1) ?? null;
    if (items.length < pageSize) return;
  }
}
