import { expect } from "@playwright/test";
import { createDatabase } from "@/lib/platform/database";
import { isSend } from "@/lib/testing/node/faults";
import type { ServedNode } from "@/lib/testing/node/node";

/** A step at which the service is held, so that a test can kill it there. */
export type HeldStep = {
  /** Once the service waits at the step: what came before it is done, the step is not. */
  reached(): Promise<void>;
  /** Lets a later service pass, after the held one was killed. */
  release(): Promise<void>;
};

const reachedWithin = { timeout: 60_000, intervals: [50] };
const advisoryLock = 4_242;

/**
 * Holds each connection at a statement.
 *
 * @param statement as a trigger names it: `INSERT ON outgoing_transactions`
 * @param condition an SQL expression about the row `NEW`
 */
export async function holdStatement(
  databaseUrl: string,
  statement: string,
  condition = "true",
): Promise<HeldStep> {
  const database = createDatabase(databaseUrl, { maxConnections: 2 });
  const holder = await database.pool.connect();
  await holder.query(`SELECT pg_advisory_lock(${advisoryLock})`);
  await holder.query(`
    CREATE FUNCTION hold_statement() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF ${condition} THEN PERFORM pg_advisory_xact_lock(${advisoryLock}); END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER hold_statement BEFORE ${statement} FOR EACH ROW EXECUTE FUNCTION hold_statement()`);
  const waiting = `FROM pg_locks WHERE locktype = 'advisory' AND objid = ${advisoryLock} AND NOT granted`;
  const isReached = async () => (await holder.query(`SELECT ${waiting}`)).rows.length > 0;
  return {
    reached: () => expect.poll(isReached, reachedWithin).toBe(true),
    release: async () => {
      // Nobody may commit for the killed service.
      await holder.query(`SELECT pg_terminate_backend(pid) ${waiting}`);
      await holder.query("DROP FUNCTION hold_statement CASCADE");
      holder.release(true);
      await database.close();
    },
  };
}

/** Holds each transaction that the service broadcasts: the node gets none. */
export function holdBroadcasts({ faults, struck }: ServedNode): HeldStep {
  faults.set({ kind: "time-out", when: isSend });
  return {
    reached: () => expect.poll(() => struck.has("time-out"), reachedWithin).toBe(true),
    release: async () => faults.clear(),
  };
}

/** Once a payment is recorded, before the merchant is told. */
export const holdDetected = (databaseUrl: string): Promise<HeldStep> =>
  holdStatement(
    databaseUrl,
    "UPDATE ON webhook_deliveries",
    "EXISTS (SELECT FROM outbox_events WHERE id = NEW.event_id AND kind = 'checkout.detected')",
  );
