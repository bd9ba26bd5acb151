/**
 * `node:http` and pg alone, running the statements of our create through our own stores: what they would cost
 * without Next, validation, pricing and address derivation. Answers its address to its parent.
 */
import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { createCheckoutStore } from "@/lib/checkouts/checkout.store";
import { eventBody } from "@/lib/checkouts/views/webhook-event.schema";
import { createDatabase } from "@/lib/platform/database";
import { newId } from "@/lib/platform/ids";
import { createSecretBox } from "@/lib/platform/secret-box";
import { createProjectStore } from "@/lib/projects/project.store";
import { buildCheckout, buildQuote } from "@/lib/testing/builders";

const { DATABASE_URL: databaseUrl } = process.env;
if (databaseUrl === undefined) throw new Error("DATABASE_URL names the database.");
const database = createDatabase(databaseUrl, { maxConnections: 20 });
const projects = createProjectStore(database);
const checkouts = createCheckoutStore(database, createSecretBox(randomBytes(32)));

async function create(request: IncomingMessage, response: ServerResponse): Promise<void> {
  await json(request);
  const now = new Date();
  const key = String(request.headers["x-api-key"]);
  const holder = await projects.findKeyHolder(createHash("sha256").update(key).digest("hex"), now);
  if (holder === null) {
    response.writeHead(404).end();
    return;
  }
  const checkout = newCheckout(holder.project.id, now);
  const eventId = newId("evt");
  const kind = "checkout.created";
  await checkouts.insert(
    checkout,
    buildQuote({ exchangeRateAt: now }),
    [{ kind, details: { createdVia: checkout.createdVia }, at: now }],
    {
      id: eventId,
      projectId: checkout.projectId,
      checkoutId: checkout.id,
      kind,
      sequence: 1,
      body: eventBody(eventId, kind, checkout, now),
      createdAt: now,
    },
    null,
  );
  response
    .writeHead(201, { "content-type": "application/json" })
    .end(JSON.stringify({ ok: true, data: { checkoutId: checkout.id } }));
}

function newCheckout(projectId: string, now: Date): Checkout {
  const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  return buildCheckout({
    id: newId("chk"),
    projectId,
    createdAt: now,
    expiresAt: later(30),
    watchUntil: later(24 * 60),
    exchangeRateAt: now,
    depositAddress: `0x${randomBytes(20).toString("hex")}`,
  });
}

const server = createServer((request, response) => {
  create(request, response).catch((error: unknown) => {
    console.error(error);
    response.writeHead(500).end();
  });
});
server.listen(0, "127.0.0.1", () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.once("disconnect", () => process.exit(0));
