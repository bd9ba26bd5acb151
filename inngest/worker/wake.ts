import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { InProcessDriver, WakeUp } from "@/inngest/in-process";
import { getWork } from "@/lib/api/wiring/work";
import { perProcess } from "@/lib/platform/process/per-process";
import { inngest } from "./client";

/** A server that has not accepted an event by then counts as down. */
const sendTimeoutMs = 3_000;
/** For this long after a failure only the supervisor sends events to the server. */
const downForMs = 10_000;

const getState = perProcess("wake", () => ({
  driver: undefined as InProcessDriver | undefined,
  serverFailedAt: Number.NEGATIVE_INFINITY,
}));

/** From now on this driver starts the work of this process. */
export function setDriver(driver: InProcessDriver | undefined): void {
  getState().driver = driver;
}

/** Whether the server recently refused an event, and accepted none since. */
export function isServerDown(): boolean {
  return performance.now() - getState().serverFailedAt < downForMs;
}

/** Starts a run: on the Inngest server if there is one and it works, else in this process. */
export async function wake(event: WakeUp): Promise<void> {
  if (inngest === null || isServerDown() || !(await sendToServer(event))) startHere(event);
}

/** @returns whether the server accepted the event */
export async function sendToServer(event: WakeUp): Promise<boolean> {
  if (inngest === null) return false;
  const state = getState();
  try {
    const timeout = sleep(sendTimeoutMs, null, { ref: false }).then(() => {
      throw new Error(`no answer within ${sendTimeoutMs / 1_000} s`);
    });
    await Promise.race([inngest.send(event), timeout]);
    state.serverFailedAt = Number.NEGATIVE_INFINITY;
    return true;
  } catch (error) {
    if (!isServerDown())
      getWork().log.warn({ error }, "the Inngest server does not accept events; this process runs the work");
    state.serverFailedAt = performance.now();
    return false;
  }
}

/** Runs the event's work in this process. */
export function startHere(event: WakeUp): void {
  getState().driver?.start(event);
}
