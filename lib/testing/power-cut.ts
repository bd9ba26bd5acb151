import type { OutgoingStore } from "@/lib/chain/sender/outgoing/outgoing.store";

/** Right before a store or sender does this step, or right after it. */
export type Moment = readonly [step: string, when: "before" | "after"];

/** What the service sends is prepared, then signed and stored, then broadcast. */
export const sendingMoments = [
  ["storeSigned", "before"],
  ["storeSigned", "after"],
  ["noteBroadcast", "after"],
] as const satisfies readonly Moment[];

/** The target, which calls `act` at this moment of each call. */
export function actingAt<T extends object>(target: T, [step, when]: Moment, act: () => void): T {
  return new Proxy(target, {
    get: (object, name) => {
      const value: unknown = Reflect.get(object, name);
      if (name !== step || typeof value !== "function") return value;
      return async (...args: unknown[]) => {
        if (when === "before") act();
        const result: unknown = await value.apply(object, args);
        if (when === "after") act();
        return result;
      };
    },
  });
}

/** Wraps stores and senders, one of which fails once: at this moment. */
export function powerCut(moment: Moment): <T extends object>(target: T) => T {
  let armed = true;
  return (target) =>
    actingAt(target, moment, () => {
      if (!armed) return;
      armed = false;
      throw new Error("the power went");
    });
}

/** The service dies once at this moment of what it sends. */
export function dieAt(deps: { outgoing: OutgoingStore }, moment: Moment): void {
  deps.outgoing = powerCut(moment)(deps.outgoing);
}
