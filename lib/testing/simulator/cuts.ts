import type { Pool, PoolClient } from "pg";

/** The instance was cut off: nothing that it does afterwards has an effect. */
export class Cut extends Error {
  override readonly name = "Cut";
}

/** The points at which an instance can die: before and after each write, call and post. */
export type Cuts = {
  readonly isDead: boolean;
  /** Points passed so far. */
  readonly passed: number;
  /** Dies at this many points from now on; null for none. */
  after: number | null;
  /** Performs it, unless the instance dies before; what it returned is lost when it dies after. */
  around<T>(kind: "write" | "call" | "post", act: () => Promise<T>): Promise<T>;
};

/** @param turn waits for the instance's turn where two of them interleave */
export function createCuts(turn: () => Promise<void>): Cuts {
  const cuts = {
    isDead: false,
    passed: 0,
    after: null as number | null,
    async around<T>(kind: "write" | "call" | "post", act: () => Promise<T>): Promise<T> {
      if (kind !== "write") await turn();
      reach();
      const result = await act();
      reach();
      return result;
    },
  };
  function reach(): void {
    cuts.passed += 1;
    if (cuts.after !== null) {
      cuts.after -= 1;
      if (cuts.after < 0) cuts.isDead = true;
    }
    if (cuts.isDead) throw new Cut();
  }
  return cuts;
}

const isRead = /^\s*(?:SELECT|BEGIN|ROLLBACK|SET|SHOW)\b/i;

type Query = (...given: unknown[]) => unknown;

/** Every statement of this pool passes the points of its instance. */
export function cutPool(pool: Pool, cuts: Cuts, turn: () => Promise<void>): void {
  pool.on("connect", (client) => cutClient(client, cuts));
  const connect = pool.connect.bind(pool) as Query;
  const cutConnect = (...given: unknown[]): unknown => {
    const [done] = given;
    // Nothing is locked here, so the other instance may go first.
    if (typeof done === "function") return void turn().then(() => connect(done));
    return turn().then(() => connect());
  };
  Object.assign(pool, { connect: cutConnect });
}

function cutClient(client: PoolClient, cuts: Cuts): void {
  const query = client.query.bind(client) as Query;
  const cutQuery = (...given: unknown[]): unknown => {
    const [statement] = given;
    const text = typeof statement === "string" ? statement : String((statement as { text?: string }).text);
    const run = async (...rest: unknown[]) => {
      if (cuts.isDead) throw new Cut();
      return isRead.test(text) ? query(...rest) : cuts.around("write", async () => query(...rest));
    };
    const done = given.at(-1);
    if (typeof done !== "function") return run(...given);
    run(...given.slice(0, -1)).then(
      (result) => done(null, result),
      (error: unknown) => done(error),
    );
    return undefined;
  };
  Object.assign(client, { query: cutQuery });
}
