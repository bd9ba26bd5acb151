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
