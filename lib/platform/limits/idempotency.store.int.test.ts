import { randomBytes } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { transact } from "@/lib/platform/database";
import { createSecretBox } from "@/lib/platform/secret-box";
import { buildCheckout, buildEvent, buildQuote, later, noon } from "@/lib/testing/builders";
import { someoneWaits } from "@/lib/testing/gate";
import { fileWorld } from "@/lib/testing/world";
import type { ClaimResult, Completion, IdempotencyClaim } from "./idempotency.port";
import { LeaseLostError } from "./idempotency.port";
import { createIdempotencyStore } from "./idempotency.store";

const minute = 60_000;
const day = 1_440 * minute;
const fingerprint = "f".repeat(64);
const other = "0".repeat(64);
const answer = { status: 201, body: '{"ok":true,"data":{"claimUrl":"https://pay.example/secret-☕"}}' };

const { stores, project } = await fileWorld([], { tidy: "reads every key" });
const projectId = project.id;

afterEach(() => stores.database.pool.query("DELETE FROM idempotency_keys"));

const claim = (at = noon, print = fingerprint, key = "order-1") =>
  stores.idempotency.claim({ projectId, key }, print, at);

async function claimed(at?: Date, print?: string, key?: string): Promise<IdempotencyClaim> {
  const result = await claim(at, print, key);
  if (result.kind !== "claimed") throw new Error(`the key is ${result.kind}`);
  return result.claim;
}

const kind = async (result: Promise<ClaimResult>) => (await result).kind;

function insert(completion: Completion) {
  const checkout = buildCheckout({ projectId });
  const timeline = [{ kind: "checkout.created", details: null, at: noon }];
  return stores.checkouts.insert(checkout, buildQuote(), timeline, buildEvent(checkout), completion);
}

/** Everything that an insert writes, counted. */
async function counts(): Promise<Record<string, number>> {
  const { rows } = await stores.database.pool.query(`
    SELECT (SELECT count(*)::int FROM checkouts) AS checkouts, (SELECT count(*)::int FROM quotes) AS quotes,
      (SELECT count(*)::int FROM checkout_events) AS timeline, (SELECT count(*)::int FROM outbox_events) AS events`);
  return rows[0];
}

const onlyOne = (results: ClaimResult[]) => {
  expect(results.filter((result) => result.kind === "claimed")).toHaveLength(1);
  expect(results.filter((result) => result.kind === "in_flight")).toHaveLength(results.length - 1);
};
const hundred = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 100 }, work));

describe("a claim", () => {
  test("belongs to one project: the same key of another is separate", async () => {
    await claimed();
    const second = { projectId: await stores.createProject(), key: "order-1" };
    expect(await kind(stores.idempotency.claim(second, other, noon))).toBe("claimed");
  });

  test("succeeds for one of a hundred concurrent requests: a new key, an expired lease, an old answer", async () => {
    onlyOne(await hundred(() => claim(noon)));
    onlyOne(await hundred(() => claim(later(minute))));
    onlyOne(await hundred(() => claim(later(minute + day))));
  });
});

describe("a kept answer", () => {
  test("is stored with the checkout, encrypted", async () => {
    const held = await claimed();
    await insert({ claim: held, answer });
    expect(await claim(later(5 * minute))).toEqual({ kind: "answered", answer });
    const { rows } = await stores.database.pool.query(
      "SELECT status_code, leased_until, response_body FROM idempotency_keys",
    );
    expect(rows).toMatchObject([{ status_code: 201, leased_until: null }]);
    expect(Buffer.from(rows[0].response_body, "base64").toString("latin1")).not.toContain("claimUrl");
  });

  test("stays shut in another key's row and under another data key", async () => {
    await stores.idempotency.complete({ claim: await claimed(), answer });
    await stores.database.pool.query("UPDATE idempotency_keys SET key = 'order-2'");
    await expect(claim(noon, fingerprint, "order-2")).rejects.toThrow(/cannot be opened/);
    await stores.database.pool.query("UPDATE idempotency_keys SET key = 'order-1'");
    const foreign = createIdempotencyStore(stores.database, createSecretBox(randomBytes(32)));
    await expect(foreign.claim({ projectId, key: "order-1" }, fingerprint, noon)).rejects.toThrow(
      /cannot be opened/,
    );
  });

  test("stays the first one: neither a second completion nor a release changes it", async () => {
    const held = await claimed();
    await stores.idempotency.complete({ claim: held, answer });
    await stores.idempotency.complete({ claim: held, answer: { status: 400, body: "{}" } });
    await stores.idempotency.release(held);
    await expect(insert({ claim: held, answer })).rejects.toThrow(LeaseLostError);
    expect(await claim()).toEqual({ kind: "answered", answer });
  });
});

describe("a claim given back", () => {
  test("leaves the key to any request", async () => {
    await stores.idempotency.release(await claimed());
    expect(await kind(claim(noon, other))).toBe("claimed");
  });

  test("changes nothing when it is too late and someone else holds it", async () => {
    const first = await claimed();
    await claimed(later(minute));
    await stores.idempotency.release(first);
    expect(await kind(claim(later(minute)))).toBe("in_flight");
  });
});

