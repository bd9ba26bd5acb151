import type { Database } from "@/lib/platform/database";
import { minuteMs } from "@/lib/platform/values/time.rules";
import type { JobRuns } from "./job-runs.port";

/** A job that runs every second is recorded once a minute. */
const noteEveryMs = minuteMs;
/** A job that runs each minute may come slightly early. */
const slackMs = 5_000;

/** When work last ended well; asked of Postgres at most once a minute by each process. */
export function createJobRuns({ prisma }: Pick<Database, "prisma">): JobRuns {
  const notedAt = new Map<string, number>();
  return {
    ended: async (key, startedAt, endedAt) => {
      const before = notedAt.get(key);
      if (before !== undefined && endedAt.getTime() - before < noteEveryMs - slackMs) return;
      const times = { startedAt, endedAt };
      const { count } = await prisma.jobRun.createMany({
        data: [{ name: key, ...times }],
        skipDuplicates: true,
      });
      // Of two instances the later end stays.
      const earlier = { name: key, endedAt: { lt: endedAt } };
      if (count === 0) await prisma.jobRun.updateMany({ where: earlier, data: times });
      notedAt.set(key, endedAt.getTime());
    },
  };
}
