import { z } from "zod";
import { getWork } from "@/lib/api/wiring/work";
import { type JobName, noteRun } from "@/lib/platform/jobs/job-runs";
import type { Turn } from "./turn";

/** The data of the event that starts work. */
export type WorkData = Readonly<Record<string, unknown>>;

/** Background work, defined once: Inngest's driver and the one in this process start it by the same trigger. */
export type Work = {
  id: string;
  name: string;
  /** An event, or a cron of five fields in UTC. */
  trigger: { event: string } | { cron: string };
  /** The name of the lease: one instance at a time works under it. */
  lease(data: WorkData): string;
  /** Repeats its passes until the turn ends, or nothing is left to do. */
  run(turn: Turn, data: WorkData): Promise<void>;
};

type ChainWork = Pick<Work, "id" | "name" | "trigger"> & {
  lease(chainId: number): string;
  run(turn: Turn, chainId: number): Promise<void>;
};

/** Work on the chain that its event names. */
export function chainWork({ lease, run, ...work }: ChainWork): Work {
  return {
    ...work,
    lease: (data) => lease(chainIdOf(data)),
    run: (turn, data) => run(turn, chainIdOf(data)),
  };
}

const chainData = z.object({ chainId: z.int().positive() });

function chainIdOf(data: WorkData): number {
  return chainData.parse(data).chainId;
}

/** Runs a scheduled job and records its success for `npm run jobs:status`. */
export function noted<T>(name: JobName, job: () => Promise<T>): Promise<T> {
  return noteRun(getWork(), name, null, job);
}

/** The same for a job that runs for each chain separately. */
export function notedOf<T>(chainId: number, name: JobName, job: () => Promise<T>): Promise<T> {
  return noteRun(getWork(), name, chainId, job);
}
