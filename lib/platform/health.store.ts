import type { Database } from "./database";
import { withTimeLimit } from "./time-limit";

const answerWithinMs = 2_000;

/** Whether the database answers; positions and rates for readiness come from their own stores. */
export type DatabaseHealth = {
  /** @throws Error when there is no answer within two seconds */
  ping(): Promise<void>;
};

export function createDatabaseHealth({ pool }: Pick<Database, "pool">): DatabaseHealth {
  return {
    ping: async () => {
      await withTimeLimit(answerWithinMs, "the database's answer", pool.query("SELECT 1"));
    },
  };
}
