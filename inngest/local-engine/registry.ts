import type { LocalEngine } from "@/inngest/local-engine";

const KEY = Symbol.for("stablecoin-checkout.local-engine");
const slot = globalThis as typeof globalThis & { [KEY]?: LocalEngine };

/** The engine of this process, or `undefined` before instrumentation has registered one. */
export function registeredLocalEngine(): LocalEngine | undefined {
  return slot[KEY];
}

/**
 * Makes `engine` the engine of this process; `undefined` takes it away. Next loads instrumentation and routes as
 * separate module graphs that have only `globalThis` in common, so a module variable would not be seen by both.
 */
export function registerLocalEngine(engine: LocalEngine | undefined): void {
  slot[KEY] = engine;
}
