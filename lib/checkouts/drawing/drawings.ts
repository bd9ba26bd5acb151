import "server-only";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { fault } from "@/lib/platform/faults/fault.rules";
import { withTimeLimit } from "@/lib/platform/time-limit";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { secondMs } from "@/lib/platform/values/time.rules";
import type { LogoReader } from "@/lib/projects/looks/project-looks.store";
import type { Drawing } from "./drawing.rules";

/** Messages to the thread, one at a time, and its answers. */
export type DrawingOrder = { drawing: Drawing; logo: Uint8Array | null };
export type DrawingOutcome = { bytes: Uint8Array } | { failure: string };

/** Drawn one after the other; more would wait for seconds. */
const mostAtOnce = 8;
/** About how long a full queue takes. */
const busySeconds = 2;
const drawnWithinMs = 15 * secondMs;
/** Bytes of finished drawings: some hundred. */
const mostKept = 8 * 2 ** 20;
/** A thread takes some 100 MB, and starts in a third of a second. */
const idleMs = 30 * secondMs;

export type Drawings = {
  /**
   * The drawing's file: kept, or drawn in a thread of its own while this one answers others.
   *
   * @param admit counts a file that has to be drawn; what it throws refuses the file
   * @throws CheckoutError SERVICE_UNAVAILABLE while others fill the queue
   */
  read(drawing: Drawing, admit?: () => Promise<void>): Promise<Uint8Array<ArrayBuffer>>;
};

export function createDrawings({
  logos,
  startWorker,
}: {
  logos: LogoReader;
  startWorker: () => Worker;
}): Drawings {
  /** Finished ones by what they show, the latest used last. */
  const kept = new Map<string, Uint8Array<ArrayBuffer>>();
  const waiting = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  let keptBytes = 0;
  let last: Promise<unknown> = Promise.resolve();
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;

  function keep(digest: string, file: Uint8Array<ArrayBuffer>): void {
    kept.set(digest, file);
    keptBytes += file.length;
    for (const [oldest, { length }] of kept) {
      if (keptBytes <= mostKept) break;
      kept.delete(oldest);
      keptBytes -= length;
    }
  }

  function refuseWhenBusy(): void {
    if (waiting.size < mostAtOnce) return;
    throw new CheckoutError("SERVICE_UNAVAILABLE", fault("checkouts.tooManyDrawings"), {
      retryAfterSeconds: busySeconds,
    });
  }

  function drawInTurn(digest: string, drawing: Drawing): Promise<Uint8Array<ArrayBuffer>> {
    const turn = last.then(async () => {
      const logo = drawing.logoDigest === null ? null : await logos.findLogo(drawing.logoDigest);
      const file = await drawInThread({ drawing, logo: logo?.bytes ?? null });
      // A logo that was just replaced may come back.
      if (logo !== null || drawing.logoDigest === null) keep(digest, file);
      return file;
    });
    last = turn.catch(() => undefined);
    const ended = turn.finally(() => waiting.delete(digest));
    waiting.set(digest, ended);
    return ended;
  }

  async function drawInThread(order: DrawingOrder): Promise<Uint8Array<ArrayBuffer>> {
    clearTimeout(idle);
    worker ??= start();
    const used = worker;
    try {
      const answered = once(used, "message") as Promise<[DrawingOutcome]>;
      used.postMessage(order);
      const [outcome] = await withTimeLimit(drawnWithinMs, "a drawing", answered);
      if ("failure" in outcome) throw new Error(`a drawing failed: ${outcome.failure}`);
      return Uint8Array.from(outcome.bytes);
    } catch (error) {
      // It may still be drawing: the next one gets another thread.
      end(used);
      throw error;
    } finally {
      if (worker !== null) idle = setTimeout(() => end(used), idleMs).unref();
    }
  }

  function start(): Worker {
    const started = startWorker();
    started.unref();
    // Without a listener its error would end the process.
    started.on("error", () => end(started));
    started.on("exit", () => end(started));
    return started;
  }

  function end(ended: Worker): void {
    if (worker !== ended) return;
    worker = null;
    void ended.terminate();
  }

  return {
    read: async (drawing, admit) => {
      const digest = createHash("sha256").update(JSON.stringify(drawing)).digest("hex");
      const known = kept.get(digest);
      if (known !== undefined) {
        kept.delete(digest);
        kept.set(digest, known);
        return known;
      }
      if (!waiting.has(digest)) {
        refuseWhenBusy();
        await admit?.();
      }
      // Others may have come while it was counted.
      const others = waiting.get(digest);
      if (others !== undefined) return others;
      refuseWhenBusy();
      return drawInTurn(digest, drawing);
    },
  };
}

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
