import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import type { TokenRef } from "@/lib/chain/token.rules";
import { buildEvent } from "@/lib/checkouts/checkout-draft";
import { createDatabase, type Database } from "@/lib/platform/database";
import { createSecretBox } from "@/lib/platform/secret-box";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { createProjectAdmin } from "@/lib/projects/project-admin.store";
import { buildCheckout, newId } from "@/lib/testing/builders";
import { createWebhookEndpointStore } from "@/lib/webhooks/endpoints/webhook-endpoint.store";
import { eventKinds } from "@/lib/webhooks/events.rules";

export type Load = {
  /** PENDING, with their time still before them. */
  open: number;
  /** EXPIRED long ago, beyond their close watch: what a table has at its beginning after years. */
  closed: number;
  /** So many of the open ones have the very address that their terms derive; the others have one by hash. */
  derived: number;
  projects: number;
  /** Accepted by every project; the first prices most checkouts. */
  tokens: readonly [TokenRef, TokenRef];
};

export type Loaded = { projectIds: string[]; serverKey: string; seconds: number };

const openHours = 12;

/**
 * Fills an empty, migrated database with checkouts as the API leaves them: quote, timeline, `checkout.created`
 * in the outbox, and a delivery where an endpoint listens. Every constraint, index and trigger is in place
 * while it loads. Of ten checkouts eight have one quote, one has two, one has none yet.
 */
export async function loadCheckouts(databaseUrl: string, load: Load): Promise<Loaded> {
  const startedAt = performance.now();
  const database = createDatabase(databaseUrl, { maxConnections: 1 });
  const projects = await createProjects(database, load).finally(() => database.close());
  // Connections of their own: the service's give no statement this much time.
  const [first, second] = await Promise.all([connect(databaseUrl), connect(databaseUrl)]);
  try {
    const { projectIds } = projects;
    if (load.closed > 0) await first.query(insertCheckouts("closed", load, projectIds), [1, load.closed]);
    await first.query(insertCheckouts("open", load, projectIds), [load.closed + 1, load.closed + load.open]);
    await Promise.all([
      first.query(insertQuotes(load)).then(() => first.query(insertTimeline)),
      second.query(insertOutbox("created")).then(() => second.query(insertDeliveries)),
    ]);
    await second.query(insertOutbox("expired"));
    await derive(first, load.derived);
    await first.query("VACUUM ANALYZE");
  } finally {
    await Promise.all([first.end(), second.end()]);
  }
  return { ...projects, seconds: (performance.now() - startedAt) / 1_000 };
}

async function connect(databaseUrl: string): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  return client;
}

