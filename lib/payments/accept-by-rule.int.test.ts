import { beforeEach, describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { createDatabase } from "@/lib/platform/database";
import { formatUnits } from "@/lib/platform/values/money.rules";
import { dayMs, hourMs, minuteMs } from "@/lib/platform/values/time.rules";
import { later } from "@/lib/testing/builders";
import { changedWhileWaiting } from "@/lib/testing/gate";
import { outcome } from "@/lib/testing/outcome";
import { partsOf } from "@/lib/testing/parts";
import { fileWorld, price } from "@/lib/testing/world";
import { byHand, customer } from "@/lib/testing/world/by-hand";
import { openTestAccess } from "@/lib/testing/world/people";
import { acceptLateByRule } from "./accept-by-rule";
import { acceptPayment } from "./accept-payment";
import { createLateRuleStore } from "./late-rule.store";

const world = await fileWorld([], { project: { refundMode: "CONVENIENT" } });
const till = byHand(world);

beforeEach(async () => {
  // What earlier tests left is no longer theirs to decide.
  await world.query("UPDATE checkouts SET late_accepted_at = now() WHERE status = 'LATE_PAID'");
  await setRule(200);
});

/** Set an hour ago, unless told otherwise. */
const setRule = (bps: number | null, since = later(-hourMs, world.now), policy = "HOLD") =>
  world.query(
    `UPDATE projects SET late_accept_bps = $2, late_accept_since = $3, late_payment_policy = $4::late_payment_policy
     WHERE id = $1`,
    [world.project.id, bps, bps === null ? null : since, policy],
  );

const deps = (rate: string | null = "1") => {
  const current = async () => {
    if (rate === null) throw new Error("no rates");
    return { source: "cache" as const, get: () => ({ rate, at: world.now, provider: "fixed" }) };
  };
  return partsOf<Parameters<typeof acceptLateByRule>[0]>({
    ...world.deps,
    rates: { current },
    lateRules: createLateRuleStore(world.stores.database),
  });
};

async function late(overrides: Partial<Checkout> = {}): Promise<Checkout> {
  const checkout = await till.create({ status: "EXPIRED", ...overrides });
  await till.receive(checkout, price);
  const found = await world.find(checkout);
  expect(found.status).toBe("LATE_PAID");
  return found;
}

const isAccepted = async (checkout: Checkout) => (await world.find(checkout)).lateAcceptedAt !== null;
const entriesOf = (checkout: Checkout) =>
  world.query<{ userId: string | null; details: object }>(
    `SELECT user_id AS "userId", details FROM audit_log WHERE target = $1 AND action = 'checkout.payment_accepted'`,
    [checkout.id],
  );
/** The price in fiat that a rate of 1.00 makes the price in tokens. */
const fiat = { fiatAmount: formatUnits(price, 6), fiatCurrency: "USD", exchangeRateUsed: "1" } as const;

describe("a rule for late payments", () => {
  it("accepts a payment once, with one event, and the audit log names the rule", async () => {
    const checkout = await late();
    const before = await world.eventKinds(checkout);
    await acceptLateByRule(deps());
    const after = await world.eventKinds(checkout);
    expect(after).toHaveLength(before.length + 1);
    expect(await isAccepted(checkout)).toBe(true);
    const details = {
      rule: "late_payments",
      withinBps: 200,
      movedBps: 0,
      accepted: `${price}`,
      price: `${price}`,
    };
    expect(await entriesOf(checkout)).toEqual([{ userId: null, details }]);
    await acceptLateByRule(deps());
    expect(await world.eventKinds(checkout)).toEqual(after);
  });

  it.each([
    ["at the bound", "0.98", false],
    ["just within it", "0.981", true],
    ["in the merchant's favour", "1.5", true],
    ["of an unknown rate", null, false],
  ])("judges a fiat price %s", async (_, rate, expected) => {
    const checkout = await late(fiat);
    await acceptLateByRule(deps(rate));
    expect(await isAccepted(checkout)).toBe(expected);
  });

  it("leaves what a person has to decide", async () => {
    const set = async (change: string) => {
      const checkout = await late();
      await world.query(`UPDATE checkouts SET ${change} WHERE id = $1`, [checkout.id]);
      return checkout;
    };
    const left = [
      await set("cancelled_at = now()"),
      await set("settlement_frozen = true"),
      await set("excess_requested_at = now()"),
    ];
    const refunding = await late();
    await till.refund(refunding, { amount: "1", destinationAddress: customer });
    const other = await late();
    const replaced = await late();
    await world.query("UPDATE checkouts SET replaced_by = $2 WHERE id = $1", [replaced.id, other.id]);
    const part = await till.create({ status: "EXPIRED" });
    await till.receive(part, price - 1n);
    await acceptLateByRule(deps());
    for (const checkout of [...left, refunding, replaced, part])
      expect(await isAccepted(checkout)).toBe(false);
    expect(await isAccepted(other)).toBe(true);
  });

  it("leaves payments that arrived before it was set, or long ago", async () => {
    const checkout = await late();
    await setRule(200, later(minuteMs, world.now));
    await acceptLateByRule(deps());
    expect(await isAccepted(checkout)).toBe(false);
    await setRule(200);
    world.now = later(3 * hourMs, world.now);
    await acceptLateByRule(deps());
    expect(await isAccepted(checkout)).toBe(false);
  });

  it("does nothing once it is removed, or the project's policy is another", async () => {
    const checkout = await late();
    const byRule = () =>
      acceptPayment(
        deps(),
        { projectId: world.project.id, userId: null, movedBps: 0 },
        checkout.id,
        undefined,
      );
    await setRule(null);
    await acceptLateByRule(deps());
    // Removed between the search and the lock.
    expect(await outcome(byRule())).toBe("CONFLICT");
    await setRule(200, world.now, "REFUND");
    await acceptLateByRule(deps());
    expect(await outcome(byRule())).toBe("CONFLICT");
    expect(await isAccepted(checkout)).toBe(false);
  });

  it.each([
    ["acceptPayment under the lock: the rule was removed", null, later(-hourMs)],
    ["acceptPayment under the lock: the rule got a lower bound", 100, later(-hourMs)],
    ["acceptPayment under the lock: the rule was set anew, for later payments", 200, later(dayMs * 365)],
  ])("%s", async (_, bps, since) => {
    const checkout = await late();
    const by = { projectId: world.project.id, userId: null, movedBps: 150 } as const;
    const accepting = changedWhileWaiting(
      world.stores.database,
      (holder) =>
        holder.query("UPDATE projects SET late_accept_bps = $2, late_accept_since = $3 WHERE id = $1", [
          world.project.id,
          bps,
          bps === null ? null : since,
        ]),
      () => acceptPayment(deps(), by, checkout.id, undefined),
    );
    expect(await outcome(accepting)).toBe("CONFLICT");
    expect(await isAccepted(checkout)).toBe(false);
  });

  it("accepts nothing under the lock once two hours have passed since the search", async () => {
    const checkout = await late();
    world.now = later(2 * hourMs + 1, world.now);
    const by = { projectId: world.project.id, userId: null, movedBps: 0 } as const;
    expect(await outcome(acceptPayment(deps(), by, checkout.id, undefined))).toBe("CONFLICT");
    expect(await isAccepted(checkout)).toBe(false);
  });

  it("reads no payments that came long before, however many wait", async () => {
    const checkout = await late();
    // Ids as numbers, in their columns' shapes.
    const id = (prefix: string) => `'${prefix}_' || lpad(n::text, 26, '0')`;
    const copy = (table: string, where: string, changes: string) =>
      world.query(
        `INSERT INTO ${table} SELECT made.*
         FROM ${table} AS source, generate_series(1, 1000) AS n,
           jsonb_populate_record(source, jsonb_build_object(${changes})) AS made
         WHERE source.${where} = $1`,
        [checkout.id],
      );
    const address = "'0xfade' || lpad(n::text, 36, '0')";
    await copy("checkouts", "id", `'id', ${id("chk")}, 'deposit_address', ${address}`);
    await copy(
      "outbox_events",
      "kind = 'checkout.late_paid' AND source.checkout_id",
      `'id', ${id("evt")}, 'checkout_id', ${id("chk")}, 'created_at', source.created_at - interval '3 hours'`,
    );
    await world.query("ANALYZE checkouts, outbox_events, projects");
    // One connection, on which the store has prepared its statement.
    const database = createDatabase(world.stores.databaseUrl, { maxConnections: 1 });
    try {
      const since = later(-2 * hourMs, world.now);
      const found = await createLateRuleStore(database).candidates(since, "", 100);
      expect(found.map(({ checkoutId }) => checkoutId)).toEqual([checkout.id]);
      const { rows } = await database.pool.query(
        `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE late_rule_candidates('${since.toISOString()}', '', 100)`,
      );
      const nodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodes)];
      const tables = nodes(rows[0]["QUERY PLAN"][0].Plan).filter((node) => "Relation Name" in node);
      expect(tables.map((node) => node["Relation Name"]).toSorted()).toEqual([
        "checkouts",
        "outbox_events",
        "projects",
      ]);
      for (const node of tables) {
        const rowsRead = (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"];
        expect(rowsRead, node["Relation Name"]).toBeLessThan(20);
      }
    } finally {
      await database.close();
    }
  });

  it("acts in its own project only", async () => {
    const checkout = await late();
    const stranger = await world.stores.createProject();
    const by = { projectId: stranger, userId: null, movedBps: 0 } as const;
    expect(await outcome(acceptPayment(deps(), by, checkout.id, undefined))).toBe("CHECKOUT_NOT_FOUND");
  });

  it("of a person says by how much the price moved", async () => {
    const checkout = await late(fiat);
    const owner = await openTestAccess(world.stores, world.project.id, "OWNER");
    await setRule(null);
    await acceptPayment(deps("0.99"), owner.as("payments.accept"), checkout.id, price);
    expect(await entriesOf(checkout)).toMatchObject([{ userId: owner.userId, details: { movedBps: 102 } }]);
  });
});

type PlanNode = {
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: PlanNode[];
};
