import { startChild } from "@/lib/bench/child";

/** What passed to a node: HTTP requests, the JSON-RPC calls in them, and the bytes of the bodies. */
export type Traffic = { requests: number; calls: number; bytesOut: number; bytesIn: number };

export type CountingProxy = {
  url: string;
  /** What passed since it was last asked. */
  take(): Promise<Traffic>;
  stop(): Promise<void>;
};

/** Puts a process that counts before a node. */
export async function startCountingProxy(nodeUrl: string): Promise<CountingProxy> {
  const child = await startChild<{ url: string }>(new URL("../programs/counting-proxy.ts", import.meta.url), {
    NODE_URL: nodeUrl,
  });
  return {
    url: child.ready.url,
    take: async () => (await child.ask({}, 10_000)) as Traffic,
    stop: child.stop,
  };
}
