import type { Connections, Database, PrismaTransaction } from "@/lib/platform/database";
import { minuteMs } from "@/lib/platform/values/time.rules";
import type { JobRuns } from "./job-runs";

/** A job that runs every second is recorded once a minute. */
const noteEveryMs = minuteMs;
/** A job that runs each minute may come slightly early. */
const slackMs = 5_000;

/** When a job last ran, or how far a long walk has come. */
type RunTimes = { startedAt: Date; endedAt: Date };
type Connection = Pick<Database["prisma"], "jobRun"> | Pick<PrismaTransaction, "jobRun">;

/** When work last ended well; asked of Postgres at most once a minute by each process. */
export function createJobRuns({ prisma }: Connections): JobRuns {
  const notedAt = new Map<string, number>();
  return {
    ended: async (key, startedAt, endedAt) => {
      const before = notedAt.get(key);
      if (before !== undefined && endedAt.getTime() - before < noteEveryMs - slackMs) return;
      await advanceJobRun(prisma, key, { startedAt, endedAt }, "endedAt");
      notedAt.set(key, endedAt.getTime());
    },
  };
}

export async function readJobRun({ jobRun }: Connection, name: string): Promise<RunTimes | null> {
  return jobRun.findUnique({ where: { name }, select: { startedAt: true, endedAt: true } });
}

/** Saves the times if `by` is later than the saved one: of two instances the later stays. */
export async function advanceJobRun(
  { jobRun }: Connection,
  name: string,
  times: RunTimes,
  by: keyof RunTimes,
): Promise<void> {
  const { count } = await jobRun.createMany({ data: [{ name, ...times }], skipDuplicates: true });
  if (count === 0) await jobRun.updateMany({ where: { name, [by]: { lt: times[by] } }, data: times });
}

/** Saves the times, also earlier ones. */
export async function saveJobRun({ jobRun }: Connection, name: string, times: RunTimes): Promise<void> {
  await jobRun.upsert({ where: { name }, create: { name, ...times }, update: times });
}
