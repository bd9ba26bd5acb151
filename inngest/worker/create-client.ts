import { Inngest } from "inngest";
import type { LocalEngine } from "@/inngest/local-engine";

/** Our app's id on an Inngest server, where functions are named `<APP_ID>-<function id>`. */
export const APP_ID = "stablecoin-checkout";

/** The part of a pino logger that the SDK uses. */
export type InngestLogger = Record<"debug" | "info" | "warn" | "error", (...args: unknown[]) => void>;

/** Where the functions run. */
export type InngestClientOptions = { logger?: InngestLogger } & (
  | { mode: "local" }
  | {
      mode: "server";
      eventKey: string;
      signingKey: string;
      /** The key before or after a rotation. */
      signingKeyFallback?: string | undefined;
      /** Origin of a self-hosted Inngest; Inngest Cloud by default. */
      baseUrl?: string | undefined;
    }
);

/**
 * The Inngest client. `local` sends events to the engine of this process (`inngest/local-engine.ts`), looked up on
 * every send because routes may load before instrumentation has registered it. `server` talks to an Inngest server,
 * with signatures on in every environment.
 * @throws Error in server mode without event key or signing key
 */
export function createInngestClient(options: InngestClientOptions) {
  const common = {
    id: APP_ID,
    // AI metadata comes from OpenTelemetry spans, which we do not create.
    aiMetadata: false,
    // Each step is a separate call, which any instance may get: a replaced run ends before its next step, and the local
    // engine, without a checkpoint API, runs the functions the same way.
    checkpointing: false,
    ...(options.logger && { logger: options.logger }),
  };
  if (options.mode === "local") {
    return new Inngest({
      ...common,
      isDev: true,
      eventKey: "local",
      baseUrl: "http://localhost",
      fetch: localFetch,
    });
  }
  const { eventKey, signingKey, signingKeyFallback, baseUrl } = options;
  if (eventKey === "" || signingKey === "")
    throw new Error("Inngest in server mode needs an event key and a signing key");
  return new Inngest({
    ...common,
    isDev: false,
    eventKey,
    signingKey,
    ...(signingKeyFallback && { signingKeyFallback }),
    ...(baseUrl && { baseUrl }),
  });
}

const engineSlot = Symbol.for("stablecoin-checkout.local-engine");
const slot = globalThis as typeof globalThis & { [engineSlot]?: LocalEngine };

/**
 * Registers `engine` for this process; `undefined` removes it. Next loads instrumentation and routes as separate module
 * graphs that share only `globalThis`, so a module variable would not be shared.
 */
export function registerLocalEngine(engine: LocalEngine | undefined): void {
  slot[engineSlot] = engine;
}

const localFetch: typeof fetch = async (input, init) => {
  const engine = slot[engineSlot];
  if (!engine) throw new Error("The local Inngest engine has not been started in this process");
  return engine.fetch(input, init);
};
