import { Inngest } from "inngest";
import { getWork } from "@/lib/api/wiring/work";
import { env, type InngestServer, inngestEnv } from "@/lib/settings/env";

/** Our app's id on an Inngest server, where functions are named `<APP_ID>-<function id>`. */
export const APP_ID = "stablecoin-checkout";

/** The part of a pino logger that the SDK uses. */
export type InngestLogger = Record<"debug" | "info" | "warn" | "error", (...args: unknown[]) => void>;

/** The client of an Inngest server, with signatures on in every environment. */
export function createInngestClient(server: InngestServer, logger: InngestLogger) {
  const { eventKey, signingKey, signingKeyFallback, baseUrl } = server;
  return new Inngest({
    id: APP_ID,
    isDev: false,
    // AI metadata comes from OpenTelemetry spans, which we do not create.
    aiMetadata: false,
    // Each step is a separate call, which any instance may get.
    checkpointing: false,
    logger,
    eventKey,
    signingKey,
    ...(signingKeyFallback && { signingKeyFallback }),
    ...(baseUrl && { baseUrl }),
  });
}

export type InngestClient = ReturnType<typeof createInngestClient>;

/** The SDK's messages, in our log. None counts as an error here: `tell-failures` reports a run that fails for good. */
const logger: InngestLogger = {
  debug: () => undefined,
  info: (...parts) => logLine("info", parts),
  warn: (...parts) => logLine("warn", parts),
  error: (...parts) => logLine("warn", parts),
};

function logLine(level: "info" | "warn", parts: readonly unknown[]): void {
  const texts = parts.filter((part) => typeof part === "string");
  const fields = parts.filter((part) => typeof part === "object" && part !== null);
  getWork().log[level](Object.assign({}, ...fields), `Inngest: ${texts.join(" ")}`);
}

const server = inngestEnv();

/** The client of the Inngest server that runs the work; null without one: then this process does. */
export const inngest = server === null ? null : createInngestClient(server, logger);

/** The key that signs calls between the server and this service; null without a server. */
export const inngestSigningKey = server?.signingKey ?? null;

/** The origin at which an Inngest server calls the functions. */
export function functionsOrigin(): string {
  const { BASE_URL, INNGEST_SERVE_ORIGIN } = env();
  return INNGEST_SERVE_ORIGIN ?? BASE_URL;
}
