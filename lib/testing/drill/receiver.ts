import { createServer } from "node:http";
import { text } from "node:stream/consumers";

/** A merchant's webhook endpoint that accepts every event. */
export type Receiver = {
  url: string;
  /** The bodies received for each event id, in their order. */
  bodies: ReadonlyMap<string, readonly string[]>;
  stop(): Promise<void>;
};

export async function startReceiver(port: number): Promise<Receiver> {
  const bodies = new Map<string, string[]>();
  const server = createServer(async (request, response) => {
    const id = String(request.headers["webhook-id"]);
    bodies.set(id, [...(bodies.get(id) ?? []), await text(request)]);
    response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${port}/webhook`,
    bodies,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
