import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { z } from "zod";
import {
  createLocalEngine,
  type LocalEngine,
  type LocalEngineOptions,
  type LocalEngineStats,
} from "@/inngest/local-engine";
import { type FunctionDefinition, readOptions } from "@/inngest/local-engine/definition";
import { canonicalJson, hashedKey, isSignedBy, sign } from "@/inngest/worker/handler";

export type DriverOptions = {
  eventKey: string;
  signingKey: string;
  log: LocalEngineOptions["log"];
} & Partial<Pick<LocalEngineOptions, "runCronsAtStart" | "limits">>;

/** An answer of the app to a `PUT`. */
export type SyncAnswer = { status: number; body: unknown };

export type InngestDriver = {
  /** For `INNGEST_BASE_URL`. */
  url: string;
  /** Asks an instance to register the app's functions here; `signature` instead of the right one. */
  sync(
    origin: string,
    options?: { kind?: "in_band" | "out_of_band"; signature?: string | null },
  ): Promise<SyncAnswer>;
  /** The app's latest registration. */
  registered(): Registration | undefined;
  /** Runs the registered functions on these instances from now on. */
  start(origins: readonly string[]): void;
  /** Signs with another key from now on, as after a rotation; apps that show either are known. */
  signWith(signingKey: string): void;
  /** All answered calls so far. */
  calls: AppCall[];
  engine(): LocalEngine;
  stats(): LocalEngineStats;
  stop(): Promise<void>;
};

/**
 * The server's side of Inngest's protocol over real HTTP, for tests: it takes registrations and events, and calls the
 * app's functions with signatures. What it knows of a function is what the app registered, and the local engine, which
 * production uses too, drives the runs; only the handler is behind HTTP here.
 */
