import type { Clock } from "@/lib/platform/clock";

/** What a process remembers from look to look at its chains. Losing it costs a question more, never a payment. */
export type LookMemory = {
  /** When something was last asked, or first seen, by its name. */
  moments: Map<string, Date>;
  /** How many blocks a chain's nodes last answered for at once, where that was fewer than allowed. */
  spans: Map<number, bigint>;
};

export function createLookMemory(): LookMemory {
  return { moments: new Map(), spans: new Map() };
}

export type MemoryDeps = { clock: Clock; memory: LookMemory };

/** True at most once in `everyMs`; the first time at once. */
export function isDue({ clock, memory }: MemoryDeps, what: string, everyMs: number): boolean {
  const now = clock.now();
  const last = memory.moments.get(what);
  if (last !== undefined && now.getTime() - last.getTime() < everyMs) return false;
  memory.moments.set(what, now);
  return true;
}

/** For how long this has lasted, in milliseconds: 0 when it is seen for the first time. `isOver` ends it. */
export function lastedMs({ clock, memory }: MemoryDeps, what: string): number {
  const now = clock.now();
  const since = memory.moments.get(what);
  if (since === undefined) memory.moments.set(what, now);
  return since === undefined ? 0 : now.getTime() - since.getTime();
}

/** Forgets it. True when it had been there. */
export function isOver({ memory }: Pick<MemoryDeps, "memory">, what: string): boolean {
  return memory.moments.delete(what);
}
