import { createServer, request } from "node:http";
import type { DemoManifest } from "@/lib/demo/identity";
import type { Stack } from "@/lib/demo/stack";
import type { ServerProcess } from "@/lib/platform/process/server-process";
import { findLastingPort } from "@/lib/testing/lasting-port";

type Slot = { port: number; process: ServerProcess | null; instanceId: string };

/** Several instances of the service on one database and its chains, which a test kills and starts again. */
export type Instances = {
  readonly origins: readonly string[];
  /** Numbers of the running instances. */
  running(): number[];
  /** The service as a merchant finds it at this instance. */
  at(number: number): DemoManifest;
  /** Its own name, new at each start. */
  idOf(number: number): string;
  /** As a crash does; answers when the process is gone. */
  kill(number: number): Promise<void>;
  start(number: number): Promise<void>;
  stop(): Promise<void>;
};

/** @param env variables of these instances alone */
export async function startInstances(
  stack: Stack,
  count: number,
  options: { env?: Readonly<Record<string, string>>; awaits?: "readiness" | "answer" } = {},
): Promise<Instances> {
  const slots: Slot[] = [];
  for (let n = 0; n < count; n++)
    slots.push({ port: await findLastingPort(), process: null, instanceId: "" });
  const originOf = ({ port }: Slot) => `http://localhost:${port}`;
  const slot = (number: number): Slot => {
    const found = slots[number];
    if (found === undefined) throw new Error(`there is no instance ${number}`);
    return found;
  };

  async function start(number: number): Promise<void> {
    const { port } = slot(number);
    slot(number).process = await stack.startInstance({
      port,
      ...options,
      env: { ...options.env, LOG_LEVEL: "info" },
      onOutput: (line) => {
        const named = /"instance":"([\w-]+)"/.exec(line)?.[1];
        if (named !== undefined) slot(number).instanceId = named;
      },
    });
  }

  await Promise.all(slots.map((_, number) => start(number)));
  return {
    origins: slots.map(originOf),
    running: () => slots.flatMap(({ process }, number) => (process === null ? [] : [number])),
    at: (number) => ({ ...stack.manifest, baseUrl: originOf(slot(number)) }),
    idOf: (number) => slot(number).instanceId,
    async kill(number) {
      const { process } = slot(number);
      slot(number).process = null;
      await process?.kill();
    },
    start,
    stop: async () => {
      await Promise.all(slots.map(({ process }) => process?.stop()));
      for (const each of slots) each.process = null;
    },
  };
}

/** A load balancer in front of instances that counts the calls of background work. */
export type Balancer = {
  origin: string;
  /** Passes requests on to these, in turn; one that is gone ends the connection. */
  serve(origins: readonly string[]): void;
  /** Calls of functions so far. */
  calls(): number;
  /** The same by function. */
  callsByFunction(): Readonly<Record<string, number>>;
  close(): Promise<void>;
};

export async function startBalancer(): Promise<Balancer> {
  const port = await findLastingPort();
  let origins: readonly string[] = [];
  let next = 0;
  const calls: Record<string, number> = {};
  const server = createServer((incoming, outgoing) => {
    const fnId = new URL(incoming.url ?? "/", "http://localhost").searchParams.get("fnId");
    if (incoming.method === "POST" && fnId !== null) calls[fnId] = (calls[fnId] ?? 0) + 1;
    const to = new URL(origins[next++ % origins.length] ?? "http://127.0.0.1:1");
    const { url: path, method, headers } = incoming;
    const passedOn = request({ host: "127.0.0.1", port: to.port, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.on("error", () => outgoing.destroy());
    });
    passedOn.on("error", () => outgoing.destroy());
    incoming.pipe(passedOn);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${port}`,
    serve: (to) => {
      origins = to;
    },
    calls: () => Object.values(calls).reduce((sum, count) => sum + count, 0),
    callsByFunction: () => ({ ...calls }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
