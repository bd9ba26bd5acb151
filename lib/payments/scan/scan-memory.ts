import type { Clock } from "@/lib/platform/clock";

/** What a process remembers between passes. Losing it costs an extra request, never a payment. */
export type ScanMemory = {
  /** When something was last requested or first seen, by name. */
  moments: Map<string, Date>;
};

export function createScanMemory(): ScanMemory {
  return { moments: new Map() };
}

/** What happens at most once in a while. */
export type Timers = { clock: Clock; memory: ScanMemory };

/** True at most once in `everyMs`; the first time at once. */
export function isDue({ clock, memory }: Timers, what: string, everyMs: number): boolean {
  const now = clock.now();
  const last = memory.moments.get(what);
  if (last !== undefined && now.getTime() - last.getTime() < everyMs) return false;
  memory.moments.set(what, now);
  return true;
}

/** How long this has lasted in milliseconds: 0 on the first call. `clearTimer` ends it. */
export function lastedMs({ clock, memory }: Timers, what: string): number {
  const now = clock.now();
  const since = memory.moments.get(what);
  if (since === undefined) memory.moments.set(what, now);
  return since === undefined ? 0 : now.getTime() - since.getTime();
}

/** Clears the timer. True when it was running. */
export function clearTimer({ memory }: Timers, what: string): boolean {
  return memory.moments.delete(what);
}
