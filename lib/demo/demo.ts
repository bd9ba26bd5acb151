/**
 * `npm run demo` and `npm run dev`: the whole main job on this machine.
 *
 *   PORT · DATABASE_URL · DEMO_FIXED_RATES · DEMO_WEBHOOK_URL · INNGEST_* · flag --json
 */
import path from "node:path";
import { fileURLToPath } from "node:url";
import { startStack } from "@/lib/demo/stack";
import { databaseAdvice } from "@/lib/platform/postgres/faults.rules";
import { StartError } from "@/lib/platform/process/start-error";
import { environment, hasOwnDatabase } from "@/lib/settings/environment";

const root = fileURLToPath(new URL("../..", import.meta.url));

async function main([command, ...flags]: readonly string[]): Promise<number> {
  const mode = command === "dev" ? "development" : "demo";
  const asJson = flags.includes("--json");
  // With --json only the JSON goes to standard output.
  const say = (line: string) => (asJson ? console.error(line) : console.log(line));
  const startedAt = performance.now();
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => stopping.abort());
  const stopRequested = new Promise<void>((resolve) => {
    stopping.signal.addEventListener("abort", () => {
      say("Stopping.");
      resolve();
    });
  });

  say("Starting PostgreSQL, two local chains and the application. The first build takes a minute.");
  const given = environment();
  const stack = await startStack({
    mode,
    dataRoot: given.DATA_ROOT || path.join(root, ".data"),
    port: readPort(given.PORT || "3000"),
    databaseUrl: given.DATABASE_URL || undefined,
    fixedRates: given.DEMO_FIXED_RATES || undefined,
    extraWebhookUrl: given.DEMO_WEBHOOK_URL || undefined,
    signal: stopping.signal,
    say,
    onServerOutput: (line) => console.error(line),
  });
  const { baseUrl, login } = stack.manifest;
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  if (asJson) console.log(JSON.stringify(stack.manifest));
  say(`
Ready after ${seconds} s.

  Buy a coffee     ${baseUrl}/shop
  Overview         ${baseUrl}
  Dashboard        ${baseUrl}/dashboard
    sign in with   ${login.email} / ${login.password}
  For programs     .data/demo.json

Ctrl-C stops everything; the next start finds its data again.`);
  const crashed = await Promise.race([
    stopRequested.then(() => false),
    stack.server().ended.then(() => true),
  ]);
  await stack.stop();
  if (crashed) {
    console.error("The server stopped unexpectedly. See its output above.");
    return 1;
  }
  say("Stopped. Nothing is still running.");
  return 0;
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new StartError("START_FAILED", `PORT must be a number up to 65535, not "${text}".`);
  return port;
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(
      error instanceof StartError ? error.message : (databaseAdvice(error, hasOwnDatabase()) ?? error),
    );
    // At once: an aborted build or start would otherwise continue.
    process.exit(1);
  },
);
