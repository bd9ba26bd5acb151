/**
 * What a process has once, made when first asked for. Next loads instrumentation and routes as separate modules; they
 * share only globalThis.
 */
export function perProcess<T>(name: string, create: () => T): () => T {
  const slot = Symbol.for(`stablecoin-checkout.${name}`);
  const holder = globalThis as { [slot]?: T };
  return () => {
    holder[slot] ??= create();
    return holder[slot];
  };
}