export async function startInngestDriver(options: DriverOptions): Promise<InngestDriver> {
  const { eventKey, log } = options;
  const keys = [options.signingKey];
  const signingKey = () => keys.at(-1) ?? options.signingKey;
  const calls: InngestDriver["calls"] = [];
  let registration: Registration | undefined;
  let engine: LocalEngine | undefined;
  let instances: readonly string[] = [];

  function running(): LocalEngine {
    if (engine === undefined) throw new Error("the driver was not started");
    return engine;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const body = await text(request);
    const reply = (status: number, content: object) =>
      response
        .writeHead(status, { "content-type": "application/json" })
        .end(JSON.stringify({ status, ...content }));
    if (request.method === "POST" && pathname === "/fn/register") {
      const isKnown = keys.some((key) => request.headers.authorization === `Bearer ${hashedKey(key)}`);
      if (!isKnown) return void reply(401, { error: "Unauthorized" });
      registration = readRegistration(JSON.parse(body));
      return void reply(200, { ok: true, modified: true });
    }
    if (request.method === "POST" && pathname.startsWith("/e/")) {
      if (pathname !== `/e/${eventKey}`) return void reply(401, { error: "Event key not found" });
      const taken = await engine?.fetch(`http://localhost${pathname}`, { method: "POST", body });
      if (taken === undefined) return void reply(503, { error: "Nothing runs yet" });
      return void reply(taken.status, (await taken.json()) as object);
    }
    reply(404, { error: `${request.method} ${pathname} is not part of what a server does here` });
  }

  // No connection ends by itself: after a pause of this process it would just as an app sends its next event on it.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      log.error({ err: error }, "The driver could not answer");
      response.writeHead(500).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    calls,
    async sync(origin, { kind = "out_of_band", signature } = {}) {
      const target = `${origin}/api/inngest`;
      const body = canonicalJson({ url: target });
      const given = signature === undefined ? sign(signingKey(), body, Date.now()) : signature;
      const response = await fetch(target, {
        method: "PUT",
        headers: {
          "content-type": "application/json",
          "x-inngest-server-kind": "cloud",
          "x-inngest-sync-kind": kind,
          ...(given === null ? {} : { "x-inngest-signature": given }),
        },
        body,
      });
      const said = await response.text();
      if (response.ok && !isSignedBy(keys, said, response.headers.get("x-inngest-signature")))
        throw new Error(`${origin} answered the registration without a signature`);
      const content: unknown = said === "" ? null : JSON.parse(said);
      if (kind === "in_band" && response.ok) {
        const { app_id, ...rest } = content as { app_id: string };
        registration = readRegistration({ ...rest, appName: app_id });
      }
      return { status: response.status, body: content };
    },
    registered: () => registration,
    start(origins) {
      instances = origins;
      if (engine !== undefined) return;
      if (registration === undefined) throw new Error("no app has registered itself");
      const serve = createAppCaller({
        origins: () => instances,
        signingKey,
        onCall: (call) => calls.push(call),
      });
      engine = createLocalEngine({ ...options, serve, definitions: registration.definitions });
      engine.start();
    },
    signWith: (key) => void keys.push(key),
    engine: running,
    stats: () => running().stats(),
    async stop() {
      await engine?.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A call that an instance answered, and when, in milliseconds since the Unix epoch. */
export type AppCall = { origin: string; fnId: string; status: number; at: number };

export type CallOptions = {
  /** Where the app's instances listen, in the order of their turns; may change while calls go out. */
  origins: () => readonly string[];
  signingKey: () => string;
  /** Called for each answered call. */
  onCall: (call: AppCall) => void;
};

/**
 * Sends the engine's calls over HTTP as an Inngest server behind a load balancer does: signed, to one instance after
 * the other, passing over those that do not listen.
 *
 * @throws Error when an instance breaks off or answers without a signature: what it did is unknown then, and the
 * engine tries again
 */
function createAppCaller(options: CallOptions): (request: Request) => Promise<Response> {
  let turn = 0;

  async function send(origin: string, target: URL, body: string): Promise<Response> {
    const key = options.signingKey();
    const response = await fetch(`${origin}${target.pathname}${target.search}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-inngest-server-kind": "cloud",
        "x-inngest-signature": sign(key, body, Date.now()),
      },
      body,
    });
    const text = await response.text();
    const { status, headers } = response;
    options.onCall({ origin, fnId: target.searchParams.get("fnId") ?? "", status, at: Date.now() });
    const isAnswer = status === 200 || status === 206;
    if (isAnswer && !isSignedBy([key], text, headers.get("x-inngest-signature")))
      throw new Error(`${origin} answered without a signature`);
    return new Response(text, { status, headers });
  }

  return async (request) => {
    const target = new URL(request.url);
    const call = (await request.json()) as { ctx: { run_id: string } };
    // A server names the function and the queue's item, which an app without checkpoints does not heed.
    const ctx = {
      ...call.ctx,
      env: "",
      fn_id: crypto.randomUUID(),
      qi_id: call.ctx.run_id,
      step_id: target.searchParams.get("stepId"),
    };
    const body = canonicalJson({ ...call, ctx, use_api: false });
    const origins = options.origins();
    for (let tries = 1; ; tries++) {
      const origin = origins[turn++ % origins.length];
      if (origin === undefined) throw new Error("no instance is known");
      try {
        return await send(origin, target, body);
      } catch (error) {
        if (!isUnreached(error) || tries >= origins.length) throw error;
      }
    }
  };
}

/** Whether nothing can have arrived. */
function isUnreached(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED";
}

/** A function as an app registers it; what else it says becomes options, which the engine knows or refuses. */
const registered = z.looseObject({
  id: z.string(),
  name: z.string(),
  triggers: z.array(z.looseObject({})),
  steps: z.strictObject({
    step: z.object({
      runtime: z.object({ type: z.literal("http"), url: z.url() }),
      retries: z.object({ attempts: z.number().int().min(0).optional() }).optional(),
    }),
  }),
});

const registration = z.object({
  appName: z.string(),
  url: z.url(),
  functions: z.array(registered).min(1),
});

export type Registration = {
  appName: string;
  /** Where the app says that it is to be called. */
  url: string;
  definitions: readonly FunctionDefinition[];
};

/**
 * Reads what an app tells of its functions; the server knows nothing else of them.
 * @throws Error naming the function and the option that the engine does not do
 */
function readRegistration(body: unknown): Registration {
  const { appName, url, functions } = registration.parse(body);
  const definitions = functions.map(({ id, name: _, steps, ...options }) =>
    readOptions(id.slice(appName.length + 1), id, {
      ...options,
      retries: steps.step.retries?.attempts,
    } as Parameters<typeof readOptions>[2]),
  );
  return { appName, url, definitions };
}
