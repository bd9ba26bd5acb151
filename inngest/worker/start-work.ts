import "server-only";
import { createInProcessDriver } from "@/inngest/in-process";
import { allowTurns, ownHolders, stopTurns } from "@/inngest/turn";
import { works } from "@/inngest/works";
import { getWork } from "@/lib/api/wiring/work";
import { ChainsMisconfigured } from "@/lib/chain/check/chain-guard";
import { checkStart } from "@/lib/operate/check-start";
import { onDueWork } from "@/lib/platform/due-work";
import { databaseAdvice } from "@/lib/platform/postgres/faults.rules";
import { perProcess } from "@/lib/platform/process/per-process";
import { fileAdvice } from "@/lib/platform/process/start-error";
import { env } from "@/lib/settings/env";
import { commandEnv } from "@/lib/settings/environment";
import { ownDatabaseUrl } from "@/lib/settings/operator-settings";
import { SettingsError } from "@/lib/settings/variables";
import { functionsOrigin, inngest } from "./client";
import { createFunctions } from "./functions";
import { createHandler } from "./handler";
import {
  createRegistration,
  type Registration,
  readBuildId,
  readRunningFunctions,
  registerBy,
} from "./registration";
import { startSupervisor } from "./supervisor";
import { setDriver } from "./wake";
import { wakeDue } from "./wake-due";

// A development server starts the work again after each change.
const getRunning = perProcess("background-work", () => ({ stop: async () => {} }));

/** The start script calls them: `end-streams` when it begins to stop, `shutdown` before the process ends. */
function offerToStartScript(name: "end-streams" | "shutdown", call: () => void | Promise<void>): void {
  Reflect.set(globalThis, Symbol.for(`stablecoin-checkout.${name}`), call);
}

/** Commands are rare and passes are cheap, so a command wakes everything. */
function wakeAll(): void {
  wakeDue("deliver");
  for (const { chainId } of getWork().chains)
    for (const work of ["settle", "refund"] as const) wakeDue({ work, chainId });
}

/** A stop waits this long for running work: another instance resends a slower webhook. */
const stopWithinMs = 10_000;

/**
 * Starts the background work, or ends the process with the reason: Next would only log an error of `register`, and
 * continue to serve without workers.
 */
export async function startWorkOrEnd(): Promise<void> {
  try {
    await startWork();
  } catch (error) {
    const isExplained = error instanceof SettingsError || error instanceof ChainsMisconfigured;
    console.error(
      isExplained
        ? error.message
        : (databaseAdvice(error, await isOwnDatabase()) ?? fileAdvice(error) ?? error),
    );
    process.exit(1);
  }
}

/** Whether the start script runs this database: it gives us its address as DATABASE_URL. */
async function isOwnDatabase(): Promise<boolean> {
  return env().DATABASE_URL === (await ownDatabaseUrl(commandEnv().dataRoot).catch(() => null));
}

/**
 * Starts the background work of this process. With an Inngest server it runs only the work that the server does not.
 * @throws SettingsError
 * @throws ChainsMisconfigured when settings and chains do not match
 */
async function startWork(): Promise<void> {
  const deps = getWork();
  onDueWork(wakeDue);
  await checkStart(deps);
  const running = getRunning();
  await running.stop();
  allowTurns();
  const driver = createInProcessDriver({ works, log: deps.log, isFallback: inngest !== null });
  setDriver(driver);
  // A server runs the crons itself.
  if (inngest === null) driver.startCrons();
  // Picks up commands' changes at once instead of within a minute.
  const listener = deps.listenForActs(wakeAll);
  const supervisor = startSupervisor(await createServerRegistration());
  running.stop = async () => {
    stopTurns();
    await Promise.all([supervisor.stop(), listener.stop(), driver.stop(stopWithinMs)]);
  };
  offerToStartScript("end-streams", () => {
    // A server's calls are requests, which the shutdown waits for. Other instances take the work over meanwhile.
    void supervisor.stop();
    stopTurns();
    deps.liveCheckouts.close();
  });
  offerToStartScript("shutdown", async () => {
    await Promise.all([deps.webhookDelivery.stop(stopWithinMs), running.stop()]);
    // The others need not wait until our leases expire.
    await deps.workLeases.releaseAll(ownHolders()).catch((error: unknown) => {
      deps.log.warn({ error }, "could not release leases; they will expire");
    });
    await deps.close();
  });
  deps.log.info(
    { engine: inngest === null ? "in process" : "inngest server", instance: deps.instanceId },
    "background work started",
  );
}

/** Registers the functions with the Inngest server; null without one. */
async function createServerRegistration(): Promise<Registration | null> {
  if (inngest === null) return null;
  const functions = createFunctions(inngest, works);
  const handler = createHandler(inngest, functions, functionsOrigin());
  return createRegistration({
    buildId: await readBuildId(),
    functions,
    register: () => registerBy(handler),
    readRunning: readRunningFunctions,
  });
}
