import { checkStart } from "@/lib/server/check-start";
import { getDeps } from "@/lib/server/deps";
import { SettingsError } from "@/lib/server/settings/variables";
import { ChainsMisconfigured } from "@/lib/services/chains/chain-guard";
import { inngest, usesInngestServer } from "./client";
import { APP_ID } from "./create-client";
import { functions } from "./functions";
import { createHandler } from "./handler";
import { hearActs, stopHearingActs } from "./hear-acts";
import { createLocalEngine } from "./local-engine";
import { readDefinition } from "./local-engine/definition";
import { registeredLocalEngine, registerLocalEngine } from "./local-engine/registry";

// The start script calls the first when it begins to stop, the other before the process ends; it shares nothing with
// Next's modules but globalThis.
const endStreamsSlot = Symbol.for("stablecoin-checkout.end-streams");
const shutdownSlot = Symbol.for("stablecoin-checkout.shutdown");
type Holder = { [endStreamsSlot]?: () => void; [shutdownSlot]?: () => Promise<void> };

/** As long as the engine waits for its calls: a webhook that takes longer is sent again by others. */
const stopPostsMs = 10_000;

/**
 * Begins the background work, or ends the process with a sentence that says why it cannot: Next would only write
 * down what `register` throws, and go on to serve what nobody works on.
 */
export async function startWorkOrEnd(): Promise<void> {
  try {
    await startWork();
  } catch (error) {
    const isTold = error instanceof SettingsError || error instanceof ChainsMisconfigured;
    console.error(isTold ? error.message : error);
    process.exit(1);
  }
}

/**
 * Begins the background work of this process: in the local engine, unless an Inngest server calls us.
 * @throws SettingsError
 * @throws ChainsMisconfigured where settings and chains do not fit
 */
async function startWork(): Promise<void> {
  const deps = getDeps();
  await checkStart(deps);
  // A development server registers again after each change.
  await registeredLocalEngine()?.stop();
  const engine = usesInngestServer()
    ? undefined
    : createLocalEngine({
        serve: createHandler(inngest, functions),
        definitions: functions.map((fn) => readDefinition(fn, APP_ID)),
        log: deps.log,
        // Whatever a process that died left behind is found at once.
        runCronsAtStart: true,
      });
  registerLocalEngine(engine);
  engine?.start();
  await hearActs();
  (globalThis as Holder)[endStreamsSlot] = () => deps.liveCheckouts.close();
  (globalThis as Holder)[shutdownSlot] = async () => {
    await stopHearingActs();
    await Promise.all([deps.webhookDelivery.stop(stopPostsMs), engine?.stop()]);
    // The others need not wait until our leases end.
    await deps.workLeases.release(deps.instanceId).catch((error: unknown) => {
      deps.log.warn({ error }, "leases could not be released; they end by themselves");
    });
    await deps.close();
  };
  deps.log.info(
    { engine: engine === undefined ? "inngest server" : "in process", instance: deps.instanceId },
    "background work has begun",
  );
}
