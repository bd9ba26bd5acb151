import type { Database } from "./database";

const answerWithinMs = 2_000;

/** Whether the database answers; positions and rates for readiness come from their own stores. */
export type DatabaseHealth = {
  /** @throws Error when there is no answer within two seconds */
  ping(): Promise<void>;
};

export function createDatabaseHealth({ pool }: Pick<Database, "pool">): DatabaseHealth {
  return {
    ping: async () => {
      let timer: NodeJS.Timeout | undefined;
      const deadline = new Promise<never>((_, reject) => {
        const late = new Error(`the database gave no answer within ${answerWithinMs} ms`);
        timer = setTimeout(() => reject(late), answerWithinMs);
      });
      try {
        await Promise.race([pool.query("SELECT 1"), deadline]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
