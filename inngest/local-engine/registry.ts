import type { LocalEngine } from "@/inngest/local-engine";

const KEY = Symbol.for("stablecoin-checkout.local-engine");
const slot = globalThis as typeof globalThis & { [KEY]?: LocalEngine };

/** The engine of this process, or `undefined` before instrumentation has registered one. */
export function registeredLocalEngine(): LocalEngine | undefined {
  return slot[KEY];
}

/**
 * Registers `engine` for this process; `undefined` removes it. Next loads instrumentation and routes as separate module
 * graphs that share only `globalThis`, so a module variable would not be shared.
 */
export function registerLocalEngine(engine: LocalEngine | undefined): void {
  slot[KEY] = engine;
}
