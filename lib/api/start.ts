/**
 * Our own start script of the web server (docs/decisions/001-own-start-script.md): Next behind `node:http`.
 * It runs as a process of its own, before and outside the application, and so imports none of its modules.
 *
 *   PORT (3000) · HOST (127.0.0.1) · TRUST_PROXY_HOPS (0) · BASE_URL · CHECKOUT_PAGE_URL · WALLETCONNECT_PROJECT_ID ·
 *   WALLETCONNECT_RELAY_URL · NODE_ENV
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import next from "next";
import { targetForNext, wantsPage } from "@/lib/api/start/address";
import { type ApiRoutes, loadApiRoutes } from "@/lib/api/start/api-routes";
import { type InlineScripts, loadInlineScripts, loadPublicFiles } from "@/lib/api/start/built-pages";
import { announceClientAddress, setClientAddress } from "@/lib/api/start/client-address";
import { markLoopback } from "@/lib/api/start/loopback";
import {
  answerError,
  answerMalformedRequest,
  isImageOptimizer,
  isTargetTooLong,
  knownMethods,
  repairTarget,
} from "@/lib/api/start/malformed-request";
import { outliveReaders } from "@/lib/api/start/output";
import { setPageLocale } from "@/lib/api/start/page-locale";
import { guardPage } from "@/lib/api/start/page-policy";
import { relayOrigin } from "@/lib/api/start/relay-address";
import {
  dropMalformedRouterState,
  hideRefundLinks,
  keepPageHeadersForPages,
  sandboxLogos,
  setRequestId,
  setSecurityHeaders,
  shareScript,
  varyByForm,
} from "@/lib/api/start/request-headers";
import { parseUrl } from "@/lib/platform/values/url.rules";

const projectRoot = fileURLToPath(new URL("../..", import.meta.url));

/** How long requests under way, and then the application's own work, may take to finish on a stop. */
const stopGraceMs = 10_000;

/** How long a connection may take or give nothing at all while it is being answered. */
const silentConnectionMs = 120_000;

export interface StartServerOptions {
  /** 0 takes any free port. */
  port: number;
  hostname: string;
  /** Serves from source with reload instead of from `.next`. */
  dev: boolean;
  /** How many proxies in front of this process append to X-Forwarded-For; 0 ignores that header. */
  trustProxyHops?: number;
  /** Under which service and payment page are reached. */
  publicOrigins?: readonly string[];
  /** Origin by which the payment page reaches wallets on other devices. */
  relay?: string | null;
  /** The Next project; by default this repository. */
  dir?: string;
}

export interface RunningServer {
  /** With the port that was really taken; without a trailing slash. */
  url: string;
  /**
   * Stops accepting, lets requests finish (at most 10 s), then closes Next and what `instrumentation.ts`
   * registered. Safe to call twice.
   */
  close(): Promise<void>;
}

/**
 * Serves the application. The port is taken first, so a taken one is told at once; requests that come before
 * Next is ready wait for it.
 *
 * @throws Error with a sentence that says what to do when the port or the address cannot be used.
 */
export async function startServer(options: StartServerOptions): Promise<RunningServer> {
  const { hostname, dev, trustProxyHops = 0, publicOrigins = [], relay = null, dir = projectRoot } = options;
  let serve: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;
  let inlineScripts: InlineScripts = () => [];
  let publicFiles: ReadonlySet<string> = new Set();
  let ready: Promise<void>;
  let stopping = false;

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
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    markLoopback(request);
    setClientAddress(request, trustProxyHops);
    setRequestId(request, response);
    setSecurityHeaders(request, response, publicOrigins);
    hideRefundLinks(request, response);
    shareScript(request, response);
    sandboxLogos(request, response);
    dropMalformedRouterState(request);
    varyByForm(request, response);
    if (refuse(request, response)) return;
    setPageLocale(request, response);
    request.url = targetForNext(request);
    keepPageHeadersForPages(request);
    await ready;
    if (await guardPage(request, response, { dev, inlineScripts, publicFiles, publicOrigins, relay })) return;
    await serve(request, response);
  };
  // Anyone who does not read an answer would have it kept without end. Reload in development keeps silent longer.
  if (!dev) server.setTimeout(silentConnectionMs);
  server.on("clientError", answerMalformedRequest);
  const upgradeTarget = createServer();
  const upgraded = dev ? passUpgrades(server, upgradeTarget) : new Set<Duplex>();

  announceClientAddress();
  const port = await listen(server, options.port, hostname);
  const url = `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
  const app = next({ dev, dir, hostname, port, httpServer: upgradeTarget, quiet: !dev });
  ready = app.prepare().then(async () => {
    const serveByNext = app.getRequestHandler();
    publicFiles = await loadPublicFiles(dir);
    if (!dev) inlineScripts = await loadInlineScripts(dir);
    const find: ApiRoutes = dev ? () => null : await loadApiRoutes(dir, url);
    serve = (request, response) => (find(request.url ?? "/") ?? serveByNext)(request, response);
  });
  try {
    await ready;
  } catch (error) {
    server.close();
    server.closeAllConnections();
    throw error;
  }

  let closed: Promise<void> | undefined;
  const close = async () => {
    stopping = true;
    // They would go on for minutes.
    await callApplication("end-streams");
    await closeConnections(server, upgraded);
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

/** Answers what Next would answer badly, or slowly. */
function refuse(request: IncomingMessage, response: ServerResponse): boolean {
  if (!knownMethods.includes(request.method ?? "")) {
    response.setHeader("allow", knownMethods.join(", "));
    answerError(response, 405, "METHOD_NOT_ALLOWED", `${request.method} is possible nowhere here.`);
    return true;
  }
  if (isTargetTooLong(request.url ?? "/")) {
    const message = "The address is longer than any of this service, or its query has more parameters.";
    answerError(response, 414, "VALIDATION_ERROR", message);
    return true;
  }
  if (repairTarget(request) && !isImageOptimizer(request)) return false;
  if (wantsPage(request)) {
    request.url = "/404";
    return false;
  }
  answerError(response, 404, "NOT_FOUND", "There is nothing at this address.");
  return true;
}

/**
 * Next hangs its upgrade handler (reload in development) on the server it is given, from its first request on.
 * It is given one that never listens: in production an upgrade then stays an ordinary request instead of an
 * open socket without limits, and in development a browser that reconnects too early is sent away and comes
 * again.
 *
 * @returns the open upgraded connections
 */
function passUpgrades(server: Server, upgradeTarget: Server): Set<Duplex> {
  const upgraded = new Set<Duplex>();
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!upgradeTarget.emit("upgrade", request, socket, head)) {
      socket.destroy();
      return;
    }
    upgraded.add(socket);
    socket.once("close", () => upgraded.delete(socket));
  });
  return upgraded;
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

async function closeConnections(server: Server, upgraded: Set<Duplex>): Promise<void> {
  const finished = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const socket of upgraded) socket.destroy();
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
  const { BASE_URL, CHECKOUT_PAGE_URL } = process.env;
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

  // A wrong one is the application's to refuse (`lib/api/settings/env.ts`).
  const publicOrigins = [BASE_URL, CHECKOUT_PAGE_URL].flatMap((url) => parseUrl(url ?? "")?.origin ?? []);
  const dev = NODE_ENV !== "production";
  const relay = relayOrigin(process.env);
  server = await startServer({ port, hostname: HOST, dev, trustProxyHops, publicOrigins, relay });
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
