import { setTimeout as sleep } from "node:timers/promises";
import { escapeIdentifier } from "pg";
import { type Database, type Queryable, transact } from "@/lib/platform/database";

/**
 * Holds the moment between a look and a lock: `change` runs to its end, on a connection of its own, right before the
 * first call of `lock` that `act` makes through these stores. What `act` read before is old then, so only what it checks
 * under the lock can refuse.
 *
 * @param stores those whose methods are watched, in their transactions too
 * @param lock the first one of the transaction, since `change` may need the same; or `transaction`, before it begins
 * @throws Error when `act` ended without the call: its first look decided already
 */
export async function changedBefore<Stores extends object, Result>(
  stores: Stores,
  lock: string,
  change: () => Promise<unknown>,
  act: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  let isReached = false;
  const reach = async () => {
    if (isReached) return;
    isReached = true;
    await change();
  };
  const [end] = await Promise.allSettled([act(watched(stores, lock, reach))]);
  if (!isReached) throw new Error(`${lock} was not called`, { cause: end });
  if (end.status === "rejected") throw end.reason;
  return end.value;
}

/** The same object; before each call of this name, in callbacks and in returned objects too, `reach` ends first. */
function watched<Target extends object>(target: Target, name: string, reach: () => Promise<void>): Target {
  const watch = (value: unknown): unknown => {
    if (typeof value === "function")
      return (...input: unknown[]) => value(...input.map((each) => (isPlain(each) ? watch(each) : each)));
    return isPlain(value) ? watched(value, name, reach) : value;
  };
  return new Proxy(target, {
    get(object, key) {
      const member: unknown = Reflect.get(object, key);
      if (typeof member !== "function") return watch(member);
      return (...input: unknown[]) => {
        const call = () =>
          Reflect.apply(
            member,
            object,
            input.map((each) => (typeof each === "function" ? watch(each) : each)),
          );
        return key === name ? reach().then(call) : watch(call());
      };
    },
  });
}

/** Stores and transactions are; connections, dates and promises are instances of a class. */
function isPlain(value: unknown): value is object {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/**
 * The same where a store locks by itself: another transaction holds the row, `act` begins and waits for it, and then the
 * holder commits.
 *
 * @param hold locks the row that `act` will wait for, usually by the change itself
 * @param change made while `act` waits
 */
export async function changedWhileWaiting<Result>(
  { pool }: Database,
  hold: (holder: Queryable) => Promise<unknown>,
  act: () => Promise<Result>,
  change: (holder: Queryable) => Promise<unknown> = async () => undefined,
): Promise<Result> {
  const { ended } = await transact(pool, async (holder) => {
    await hold(holder);
    const ended = Promise.allSettled([act()]);
    const early = ended.then(([end]) => {
      throw new Error("nothing waited for the row", { cause: end });
    });
    await Promise.race([someoneWaits({ pool }), early]);
    await change(holder);
    return { ended };
  });
  const [end] = await ended;
  if (end.status === "rejected") throw end.reason;
  return end.value;
}

/** Resolves when so many statements on this database wait for another transaction's lock. */
export async function someoneWaits({ pool }: Pick<Database, "pool">, count = 1): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(`
      SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND state = 'active'`);
    if (rowCount !== null && rowCount >= count) return;
    await sleep(5);
  }
}

/**
 * Begins all acts while nobody can write to `table`, and lets them write once each waits for a lock. Acts that don't lock
 * before they read have then all read the same, whatever the machine's load. A pool has ten connections.
 */
export async function raceToWrite<Result>(
  { pool }: Database,
  table: string,
  acts: readonly (() => Promise<Result>)[],
): Promise<PromiseSettledResult<Result>[]> {
  const holder = await pool.connect();
  let begun: Promise<PromiseSettledResult<Result>[]>;
  try {
    await holder.query(`BEGIN; LOCK TABLE ${escapeIdentifier(table)} IN SHARE MODE`);
    begun = Promise.allSettled(acts.map((act) => act()));
    await someoneWaits({ pool }, acts.length);
  } finally {
    await holder.query("ROLLBACK");
    holder.release();
  }
  return begun;
}
