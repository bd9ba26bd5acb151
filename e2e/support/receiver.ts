import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { WebhookEvent } from "@/lib/checkouts/views/webhook-event.schema";
import type { DemoManifest } from "@/lib/demo/identity";
import { loadIdentity } from "@/lib/demo/identity";
import { newId } from "@/lib/platform/ids";
import { createSecretBox } from "@/lib/platform/secret-box";
import type { EventKind } from "@/lib/webhooks/events.rules";
import { withDatabase } from "./stack";

export type Received = { headers: Record<string, string>; raw: string; event: WebhookEvent; at: number };

export type Receiver = {
  url: string;
  received: Received[];
  /** What to answer from now on. */
  answer(status: number): void;
  until(test: (event: Received) => boolean, withinMs?: number): Promise<Received>;
  close(): Promise<void>;
};

/** A merchant's webhook endpoint on this machine, at a port of its own. */
export async function startReceiver(port = 0): Promise<Receiver> {
  const received: Received[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const raw = Buffer.concat(chunks).toString();
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      received.push({ headers, raw, event: JSON.parse(raw) as WebhookEvent, at: Date.now() });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    received,
    answer: (next) => {
      status = next;
    },
    until: async (test, withinMs = 30_000) => {
      const deadline = Date.now() + withinMs;
      for (;;) {
        const found = received.find(test);
        if (found !== undefined) return found;
        if (Date.now() > deadline)
          throw new Error(
            `not received within ${withinMs} ms: ${received.map(({ event }) => event.event).join(", ")}`,
          );
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/**
 * Gives a project of the running service an endpoint, its secret sealed as the service seals it.
 *
 * @returns the secret, `whsec_…`
 */
export async function openEndpoint(
  { databaseUrl, projectId }: Pick<DemoManifest, "databaseUrl" | "projectId">,
  url: string,
  kinds: readonly EventKind[],
): Promise<string> {
  const { dataKey } = await loadIdentity(path.join(path.dirname(process.env.E2E_MANIFEST ?? ""), "demo"));
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  const id = newId("whe");
  const ciphertext = createSecretBox(Buffer.from(dataKey, "base64")).seal(secret, id);
  const createdAt = new Date();
  await withDatabase(async (database) => {
    await database.prisma.webhookEndpoint.create({
      data: {
        id,
        projectId,
        url,
        kinds: [...kinds],
        createdAt,
        secrets: { create: { ciphertext, createdAt } },
      },
    });
  }, databaseUrl);
  return secret;
}
