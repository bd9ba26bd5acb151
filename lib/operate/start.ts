/**
 * The optional start script of the web server: Next behind `node:http`, which knows the client's socket address and
 * stops gracefully (docs/decisions/001-plain-next.md). It runs before and outside the application.
 *
 *   PORT (3000) · HOST (127.0.0.1) · TRUST_PROXY_HOPS (0) · NODE_ENV
 */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import path from "node:path";
import type { Duplex } from "node:stream";
import { fileURLToPath } from "node:url";
import next from "next";
import { markClient, prepareClientAddress } from "@/lib/api/client-address";
import { answerHeaders, screenPublishedRequests } from "@/lib/api/request-screen";
import { settingText } from "@/lib/platform/process/environment.mjs";
import { outliveReaders } from "@/lib/platform/process/output";
import { freePortAfter, portInUse } from "@/lib/platform/process/processes";
import { fileAdvice } from "@/lib/platform/process/start-error";
import { withTimeLimit } from "@/lib/platform/time-limit";
import { sendCompressed } from "./compressed-files";

/** How long requests under way, and then the application's own work, may take to finish on a stop. */
const stopGraceMs = 10_000;

/** How long a connection may neither send nor read while it is being answered. */
const silentConnectionMs = 120_000;

screenPublishedRequests();
const root = fileURLToPath(new URL("../..", import.meta.url));
outliveReaders(process);
// The application, too, reads its settings when it starts, and refuses wrong ones.
const setting = (name: string) => settingText(name, process.env[name] ?? "");
const port = Number(setting("PORT") || 3000);
const hostname = setting("HOST") || "127.0.0.1";
const trustProxyHops = Number(setting("TRUST_PROXY_HOPS") || 0);
const dev = process.env.NODE_ENV !== "production";

let state: "starting" | "serving" | "stopping" = "starting";
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => {
    if (state === "starting") process.exit(0);
    if (state === "serving") void stop().then(() => process.exit(0));
  });
}

const server = createServer(
  {
    headersTimeout: 20_000,
    requestTimeout: 60_000,
    // Longer than the 60 s that load balancers keep idle connections, so that they close first.
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 5_000,
  },
  (request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  },
);
// A client that does not read its answer would hold it in memory. Reload in development is silent for longer.
if (!dev) server.setTimeout(silentConnectionMs);
server.on("clientError", answerUnreadable);

// The port is taken first, so a taken one is reported at once.
server.listen({ port, host: hostname });
await once(server, "listening").catch(async (error: NodeJS.ErrnoException) => {
  console.error(
    error.code === "EADDRINUSE" ? portInUse(port, await freePortAfter(port, hostname)) : error.message,
  );
  process.exit(1);
});
prepareClientAddress("socket");
// In production Next gets a server that never listens: it would take upgrades, and leave their sockets open.
const app = next({ dev, dir: root, hostname, port, httpServer: dev ? server : createServer(), quiet: !dev });
/** Requests that come before Next is ready wait for it. */
const prepared = app.prepare().then(() => app.getRequestHandler());
await prepared.catch((error: unknown) => {
  console.error(fileAdvice(error) ?? error);
  process.exit(1);
});
state = "serving";
console.log(`Serving on port ${port} of ${hostname}`);

/** Stops accepting, lets requests finish, then closes Next and the application. */
async function stop(): Promise<void> {
  state = "stopping";
  await callApplication("end-streams");
  // A connection whose last answer promised keep-alive becomes idle only after that answer.
  const sweep = setInterval(() => server.closeIdleConnections(), 100);
  await withinGrace("Requests", new Promise((resolve) => server.close(resolve)));
  clearInterval(sweep);
  server.closeAllConnections();
  await withinGrace("Next", app.close());
  await withinGrace("The application", callApplication("shutdown"));
  await withinGrace("Traces", callApplication("stop-tracing"));
}

/** Next's modules and ours share nothing but `globalThis`: there `inngest/worker/start-work.ts` leaves its ways to stop. */
async function callApplication(what: "end-streams" | "shutdown" | "stop-tracing"): Promise<void> {
  const found: unknown = Reflect.get(globalThis, Symbol.for(`stablecoin-checkout.${what}`));
  if (typeof found === "function") await found();
}

async function withinGrace(what: string, work: Promise<unknown>): Promise<void> {
  await withTimeLimit(stopGraceMs, what, work).catch((error: unknown) => console.error(error));
}

/** Lets Next answer, once it is ready. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (state === "stopping") response.setHeader("connection", "close");
  markClient(request, trustProxyHops);
  if (!dev && (await sendCompressed(request, response, path.join(root, ".next")))) return;
  return (await prepared)(request, response);
}

/** The error envelope (spec D2) for a request that Node could not read, so that no screen saw it. */
function envelope(code: string, message: string) {
  const requestId = randomUUID();
  const body = JSON.stringify({ ok: false, error: { code, message, requestId } });
  const headers = {
    ...answerHeaders,
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    vary: "Accept, x-api-key",
    "x-request-id": requestId,
  };
  return { headers, body };
}

/** What cannot be parsed as HTTP gets the envelope too, and the connection ends. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const isTooLong = error.code === "HPE_HEADER_OVERFLOW";
  const isLate = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
  const status = isTooLong ? 431 : isLate ? 408 : 400;
  const message = "The request is not valid HTTP, has headers longer than 16 KiB, or did not arrive in time.";
  const { headers, body } = envelope("VALIDATION_ERROR", message);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, "connection: close"];
  for (const [name, value] of Object.entries(headers)) head.push(`${name}: ${value}`);
  socket.end([...head, "", body].join("\r\n"));
}
