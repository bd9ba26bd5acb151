import { getWork } from "@/lib/api/wiring/work";
import { type JobName, noteRun } from "@/lib/platform/jobs/job-runs";
import { env, inngestEnv } from "@/lib/settings/env";
import { createInngestClient, type InngestLogger } from "./create-client";

const server = inngestEnv();

/** Whether an Inngest server runs the functions; otherwise the engine of this process does. */
export function usesInngestServer(): boolean {
  return server !== null;
}

/** The key that signs calls between the server and this service; null without a server. */
export function inngestSigningKey(): string | null {
  return server?.signingKey ?? null;
}

/** The origin at which an Inngest server calls the functions. */
export function functionsOrigin(): string {
  const { BASE_URL, INNGEST_SERVE_ORIGIN } = env();
  return INNGEST_SERVE_ORIGIN ?? BASE_URL;
}

/** The SDK's messages, in our log. None counts as an error here: `tell-failures` reports a run that fails for good. */
const logger: InngestLogger = {
  debug: () => undefined,
  info: (...said) => logLine("info", said),
  warn: (...said) => logLine("warn", said),
  error: (...said) => logLine("warn", said),
};

function logLine(level: "info" | "warn", said: readonly unknown[]): void {
  const texts = said.filter((part) => typeof part === "string");
  const fields = said.filter((part) => typeof part === "object" && part !== null);
  getWork().log[level](Object.assign({}, ...fields), `Inngest: ${texts.join(" ")}`);
}

export const inngest = createInngestClient({
  logger,
  ...(server === null ? ({ mode: "local" } as const) : ({ mode: "server", ...server } as const)),
});

/** Runs a scheduled job and records its success for `npm run jobs:status`. */
export function noted<T>(name: JobName, work: () => Promise<T>): Promise<T> {
  return noteRun(getWork(), name, null, work);
}

/** The same for a job that runs for each chain separately. */
export function notedOf<T>(chainId: number, name: JobName, work: () => Promise<T>): Promise<T> {
  return noteRun(getWork(), name, chainId, work);
}
