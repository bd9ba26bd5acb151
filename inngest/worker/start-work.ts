import "server-only";
import { functions } from "@/inngest/functions";
import { createLocalEngine, type LocalEngine } from "@/inngest/local-engine";
import { type FunctionDefinition, readDefinition } from "@/inngest/local-engine/definition";
import { allowTurns, asFallback, ownHolders, stopTurns } from "@/inngest/turn";
import { getWork, type WorkDeps } from "@/lib/api/wiring/work";
import { ChainsMisconfigured } from "@/lib/chain/check/chain-guard";
import { checkStart } from "@/lib/operate/check-start";
import { databaseAdvice } from "@/lib/platform/postgres/faults.rules";
import { commandEnv, env } from "@/lib/settings/env";
import { ownDatabaseUrl } from "@/lib/settings/operator-settings";
import { SettingsError } from "@/lib/settings/variables";
import { functionsOrigin, inngest, inngestSigningKey, usesInngestServer } from "./client";
import { APP_ID, registerLocalEngine } from "./create-client";
import { createHandler, createNetworkHandler, type InngestHandler, signRequest } from "./handler";
import {
  createRegistration,
  type Registration,
  readBuildId,
  readRunningFunctions,
  registerBy,
} from "./registration";
import { startSupervisor } from "./supervisor";
import { tell, tellRefunds, tellSettlement } from "./tell";
import { setFallbackEngine } from "./wake";

// A development server restarts after each change; only globalThis survives that.
const slot = Symbol.for("stablecoin-checkout.act-listener");

type ListenerHolder = { [slot]?: { stop(): Promise<void> } };

/** From here on, what an owner does by a command beside this process is taken up at once and not by the minute. */
async function listenForCliCommands(): Promise<void> {
  await stopListening();
  (globalThis as ListenerHolder)[slot] = getWork().listenForActs(wakeAll);
}

async function stopListening(): Promise<void> {
  await (globalThis as ListenerHolder)[slot]?.stop();
}

/** Commands are rare and passes are cheap, so we wake everything. */
function wakeAll(): void {
  tell(1);
  for (const { chainId } of getWork().chains) {
    tellSettlement(chainId);
    tellRefunds(chainId);
  }
}

// The start script calls the first when it begins to stop, the other before the process ends; it shares only globalThis
// with Next's modules.
const endStreamsSlot = Symbol.for("stablecoin-checkout.end-streams");

const shutdownSlot = Symbol.for("stablecoin-checkout.shutdown");

const stopWorkSlot = Symbol.for("stablecoin-checkout.stop-work");

type Holder = {
  [endStreamsSlot]?: () => void;
  [shutdownSlot]?: () => Promise<void>;
  [stopWorkSlot]?: () => Promise<void>;
};

/** As long as the engine waits for its calls: another instance resends a slower webhook. */
const stopPostsMs = 10_000;

/**
 * Starts the background work, or ends the process with the reason: Next would only log an error of `register`, and
 * continue to serve without workers.
 */
export async function startWorkOrEnd(): Promise<void> {
  try {
    await startWork();
  } catch (error) {
    const isTold = error instanceof SettingsError || error instanceof ChainsMisconfigured;
    console.error(isTold ? error.message : (databaseAdvice(error, await isOwnDatabase()) ?? error));
    process.exit(1);
  }
}

/** Whether the start script runs this database: it gives us its address as DATABASE_URL. */
async function isOwnDatabase(): Promise<boolean> {
  return env().DATABASE_URL === (await ownDatabaseUrl(commandEnv().dataRoot));
}

/**
 * Starts the background work of this process: in its own engine, unless an Inngest server calls us.
 * @throws SettingsError
 * @throws ChainsMisconfigured when settings and chains do not match
 */
async function startWork(): Promise<void> {
  const deps = getWork();
  await checkStart(deps);
  // A development server registers again after each change.
  await (globalThis as Holder)[stopWorkSlot]?.();
  allowTurns();
  const handler = usesInngestServer() ? createServerHandler() : null;
  const engine = handler === null ? createOwnEngine(deps) : createFallbackEngine(deps, handler);
  engine.start();
  await listenForCliCommands();
  const supervisor = startSupervisor(handler && (await createServerRegistration(handler)));
  const stopWork = async (): Promise<void> => {
    stopTurns();
    await Promise.all([supervisor.stop(), stopListening(), engine.stop()]);
  };
  (globalThis as Holder)[stopWorkSlot] = stopWork;
  (globalThis as Holder)[endStreamsSlot] = () => {
    // A server's calls are requests, which the shutdown waits for.
    stopTurns();
    deps.liveCheckouts.close();
  };
  (globalThis as Holder)[shutdownSlot] = async () => {
    await Promise.all([deps.webhookDelivery.stop(stopPostsMs), stopWork()]);
    // The others need not wait until our leases expire.
    await deps.workLeases.releaseAll(ownHolders()).catch((error: unknown) => {
      deps.log.warn({ error }, "could not release leases; they will expire");
    });
    await deps.close();
  };
  deps.log.info(
    { engine: usesInngestServer() ? "inngest server" : "in process", instance: deps.instanceId },
    "background work started",
  );
}

function createOwnEngine(deps: WorkDeps): LocalEngine {
  const engine = createLocalEngine({
    serve: createHandler(inngest, functions),
    definitions: readDefinitions(),
    log: deps.log,
    // Finds at once what a dead process left behind.
    runCronsAtStart: true,
  });
  registerLocalEngine(engine);
  return engine;
}

/** It calls the same signed handler as the server, and starts nothing by itself: the server runs the crons. */
function createFallbackEngine(deps: WorkDeps, handler: InngestHandler): LocalEngine {
  const key = inngestSigningKey() ?? "";
  const engine = createLocalEngine({
    serve: (request) => asFallback(async () => handler(await signRequest(request, key))),
    definitions: readDefinitions().map((definition) => ({ ...definition, crons: [] })),
    log: deps.log,
  });
  setFallbackEngine(engine);
  return engine;
}

function createServerHandler(): InngestHandler {
  return createNetworkHandler(inngest, functions, functionsOrigin());
}

async function createServerRegistration(handler: InngestHandler): Promise<Registration> {
  return createRegistration({
    buildId: await readBuildId(),
    functions,
    register: () => registerBy(handler),
    readRunning: readRunningFunctions,
  });
}

function readDefinitions(): FunctionDefinition[] {
  return functions.map((fn) => readDefinition(fn, APP_ID));
}
