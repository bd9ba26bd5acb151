import { startChild } from "./child";

/** What to send, for how long. Every bound is part of the order, so no load runs on by itself. */
export type LoadOrder = {
  /** On the loopback interface. */
  origin: string;
  method: "GET" | "POST";
  /** Taken in turn. */
  paths: readonly string[];
  headers: Readonly<Record<string, string>>;
  body: string | null;
  expectedStatus: number;
  connections: number;
  seconds: number;
  /** Answers wanted per second; without it each connection sends again as soon as it was answered. */
  perSecond?: number;
};

export type LoadResult = {
  /** Answers with the expected status, per second. */
  perSecond: number;
  /** Of those answers; null when there was none. */
  latencyMs: { p50: number; p95: number; p99: number } | null;
  /** How often each other status came; 0 stands for no answer at all. */
  unexpected: ReadonlyMap<number, number>;
};

export type LoadGenerator = {
  run(order: LoadOrder): Promise<LoadResult>;
  stop(): Promise<void>;
};

/** Starts the process that sends the load, one order at a time. */
export async function startLoadGenerator(): Promise<LoadGenerator> {
  const child = await startChild<"ready">(new URL("programs/load-generator.ts", import.meta.url));
  return {
    run: async (order) => (await child.ask(order, (order.seconds + 30) * 1_000)) as LoadResult,
    stop: child.stop,
  };
}
