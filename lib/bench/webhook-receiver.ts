import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import type { WebhookEvent } from "@/lib/checkouts/views/webhook-event.schema";

export type WebhookReceiver = {
  url: string;
  /** Called with the first arrival of every event, at `performance.now()`. */
  onEvent(listener: (event: WebhookEvent, at: number) => void): void;
  close(): Promise<void>;
};

/** A merchant's webhook endpoint that answers at once and stores only the events that it has seen. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const seen = new Set<string>();
  const listeners: ((event: WebhookEvent, at: number) => void)[] = [];
  const server = createServer((request, response) => {
    const at = performance.now();
    json(request).then(
      (body) => {
        response.writeHead(204).end();
        const event = body as WebhookEvent;
        if (seen.has(event.id)) return;
        seen.add(event.id);
        for (const listener of listeners) listener(event, at);
      },
      () => response.writeHead(400).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    onEvent: (listener) => {
      listeners.push(listener);
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
