/**
 * The optional start script of the web server: Next behind `node:http`, which knows the client's socket address and
 * stops gracefully (docs/decisions/001-plain-next.md). It runs before and outside the application, and imports none of
 * its modules.
 *
 *   PORT (3000) · HOST (127.0.0.1) · TRUST_PROXY_HOPS (0) · NODE_ENV
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import next from "next";
import { announceClientAddress, setClientAddress } from "@/lib/api/start/client-address";
import { markLoopback } from "@/lib/api/start/loopback";
import {
  answerError,
  answerMalformedRequest,
  refuseMalformedRequest,
} from "@/lib/api/start/malformed-request";
import { outliveReaders } from "@/lib/platform/process/output";

const projectRoot = fileURLToPath(new URL("../..", import.meta.url));

/** How long requests under way, and then the application's own work, may take to finish on a stop. */
const stopGraceMs = 10_000;

/** How long a connection may neither send nor read while it is being answered. */
const silentConnectionMs = 120_000;

export interface StartServerOptions {
  /** 0 takes any free port. */
  port: number;
  hostname: string;
  /** Serves from source with reload instead of from `.next`. */
  dev: boolean;
  /** How many proxies in front of this process append to X-Forwarded-For; 0 ignores that header. */
  trustProxyHops?: number;
}

export interface RunningServer {
  /** With the port that was really taken; without a trailing slash. */
  url: string;
  /** Stops accepting, lets requests finish (at most 10 s), then closes Next and the application. Safe to call twice. */
  close(): Promise<void>;
}

/**
 * Serves the application. The port is taken first, so a taken one is reported at once; requests that come before Next
 * is ready wait for it.
 *
 * @throws Error with a sentence that says what to do when the port or the address cannot be used.
 */
export async function startServer(options: StartServerOptions): Promise<RunningServer> {
  const { hostname, dev, trustProxyHops = 0 } = options;
  let serve: Promise<(request: IncomingMessage, response: ServerResponse) => Promise<void>>;
  let stopping = false;

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    markLoopback(request);
    setClientAddress(request, trustProxyHops);
    if (!refuseMalformedRequest(request, response)) await (await serve)(request, response);
  };
  const server = createServer(
    {
      headersTimeout: 20_000,
      requestTimeout: 60_000,
      // Longer than the 60 s that load balancers keep idle connections, so that they close first.
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 5_000,
    },
    (request, response) => {
      if (stopping) response.setHeader("connection", "close");
      answer(request, response).catch((error: unknown) => {
        console.error(error);
        answerError(response, 500, "INTERNAL_ERROR", "Something went wrong on our side.");
      });
    },
  );
  // A client that does not read its answer would hold it in memory. Reload in development is silent for longer.
  if (!dev) server.setTimeout(silentConnectionMs);
  server.on("clientError", answerMalformedRequest);

  announceClientAddress();
  const port = await listen(server, options.port, hostname);
  const url = `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
  // In production Next gets a server that never listens: it would take upgrades, and leave their sockets open.
  const httpServer = dev ? server : createServer();
  const app = next({ dev, dir: projectRoot, hostname, port, httpServer, quiet: !dev });
  serve = app.prepare().then(() => app.getRequestHandler());
  try {
    await serve;
  } catch (error) {
    server.close();
    server.closeAllConnections();
    throw error;
  }

  let closed: Promise<void> | undefined;
  const close = async () => {
    stopping = true;
    await callApplication("end-streams");
    await closeConnections(server);
    await within(stopGraceMs, app.close());
    await within(stopGraceMs, callApplication("shutdown"));
  };
  return {
    url,
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

function listen(server: Server, port: number, hostname: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(explainListenError(error, port, hostname)));
    server.listen({ port, host: hostname }, () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

function explainListenError(error: NodeJS.ErrnoException, port: number, hostname: string): Error {
  switch (error.code) {
    case "EADDRINUSE":
      return new Error(
        `Port ${port} is in use by another program. Stop that program, or choose another port: PORT=${port + 1}`,
        { cause: error },
      );
    case "EACCES":
      return new Error(`This user may not listen on port ${port}. Choose one above 1023: PORT=3000`, {
        cause: error,
      });
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new Error(`This machine has no address ${hostname}. Set HOST to 127.0.0.1 or 0.0.0.0.`, {
        cause: error,
      });
    default:
      return error;
  }
}

async function closeConnections(server: Server): Promise<void> {
  const finished = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection whose last answer promised keep-alive becomes idle only after that answer.
  const sweep = setInterval(() => server.closeIdleConnections(), 100);
  await within(stopGraceMs, finished);
  clearInterval(sweep);
  server.closeAllConnections();
}

/** Next's modules and ours share nothing but `globalThis`: there `inngest/worker/start-work.ts` leaves its ways to stop. */
async function callApplication(what: "end-streams" | "shutdown"): Promise<void> {
  const found: unknown = Reflect.get(globalThis, Symbol.for(`stablecoin-checkout.${what}`));
  if (typeof found === "function") await found();
}

async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  await Promise.race([
    work.catch((error: unknown) => console.error(error)),
    sleep(limitMs, undefined, { signal: timer.signal }).catch(() => undefined),
  ]);
  timer.abort();
}

async function main(): Promise<void> {
  outliveReaders(process);
  const { PORT = "3000", HOST = "127.0.0.1", TRUST_PROXY_HOPS = "0", NODE_ENV } = process.env;
  const port = wholeNumber("PORT", PORT, 65_535);
  const trustProxyHops = wholeNumber("TRUST_PROXY_HOPS", TRUST_PROXY_HOPS, 10);

  let server: RunningServer | undefined;
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) return;
    isStopping = true;
    void (server?.close() ?? Promise.resolve()).then(() => process.exit(0));
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);

  server = await startServer({ port, hostname: HOST, dev: NODE_ENV !== "production", trustProxyHops });
  console.log(`Serving on ${server.url}`);
}

function wholeNumber(name: string, text: string, atMost: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= atMost))
    throw new Error(`${name} must be a whole number from 0 to ${atMost}, not "${text}".`);
  return value;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
}
