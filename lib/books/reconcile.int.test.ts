import { describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { expireCheckouts } from "@/lib/payments/expire-checkouts";
import { settleCheckouts } from "@/lib/settlement/settle-checkouts";
import { newId, uniqueHex } from "@/lib/testing/builders";
import { type Lies, severalNodes } from "@/lib/testing/node/scripted-node";
import { partsOf } from "@/lib/testing/parts";
import { price, testNetwork, testWorld } from "@/lib/testing/world";
import { disableEndpoint, enableEndpoint, updateEndpoint } from "@/lib/webhooks/endpoints/manage-endpoints";
import type { WebhookParts } from "@/lib/webhooks/endpoints/read-endpoints";
import type { EventKind } from "@/lib/webhooks/events.rules";
import { replayDelivery } from "@/lib/webhooks/replay-deliveries";
import { type ReconcileOptions, reconcile } from "./reconcile";

const network = await testNetwork();
const world = testWorld([network]);

const look = (options: ReconcileOptions = {}) =>
  reconcile({ ...world.deps, books: world.stores.books }, options);
const found = async (options: ReconcileOptions = {}) =>
  (await look(options)).findings.map(({ area, checkoutId }) => `${area} ${checkoutId}`);

const listenTo = (kinds: EventKind[]) =>
  world.stores.createWebhookEndpoint({
    projectId: world.project.id,
    url: "https://shop.example/",
    kinds,
    secret: "whsec_c2VjcmV0",
    at: new Date("2020-01-01"),
  });

/** Changes what no statement of the service would: constraints and triggers stand aside. */
async function tamper(text: string, values: unknown[]) {
  const client = await world.stores.database.pool.connect();
  try {
    await client.query("SET session_replication_role = replica");
    await client.query(text, values);
    await client.query("SET session_replication_role = origin");
  } finally {
    client.release();
  }
}

describe("nothing is unexplained", () => {
  it("after payments in full, in part, twice, late, to a stray token, a settlement and an expiry", async () => {
    const settled = await world.paid();
    const partly = await world.create();
    await world.pay(partly, 5n);
    await world.pay(await world.create(), price * 2n);
    await network.pay(settled.depositAddress, 7n, { token: network.usdt });
    const expiring = await world.createFor(1);
    await settleCheckouts(world.deps, 31337);
    await network.chain.mine(2);
    await network.pass(120);
    await world.watch();
    await expireCheckouts(world.deps);
    await network.pay(expiring.depositAddress, price);
    await world.mineAndWatch(2);
    await settleCheckouts(world.deps, 31337);
    expect(await world.status(settled)).toBe("SETTLED");
    expect(await world.status(partly)).toBe("PENDING");
    expect(await world.status(expiring)).toBe("LATE_PAID");
    expect(await look()).toEqual({
      findings: [],
      // The neighbour has as many.
      checked: { ledger: 8, sums: 8, events: 8, standing: 8, balances: 4, logs: 4, incidents: 0 },
    });
  });

  it("without any data, and on a chain that was never scanned", async () => {
    await world.reopen({ scanned: false });
    await world.create();
    expect((await look()).findings).toEqual([]);
  });

  it("when a delivery is sent again, or its attempts are deleted", async () => {
    await listenTo(["checkout.paid"]);
    await world.paid();
    await tamper(
      `INSERT INTO delivery_attempts (delivery_id, number, started_at, duration_ms, status_code)
       SELECT id, 1, now(), 1, 200 FROM webhook_deliveries`,
      [],
    );
    await tamper(
      "UPDATE webhook_deliveries SET status = 'DELIVERED', attempt_count = 1, completed_at = now()",
      [],
    );
    expect(await found()).toEqual([]);
    const [delivery] = await world.query<{ id: string }>("SELECT id FROM webhook_deliveries");
    const by = { projectId: world.project.id, userId: null };
    expect(await replayDelivery(world.deps, by, delivery?.id ?? "")).toEqual({
      id: delivery?.id,
      replayed: 1,
    });
    expect(await found()).toEqual([]);
    await tamper("DELETE FROM delivery_attempts", []);
    await tamper(
      `UPDATE webhook_deliveries SET status = 'DELIVERED', attempt_count = 2, created_at = now() - interval '40 days',
         completed_at = now() - interval '31 days'`,
      [],
    );
    expect(await found()).toEqual([]);
  });

  it("for an endpoint that was disabled or had other kinds at the time", async () => {
    const { endpointId } = await listenTo(["checkout.settled"]);
    const by = { projectId: world.project.id, userId: null };
    const deps = partsOf<WebhookParts>({
      ...world.deps,
      endpoints: world.stores.endpoints,
      checkWebhookUrl: async () => null,
    });
    await world.paid();
    await updateEndpoint(deps, by, endpointId, { kinds: ["checkout.paid"] });
    expect(await found()).toEqual([]);
    await disableEndpoint(deps, by, endpointId);
    await network.pass(120);
    await world.paid();
    expect(await found()).toEqual([]);
    await enableEndpoint(deps, by, endpointId);
    expect(await found()).toEqual([]);
    await network.pass(120);
    const { id } = await world.paid();
    expect(await found()).toEqual([]);
    await tamper("DELETE FROM webhook_deliveries", []);
    expect(await found()).toEqual([`events ${id}`]);
  });

  it("after more pages than one", async () => {
    const ids: string[] = [];
    for (let count = 0; count < 450; count++)
      ids.push((await world.stores.createCheckout({ projectId: world.project.id })).id);
    await world.scan();
    const report = await look({ logs: false });
    expect(report.findings.filter(({ area }) => area !== "standing")).toEqual([]);
    // The neighbour has as many.
    expect(report.checked).toMatchObject({ ledger: 900, balances: 450, logs: 0 });
  });
});

describe("discrepancies are named", () => {
  it.each([
    [
      "a ledger entry with another amount",
      "UPDATE ledger_entries SET amount_units = amount_units + 1 WHERE checkout_id = $1 AND source_id NOT LIKE 'orphan%'",
      ["ledger", "ledger"],
    ],
    [
      "a checkout with a sum that its transfers do not give",
      "UPDATE checkouts SET paid_units = paid_units - 1 WHERE id = $1",
      ["sums", "standing"],
    ],
    [
      "an event that is missing",
      "DELETE FROM outbox_events WHERE checkout_id = $1 AND kind = 'checkout.detected'",
      ["events", "events"],
    ],
    [
      "a status that nothing led to",
      "UPDATE checkouts SET status = 'DETECTED' WHERE id = $1",
      ["events", "standing"],
    ],
  ])("%s", async (_, change, areas) => {
    const { id } = await world.paid();
    await tamper(change, [id]);
    expect(await found()).toEqual(areas.map((area) => `${area} ${id}`));
  });

  it("a missing ledger entry, and a surplus one", async () => {
    const first = await world.paid();
    const second = await world.paid();
    await tamper("DELETE FROM ledger_entries WHERE checkout_id = $1 AND source_id NOT LIKE 'orphan%'", [
      first.id,
    ]);
    await tamper(
      `INSERT INTO ledger_entries (kind, source_id, checkout_id, chain_id, token_address, from_account, to_account, amount_units)
       SELECT 'RECEIVED_REVERSED', source_id, checkout_id, chain_id, token_address, to_account, from_account, amount_units
       FROM ledger_entries WHERE checkout_id = $1 AND source_id NOT LIKE 'orphan%'`,
      [second.id],
    );
    const areas = (await found()).sort();
    expect(areas.filter((line) => line === `ledger ${first.id}`)).toHaveLength(2);
    expect(areas.filter((line) => line === `ledger ${second.id}`)).toHaveLength(2);
    expect(areas).toHaveLength(4);
  });

  it.each([
    ["an event without a delivery for an endpoint that listened", "DELETE FROM webhook_deliveries"],
    [
      "a delivery that nobody ever answered",
      "UPDATE webhook_deliveries SET status = 'DELIVERED', completed_at = now()",
    ],
  ])("%s", async (_, change) => {
    await world.query(
      `INSERT INTO webhook_endpoints (id, project_id, url, kinds, created_at)
       VALUES ('whe_1', $1, 'https://shop.example', ARRAY['checkout.paid'], '2020-01-01')`,
      [world.project.id],
    );
    const { id } = await world.paid();
    expect(await found()).toEqual([]);
    await tamper(change, []);
    expect(await found()).toEqual([`events ${id}`]);
  });

  it("an unrecorded payment: by balance, and by log when logs are read", async () => {
    const { id } = await world.paid();
    const [transfer] = await world.query<{ id: string }>(
      "SELECT id FROM transfers WHERE checkout_id = $1 AND NOT orphaned",
      [id],
    );
    await tamper("DELETE FROM ledger_entries WHERE source_id = $1", [transfer?.id]);
    await tamper("DELETE FROM transfers WHERE id = $1", [transfer?.id]);
    const lines = await found();
    expect(lines).toContain(`balances ${id}`);
    expect(lines).toContain(`logs ${id}`);
    expect(await found({ logs: false })).not.toContain(`logs ${id}`);
  });

  it("an invented payment", async () => {
    const { id } = await world.paid();
    await tamper("UPDATE transfers SET tx_hash = $2 WHERE checkout_id = $1", [id, uniqueHex(32)]);
    expect((await found()).filter((line) => line !== `standing ${id}`)).toEqual([`logs ${id}`, `logs ${id}`]);
  });

  it("tokens that arrived without a log", async () => {
    const checkout = await world.paid();
    const slot = await donate(checkout, 11n);
    expect(slot).toBe(true);
    expect(await found({ logs: false })).toEqual([`balances ${checkout.id}`]);
  });

  it("a balance that one of two nodes denies", async () => {
    const { id } = await world.paid();
    const poorer: Lies = { balances: async (_, queries) => queries.map(() => 0n) };
    const reader = severalNodes(network.reader, [{}, poorer]);
    world.deps.reader = () => reader;
    expect(await found({ logs: false })).toContain(`balances ${id}`);
  });

  it("an open incident", async () => {
    await world.stores.incidents.raise(
      { kind: "CHAIN_LOST", subject: newId("chk"), chainId: 31337, checkoutId: null, details: {} },
      new Date(),
    );
    expect(await found()).toEqual(["incidents null"]);
  });

  it.each(["OUT_OF_GAS", "DAILY_CAP_REACHED", "TRANSACTION_STUCK", "TOKEN_PAUSED", "NODE_DOWN"] as const)(
    "but not an open %s, which is explained",
    async (kind) => {
      await world.stores.incidents.raise(
        { kind, subject: "31337/wallet", chainId: 31337, checkoutId: null, details: {} },
        new Date(),
      );
      expect(await found()).toEqual([]);
    },
  );

  it("a payment that a reorg removed after it counted, and nothing else", async () => {
    const checkout = await world.paid();
    await network.chain.reorg(3);
    await world.mineAndWatch();
    expect(await world.find(checkout)).toMatchObject({ status: "PENDING", settlementFrozen: true });
    const { findings } = await look();
    expect(findings).toEqual([
      {
        area: "incidents",
        checkoutId: checkout.id,
        chainId: 31337,
        text: expect.stringContaining("PAYMENT_REVERTED"),
      },
    ]);
    expect(world.warnings).toContain("a chain reorganisation reverted a payment");
  });

  it("a chain without an answering node", async () => {
    await world.paid();
    world.nodesDown = true;
    expect((await look()).findings.map(({ area, text }) => `${area} ${text.slice(0, 40)}`)).toEqual([
      "balances balances on chain 31337 could not be rea",
      "logs logs of chain 31337 could not be read: c",
    ]);
  });

  it("but nothing in a block that wasn't scanned yet", async () => {
    const { depositAddress } = await world.paid();
    await network.pay(depositAddress, 3n);
    expect(await found()).toEqual([]);
  });
});

/** Writes a balance into the token's storage: no log tells of it. */
async function donate({ depositAddress }: Checkout, units: bigint): Promise<boolean> {
  const before = await network.balance(depositAddress);
  const { client } = network.chain;
  await client.request<{ Method: string; Parameters: unknown[]; ReturnType: unknown }>({
    method: "anvil_dealERC20",
    params: [depositAddress, network.usdc, `0x${(before + units).toString(16)}`],
  });
  await client.mine({ blocks: 1 });
  await world.scan();
  return (await network.balance(depositAddress)) === before + units;
}
