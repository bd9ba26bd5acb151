import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Draw } from "./draw";

/** A webhook endpoint that refuses some events the first time. */
export type Receiver = {
  url: string;
  /** The bodies that came for each event id, in their order. */
  bodies: ReadonlyMap<string, readonly string[]>;
  /** How many were refused. */
  refused(): number;
  stop(): Promise<void>;
};

/** @param refusals how many of a hundred events are refused once */
export async function startReceiver(draw: Draw, refusals: number): Promise<Receiver> {
  const bodies = new Map<string, string[]>();
  let refused = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      const id = String(request.headers["webhook-id"]);
      const before = bodies.get(id);
      bodies.set(id, [...(before ?? []), body]);
      // Twice refused, an event would come again only after minutes.
      const refuses = before === undefined && draw.chance(refusals / 100);
      if (refuses) refused += 1;
      response.writeHead(refuses ? 503 : 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    bodies,
    refused: () => refused,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
