import { request } from "node:http";
import { json } from "node:stream/consumers";

/** A statement that the counted request sent, also after its answer. */
export type CountedStatement = {
  text: string;
  name: string | null;
  /** Since the request arrived. */
  startedMs: number;
  /** Null when it did not end in time. */
  ms: number | null;
};

/** A script's functions, with their places in it and how often each ran. */
export type Coverage = {
  url: string;
  functions: readonly { functionName: string; ranges: readonly { startOffset: number; count: number }[] }[];
};

/** What one request did. */
export type Counted = {
  statements: readonly CountedStatement[];
  /** Until the answer. */
  promises: number;
  /** Until the answer. */
  shaBytes: number;
  answeredMs: number | null;
  scripts: readonly Coverage[];
};

export type CallFrame = { url: string; lineNumber: number; columnNumber: number; functionName: string };

/** What V8's sampling profiler answers. */
export type CpuProfile = {
  nodes: readonly { id: number; callFrame: CallFrame; children?: readonly number[] }[];
  samples: readonly number[];
  timeDeltas: readonly number[];
};

/** Variables with which a server is started so that it can be asked. */
export function probeEnvironment(socket: string): Readonly<Record<string, string>> {
  const program = new URL("../programs/probe.mjs", import.meta.url).href;
  return { BENCH_PROBE_SOCKET: socket, NODE_OPTIONS: `--import ${program}` };
}

/** Asks a server that was started with `probeEnvironment`. */
export function askProbe<Answer>(socket: string, act: string, path = ""): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { socketPath: socket, path: `/${act}?path=${encodeURIComponent(path)}` },
      (response) => json(response).then((answer) => resolve(answer as Answer), reject),
    );
    asked.once("error", reject);
    asked.end();
  });
}
