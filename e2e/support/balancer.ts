import { createServer, request } from "node:http";
import { findLastingPort } from "@/lib/testing/lasting-port";

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