async function createProjects(
  database: Database,
  { projects, tokens }: Load,
): Promise<{ projectIds: string[]; serverKey: string }> {
  const admin = createProjectAdmin(database, newId);
  const at = new Date();
  const projectIds: string[] = [];
  for (let count = 0; count < projects; count++) {
    const { projectId } = await admin.createProject({
      name: `Shop ${count + 1}`,
      settlementWallet: `0x${randomBytes(20).toString("hex")}`,
      refundMode: "STRICT",
      settlementPolicy: "BATCHED",
      at,
    });
    await admin.acceptTokens(projectId, tokens, at);
    projectIds.push(projectId);
  }
  const [projectId] = projectIds;
  if (projectId === undefined) throw new RangeError("checkouts need a project");
  // One in so many listens, to everything: its deliveries are the queue that work is claimed from.
  const endpoint = {
    id: newId("whe"),
    projectId,
    url: "https://shop.example/webhook",
    kinds: eventKinds,
    description: null,
    createdAt: at,
  };
  const endpoints = createWebhookEndpointStore(database, createSecretBox(randomBytes(32)), newId);
  await endpoints.transaction((tx) => tx.insert(endpoint, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"));
  const { key } = await admin.createApiKey({ projectId, kind: "server", at });
  return { projectIds, serverKey: key };
}

/**
 * Ids are in order of creation, as ULIDs are. An open one was made within the last hours and has as many left;
 * a closed one was made a month before.
 */
function insertCheckouts(
  which: "open" | "closed",
  { tokens: [usdc, usdt] }: Load,
  projectIds: string[],
): string {
  const open = which === "open";
  const age = open ? "" : " - interval '30 days'";
  return `
    INSERT INTO checkouts (id, project_id, status, created_via, created_at, expires_at, watch_until, chain_id,
      token_address, amount_units, fixed_chain_id, token_fixed, selection_count, deposit_address, merchant_address,
      refund_authority, open_sweep, fiat_amount, fiat_currency, exchange_rate_used, exchange_rate_at,
      item_name, reference_id, success_url, event_sequence)
    SELECT 'chk_' || lpad(to_hex((extract(epoch FROM made.at) * 1000)::bigint), 12, '0') || substr(hashed.hex, 41, 14),
      project.id, '${open ? "PENDING" : "EXPIRED"}', 'SERVER_KEY', made.at, made.at + interval '${openHours} hours',
      made.at + interval '${openHours + 24} hours',
      CASE WHEN kind < 9 THEN ${usdc.chainId} END,
      CASE WHEN kind < 8 THEN '${usdc.tokenAddress}' WHEN kind = 8 THEN '${usdt.tokenAddress}' END,
      CASE WHEN kind < 9 THEN price.cents * 10000 END,
      CASE WHEN kind < 8 THEN ${usdc.chainId} END, kind < 8, CASE WHEN kind = 8 THEN 2 ELSE 0 END,
      '0x' || substr(hashed.hex, 1, 40), project.settlement_wallet, project.settlement_wallet, true,
      (price.cents / 100) || '.' || lpad((price.cents % 100)::text, 2, '0'), 'USD',
      CASE WHEN kind < 9 THEN '1' END, CASE WHEN kind < 9 THEN made.at END,
      'Order ' || n, 'order-' || n, 'https://shop.example/thanks', ${open ? 1 : 2}
    FROM generate_series($1::bigint, $2::bigint) AS n
    CROSS JOIN LATERAL (SELECT n % 10 AS kind) AS kinds
    CROSS JOIN LATERAL (
      SELECT now()${age} - interval '${openHours - 1} hours' * (1 - (n - $1::bigint)::float8 / ($2::bigint - $1::bigint + 1)) AS at
    ) AS made
    CROSS JOIN LATERAL (SELECT encode(sha256(convert_to('deposit ' || n, 'UTF8')), 'hex') AS hex) AS hashed
    CROSS JOIN LATERAL (SELECT 450 + (n * 7919) % 49550 AS cents) AS price
    JOIN (
      SELECT id, settlement_wallet, place FROM projects
      JOIN unnest(ARRAY[${projectIds.map((id) => `'${id}'`).join(", ")}]) WITH ORDINALITY AS given (id, place) USING (id)
    ) AS project ON project.place = n % ${projectIds.length} + 1
    ORDER BY n`;
}

/** Who selected twice had looked at the first token before. */
function insertQuotes({ tokens: [usdc] }: Load): string {
  return `
    INSERT INTO quotes (checkout_id, ordinal, chain_id, token_address, amount_units, exchange_rate, exchange_rate_at, created_at)
    SELECT id, ordinal, chain_id, CASE WHEN ordinal < greatest(selection_count, 1) THEN '${usdc.tokenAddress}' ELSE token_address END,
      amount_units, exchange_rate_used, exchange_rate_at, created_at
    FROM checkouts CROSS JOIN LATERAL generate_series(1, greatest(selection_count, 1)) AS ordinal
    WHERE token_address IS NOT NULL`;
}

const insertTimeline = `
  INSERT INTO checkout_events (checkout_id, kind, details, created_at)
  SELECT id, 'checkout.created', '{"createdVia": "server_key"}'::jsonb, created_at FROM checkouts
  UNION ALL
  SELECT id, 'checkout.expired', '{"from": "PENDING", "to": "EXPIRED"}', expires_at FROM checkouts WHERE status = 'EXPIRED'`;

/** Bodies as long as true ones: one is built, and what names the checkout is replaced in it. */
function insertOutbox(what: "created" | "expired"): string {
  const sequence = what === "created" ? 1 : 2;
  const checkout = buildCheckout({ projectId: newId("prj"), eventSequence: sequence });
  const { id, kind, body } = buildEvent(newId, `checkout.${what}`, checkout, checkout.createdAt);
  const eventId = `'evt_' || substr(id, 5, 25) || '${sequence}'`;
  return `
    INSERT INTO outbox_events (id, project_id, checkout_id, kind, sequence, body, created_at)
    SELECT ${eventId}, project_id, id, '${kind}', ${sequence},
      replace(replace(replace('${body}', '${id}', ${eventId}), '${checkout.id}', id), '${checkout.projectId}', project_id),
      ${what === "created" ? "created_at" : "expires_at"}
    FROM checkouts ${what === "created" ? "" : "WHERE status = 'EXPIRED'"}`;
}

/** Long delivered. */
const insertDeliveries = `
  INSERT INTO webhook_deliveries (id, event_id, endpoint_id, status, attempt_count, next_attempt_at, created_at, completed_at)
  SELECT 'whd_' || substr(event.id, 5), event.id, endpoint.id, 'DELIVERED', 1, event.created_at, event.created_at, event.created_at
  FROM outbox_events AS event JOIN webhook_endpoints AS endpoint ON endpoint.project_id = event.project_id`;

/** Gives the newest open checkouts the addresses of their terms. */
async function derive(client: Client, count: number): Promise<void> {
  const { rows } = await client.query<{
    id: string;
    merchant_address: Hex;
    refund_authority: Hex;
    open_sweep: boolean;
  }>(
    "SELECT id, merchant_address, refund_authority, open_sweep FROM checkouts WHERE status = 'PENDING' ORDER BY id DESC LIMIT $1",
    [count],
  );
  const addresses = rows.map((row) =>
    depositAddresses.derive({
      checkoutId: row.id,
      merchantAddress: row.merchant_address,
      refundAuthority: row.refund_authority,
      openSweep: row.open_sweep,
    }),
  );
  await client.query(
    `UPDATE checkouts SET deposit_address = derived.address
     FROM unnest($1::text[], $2::text[]) AS derived (id, address) WHERE checkouts.id = derived.id`,
    [rows.map(({ id }) => id), addresses],
  );
}
