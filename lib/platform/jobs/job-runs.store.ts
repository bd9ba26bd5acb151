import { type Database, run, type Statement } from "@/lib/platform/database";
import { minuteMs } from "@/lib/platform/values/time.rules";
import type { JobRuns } from "./job-runs.port";

/** A job that runs every second is recorded once a minute. */
const noteEveryMs = minuteMs;
/** A job that runs each minute may come slightly early. */
const slackMs = 5_000;

/** The last success of each job; each process asks Postgres at most once a minute. */
export function createJobRuns({ pool }: Pick<Database, "pool">): JobRuns {
  const notedAt = new Map<string, number>();
  return {
    ended: async (key, startedAt, endedAt) => {
      const before = notedAt.get(key);
      if (before !== undefined && endedAt.getTime() - before < noteEveryMs - slackMs) return;
      await run(pool, noteEnd, [key, startedAt, endedAt]);
      notedAt.set(key, endedAt.getTime());
    },
  };
}

/** Of two instances the later time stays. SQL: an upsert with a condition or a computed value. */
const noteEnd: Statement = {
  name: "job_runs_note",
  text: `
    INSERT INTO job_runs (name, started_at, ended_at) VALUES ($1, $2::timestamptz, $3::timestamptz)
    ON CONFLICT (name) DO UPDATE SET started_at = excluded.started_at, ended_at = excluded.ended_at
    WHERE job_runs.ended_at < excluded.ended_at`,
};
