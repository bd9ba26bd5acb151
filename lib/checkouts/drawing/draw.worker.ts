import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { draw } from "./draw";
import type { DrawingOrder, DrawingOutcome } from "./drawings";

/** Of this thread alone, which only Linux can do: those who wait for a page come first. */
if (process.platform === "linux") setPriority(10);

parentPort?.on("message", ({ drawing, logo }: DrawingOrder) => {
  const answer = (outcome: DrawingOutcome) => parentPort?.postMessage(outcome);
  draw(drawing, logo).then(
    (bytes) => answer({ bytes }),
    (error: unknown) => answer({ failure: error instanceof Error ? String(error.stack) : String(error) }),
  );
});
