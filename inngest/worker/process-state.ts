import "server-only";

/**
 * State that this process has once. Next loads instrumentation and routes as separate module graphs, and a development
 * server reloads both after each change: they share only `globalThis`.
 */
export function processState<T>(name: string, create: () => T): T {
  const key = Symbol.for(`stablecoin-checkout.${name}`);
  const slot = globalThis as { [key: symbol]: T | undefined };
  slot[key] ??= create();
  return slot[key];
}
