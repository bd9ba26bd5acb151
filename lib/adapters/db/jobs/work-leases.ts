import type { WorkLeases } from "@/lib/services/ports/work-leases";
import { type Database, run, type Statement } from "../database";

/** Leases in Postgres, by its clock: those of the instances need not agree. */
export function createWorkLeases({ pool }: Pick<Database, "pool">): WorkLeases {
  return {
    hold: async (name, holder, ttlMs) => (await run(pool, hold, [name, holder, ttlMs])).length > 0,
    release: async (holder) => {
      await run(pool, release, [holder]);
    },
  };
}

/**
 * Of several at once the first writes the row, and each that waited for it judges the row as it then stands. So the
 * clock is read anew there (`clock_timestamp`): the statement's own time could be from before the lease began.
 */
const hold: Statement = {
  name: "work_leases_hold",
  text: `
    INSERT INTO work_leases AS lease (name, holder, expires_at)
    VALUES ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
    ON CONFLICT (name) DO UPDATE
      SET holder = excluded.holder, expires_at = clock_timestamp() + $3 * interval '1 millisecond'
      WHERE lease.holder = excluded.holder OR lease.expires_at <= clock_timestamp()
    RETURNING lease.name`,
};

const release: Statement = {
  name: "work_leases_release",
  text: "DELETE FROM work_leases WHERE holder = $1",
};
