import { perProcess } from "./process/per-process";

/** Work that a committed change made due: webhooks to deliver, or on a chain deposits, refunds or signed payments. */
export type DueWork = "deliver" | { work: "settle" | "refund" | "relay"; chainId: number };

const getListener = perProcess("due-work", () => ({ wake: (_due: DueWork): void => undefined }));

/** From now on this process wakes due work so. Only a hint: the due work is in the database, and upkeep finds it. */
export function onDueWork(wake: (due: DueWork) => void): void {
  getListener().wake = wake;
}

/** What transactions that are still open make due, by their connections. */
const noted = new WeakMap<object, Map<string, DueWork>>();

/** Notes what a change makes due: woken when the connection's transaction commits, at once where none is open. */
export function noteDue(connection: object, due: DueWork): void {
  const notes = noted.get(connection);
  if (notes === undefined) getListener().wake(due);
  else notes.set(JSON.stringify(due), due);
}

/**
 * Keeps what is noted on a transaction's connection until its commit, then wakes it; after a rollback nothing is due.
 * @param transaction calls `open` with its connection before anything is noted on it
 */
export async function wakingAfter<T>(
  transaction: (open: (connection: object) => void) => Promise<T>,
): Promise<T> {
  const notes = new Map<string, DueWork>();
  const connections: object[] = [];
  try {
    const result = await transaction((connection) => {
      connections.push(connection);
      noted.set(connection, notes);
    });
    for (const due of notes.values()) getListener().wake(due);
    return result;
  } finally {
    for (const connection of connections) noted.delete(connection);
  }
}
