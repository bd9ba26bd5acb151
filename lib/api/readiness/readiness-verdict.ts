import type { Clock } from "@/lib/platform/clock.port";
import type { Readiness } from "./check-readiness";

const keptMs = 2_000;

/**
 * Whether the service is ready, for strangers: one check at a time, kept for two seconds, however many ask.
 *
 * @param check never throws
 */
export function createReadinessVerdict(
  clock: Clock,
  check: () => Promise<Pick<Readiness, "ready">>,
): () => Promise<boolean> {
  let last: { ready: boolean; checkedAtMs: number } | undefined;
  let running: Promise<boolean> | undefined;

  const checkNow = async () => {
    const { ready } = await check();
    last = { ready, checkedAtMs: clock.now().getTime() };
    return ready;
  };
  return async () => {
    if (last !== undefined && clock.now().getTime() - last.checkedAtMs < keptMs) return last.ready;
    running ??= checkNow().finally(() => {
      running = undefined;
    });
    return running;
  };
}
