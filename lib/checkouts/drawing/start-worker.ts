import "server-only";
import { Worker } from "node:worker_threads";

/** A document of the largest size takes a third. */
const memoryMb = 192;

/** The thread that draws, as the build compiled it. It gets neither the settings nor the flags of this process. */
export function startDrawingWorker(): Worker {
  return new Worker(new URL("./draw.worker.ts", import.meta.url), {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
}
