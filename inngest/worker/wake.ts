import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { LocalEngine } from "@/inngest/local-engine";
import { getWork } from "@/lib/api/wiring/work";
import { inngest, usesInngestServer } from "./client";
/** An event that starts a run, created by the events in `events.ts`. */
export type WakeUp = { name: string; data?: Record<string, unknown> };

/** A server that has not accepted an event by then counts as down. */
const sendTimeoutMs = 3_000;
/** For this long after a failure only the supervisor asks the server. */
const downForMs = 10_000;

const state = processState("inngest-server", () => ({
  failedAt: Number.NEGATIVE_INFINITY,
  fallback: undefined as LocalEngine | undefined,
}));

/** The engine that runs the functions of this process while the Inngest server does not. */
export function setFallbackEngine(engine: LocalEngine | undefined): void {
  state.fallback = engine;
}

/** Whether the server recently refused an event, and accepted none since. */
export function isServerDown(): boolean {
  return performance.now() - state.failedAt < downForMs;
}

/** Starts a run: on the Inngest server if it works, else in this process. */
export async function wake(event: WakeUp): Promise<void> {
  if (!usesInngestServer()) await inngest.send(event);
  else if (isServerDown() || !(await sendToServer(event))) startHere(event);
}

/** @returns whether the server accepted the event */
export async function sendToServer(event: WakeUp): Promise<boolean> {
  try {
    const timeout = sleep(sendTimeoutMs, null, { ref: false }).then(() => {
      throw new Error(`no answer within ${sendTimeoutMs / 1_000} s`);
    });
    await Promise.race([inngest.send(event), timeout]);
    state.failedAt = Number.NEGATIVE_INFINITY;
    return true;
  } catch (error) {
    if (!isServerDown())
      getWork().log.warn({ error }, "the Inngest server does not accept events; this process runs the work");
    state.failedAt = performance.now();
    return false;
  }
}

/** Runs the event's functions in this process, in place of the server. */
export function startHere(event: WakeUp): void {
  state.fallback?.send([event]);
}

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