describe("a writer whose lease has ended", () => {
  test("writes as long as nobody took over the key", async () => {
    const held = await claimed();
    await insert({ claim: held, answer });
    expect(await claim(later(3 * minute))).toEqual({ kind: "answered", answer });
  });

  test("writes nothing after another writer, whether that one is working, done, or gave it back", async () => {
    const late = { claim: await claimed(), answer: { status: 201, body: '{"late":true}' } };
    const second = await claimed(later(minute));
    const checkout = await stores.createCheckout({ projectId });
    const before = await counts();
    const refused = async () => {
      await expect(insert(late)).rejects.toThrow(LeaseLostError);
      const cancelling = stores.pendingCheckouts.transaction(async (tx) => {
        await tx.saveAdvances([
          {
            checkout: { ...checkout, status: "CANCELLED" },
            previousStatus: "PENDING",
            newQuotes: [],
            timeline: [],
            events: [buildEvent(checkout, { kind: "checkout.cancelled", sequence: 2 })],
          },
        ]);
        await tx.complete(late);
      });
      await expect(cancelling).rejects.toThrow(LeaseLostError);
      await stores.idempotency.complete(late);
      expect(await counts()).toEqual(before);
      expect((await stores.checkouts.find(projectId, checkout.id))?.checkout.status).toBe("PENDING");
    };
    await refused();
    await stores.idempotency.complete({ claim: second, answer });
    await refused();
    expect(await claim(later(minute))).toEqual({ kind: "answered", answer });
    await stores.database.pool.query("DELETE FROM idempotency_keys");
    await refused();
  });

  test("writes nothing when it is taken over while it writes", async () => {
    const late = { claim: await claimed(), answer };
    const before = await counts();
    let writing: Promise<unknown> = Promise.resolve();
    await transact(stores.database.pool, async (connection) => {
      // Another instance's claim, not committed yet.
      await connection.query("UPDATE idempotency_keys SET leased_until = leased_until + interval '1 minute'");
      writing = expect(insert(late)).rejects.toThrow(LeaseLostError);
      await someoneWaits(stores.database);
    });
    await writing;
    expect(await counts()).toEqual(before);
  });
});

describe("a request during the answer's commit", () => {
  test("waits for it and gets it, though the lease has ended", async () => {
    const held = await claimed();
    const before = await counts();
    let writing: Promise<unknown> = Promise.resolve();
    let asking: Promise<ClaimResult> = Promise.resolve({ kind: "in_flight" });
    await transact(stores.database.pool, async (connection) => {
      // The checkout's foreign key waits for this, after its answer was written.
      await connection.query("SELECT FROM projects WHERE id = $1 FOR UPDATE", [projectId]);
      writing = insert({ claim: held, answer });
      await someoneWaits(stores.database);
      asking = claim(later(2 * minute));
      await waiting(2);
    });
    await writing;
    expect(await asking).toEqual({ kind: "answered", answer });
    expect((await counts()).checkouts).toBe((before.checkouts ?? 0) + 1);
  });

  test("takes the key over when that write fails", async () => {
    const held = await claimed();
    let asking: Promise<ClaimResult> = Promise.resolve({ kind: "in_flight" });
    const failing = stores.pendingCheckouts.transaction(async (tx) => {
      await tx.complete({ claim: held, answer });
      asking = claim(later(minute));
      await someoneWaits(stores.database);
      throw new Error("the disk is full");
    });
    await expect(failing).rejects.toThrow("the disk is full");
    expect(await asking).toMatchObject({ kind: "claimed", claim: { leasedUntil: later(2 * minute) } });
  });
});

/** Resolves when so many statements wait for locks. */
async function waiting(many: number): Promise<void> {
  const count = async () => {
    const { rows } = await stores.database.pool.query(`
      SELECT count(*)::int AS many FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND state = 'active'`);
    return rows[0].many;
  };
  await expect.poll(count, { timeout: 30_000 }).toBe(many);
}

describe("pruning", () => {
  test("deletes answers and claims older than 24 hours, oldest first, up to a limit", async () => {
    await claimed(later(2), fingerprint, "c");
    await stores.idempotency.complete({ claim: await claimed(later(0), fingerprint, "a"), answer });
    await claimed(later(1), fingerprint, "b");
    await claimed(later(3), fingerprint, "d");
    expect(await stores.idempotency.prune(later(day + 2), 2)).toBe(2);
    expect(await keys()).toEqual(["c", "d"]);
    expect(await stores.idempotency.prune(later(day + 2), 9)).toBe(1);
    expect(await stores.idempotency.prune(later(day + 2), 9)).toBe(0);
    expect(await keys()).toEqual(["d"]);
  });

  test("keeps a key that was claimed again", async () => {
    await claimed();
    await claimed(later(day));
    expect(await stores.idempotency.prune(later(day), 9)).toBe(0);
    expect(await keys()).toEqual(["order-1"]);
  });

  test("skips a key that is being claimed", async () => {
    await claimed();
    await transact(stores.database.pool, async (connection) => {
      await connection.query("UPDATE idempotency_keys SET created_at = $1", [later(day)]);
      expect(await stores.idempotency.prune(later(day), 9)).toBe(0);
    });
    expect(await keys()).toEqual(["order-1"]);
  });
});

async function keys(): Promise<string[]> {
  const { rows } = await stores.database.pool.query("SELECT key FROM idempotency_keys ORDER BY key");
  return rows.map(({ key }) => key);
}
