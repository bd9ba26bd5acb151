import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPruning } from "@/lib/api/wiring/stores";
import { later, newId, noon, uniqueHex } from "@/lib/testing/builders";
import { fileWorld } from "@/lib/testing/world";
import { pruneHistory } from "./prune";

const { stores, project } = await fileWorld();
const projectId = project.id;
let endpointId: string;

const dayMs = 24 * 3_600_000;
/** What is pruned at noon: exactly as old as may be, and a moment younger. */
const old = later(-30 * dayMs);
const young = later(-30 * dayMs + 1);

beforeAll(async () => {
  endpointId = newId("whe");
  await query(
    "INSERT INTO webhook_endpoints (id, project_id, url, kinds) VALUES ($1, $2, 'https://a.example', '{}')",
    [endpointId, projectId],
  );
});
beforeEach(async () => {
  await query("DELETE FROM delivery_attempts");
  await query("DELETE FROM webhook_deliveries");
  await query("DELETE FROM mail_messages");
  await query("DELETE FROM work_leases");
  await query("DELETE FROM request_log");
  await query("DELETE FROM job_runs");
});

const query = (text: string, values: unknown[] = []) => stores.database.pool.query(text, values);
const prune = (now = noon) =>
  pruneHistory({ clock: { now: () => now }, pruning: createPruning(stores.database) });

/** A delivery with an attempt at each of the times. */
async function delivery(
  status: "PENDING" | "DELIVERED" | "FAILED",
  attempts: readonly Date[],
): Promise<string> {
  const eventId = newId("evt");
  const id = newId("whd");
  await query(
    `INSERT INTO outbox_events (id, project_id, endpoint_id, kind, sequence, body)
     VALUES ($1, $2, $3, 'endpoint.test', 0, '{"kept":true}')`,
    [eventId, projectId, endpointId],
  );
  await query(
    `INSERT INTO webhook_deliveries (id, event_id, endpoint_id, status, attempt_count, next_attempt_at, completed_at)
     VALUES ($1, $2, $3, $4::delivery_status, $5, $6, $7)`,
    [
      id,
      eventId,
      endpointId,
      status,
      attempts.length,
      noon,
      status === "PENDING" ? null : (attempts.at(-1) ?? noon),
    ],
  );
  for (const [index, at] of attempts.entries())
    await query(
      `INSERT INTO delivery_attempts (delivery_id, number, started_at, duration_ms, status_code, response_body)
       VALUES ($1, $2, $3, 5, 500, 'what the receiver said')`,
      [id, index + 1, at],
    );
  return id;
}

async function attemptsOf(id: string): Promise<number[]> {
  const { rows } = await query(
    "SELECT number FROM delivery_attempts WHERE delivery_id = $1 ORDER BY number",
    [id],
  );
  return rows.map(({ number }) => number);
}

async function count(table: string): Promise<number> {
  return Number((await query(`SELECT count(*) AS count FROM ${table}`)).rows[0].count);
}

describe("attempts at deliveries", () => {
  test("are deleted with their answers 30 days after the last; the last one of a failure stays", async () => {
    const before = later(-dayMs, old);
    const delivered = await delivery("DELIVERED", [before, old]);
    const failed = await delivery("FAILED", [before, before, old]);
    const waiting = await delivery("PENDING", [before, old]);
    const younger = await delivery("DELIVERED", [before, young]);
    const deliveries = await count("webhook_deliveries");
    const events = await count("outbox_events");
    await prune();
    expect(await attemptsOf(delivered)).toEqual([]);
    expect(await attemptsOf(failed)).toEqual([3]);
    expect(await attemptsOf(waiting)).toEqual([1, 2]);
    expect(await attemptsOf(younger)).toEqual([1, 2]);
    expect(await count("webhook_deliveries")).toBe(deliveries);
    expect(await count("outbox_events")).toBe(events);

    await prune(later(1));
    expect(await attemptsOf(younger)).toEqual([]);
    expect(await attemptsOf(failed)).toEqual([3]);
  });

  test("of a delivery that waited then are deleted after its end", async () => {
    const waiting = await delivery("PENDING", [old]);
    await prune();
    await query("UPDATE webhook_deliveries SET status = 'DELIVERED', attempt_count = 2 WHERE id = $1", [
      waiting,
    ]);
    await query(
      "INSERT INTO delivery_attempts (delivery_id, number, started_at, duration_ms) VALUES ($1, 2, $2, 5)",
      [waiting, noon],
    );
    await prune(later(30 * dayMs - 1));
    expect(await attemptsOf(waiting)).toEqual([1, 2]);
    await prune(later(30 * dayMs));
    expect(await attemptsOf(waiting)).toEqual([]);
  });

  test("are read in batches that continue after the last one, also after a crash", async () => {
    const kept = await delivery("FAILED", [later(-9, old)]);
    const ids: string[] = [];
    for (let index = 0; index < 8; index++) ids.push(await delivery("DELIVERED", [later(-index, old)]));
    const pruning = createPruning(stores.database);
    expect(await pruning.deliveryAttempts(old, 3)).toBe(3);
    expect(await count("delivery_attempts")).toBe(7);
    // Another process takes over; what stays is not looked at again.
    const other = createPruning(stores.database);
    expect(await other.deliveryAttempts(old, 3)).toBe(3);
    expect(await other.deliveryAttempts(old, 3)).toBe(3);
    expect(await other.deliveryAttempts(old, 3)).toBe(0);
    expect(await attemptsOf(kept)).toEqual([1]);
    expect(await count("delivery_attempts")).toBe(1);
  });

  test("of the same moment are deleted together, so that none is skipped", async () => {
    for (let index = 0; index < 5; index++) await delivery("DELIVERED", [old]);
    expect(await createPruning(stores.database).deliveryAttempts(old, 2)).toBe(5);
    expect(await count("delivery_attempts")).toBe(0);
  });

  test("go once with two workers at it", async () => {
    const failed = await delivery("FAILED", [old, old]);
    for (let index = 0; index < 30; index++) await delivery("DELIVERED", [later(-index, old), old]);
    await Promise.all([prune(), prune(), prune()]);
    expect(await count("delivery_attempts")).toBe(1);
    expect(await attemptsOf(failed)).toEqual([2]);
  });
});

describe("letters and leases", () => {
  test("go 90 days after they were written, and 7 days after they ended", async () => {
    const letter = (key: string, at: Date) =>
      query(
        `INSERT INTO mail_messages (id, dedupe_key, kind, recipient, subject, body, next_attempt_at, created_at)
         VALUES ($1, $1, 'operator.incident', 'a@example.com', 's', 'b', $2, $2)`,
        [key, at],
      );
    await letter("old", later(-90 * dayMs));
    await letter("young", later(-90 * dayMs + 1));
    const lease = (name: string, at: Date) =>
      query("INSERT INTO work_leases (name, holder, expires_at) VALUES ($1, 'h', $2)", [name, at]);
    await lease("old", later(-7 * dayMs));
    await lease("young", later(-7 * dayMs + 1));
    await Promise.all([prune(), prune()]);
    expect((await query("SELECT id FROM mail_messages")).rows).toEqual([{ id: "young" }]);
    expect((await query("SELECT name FROM work_leases")).rows).toEqual([{ name: "young" }]);
  });

  test("go in batches", async () => {
    await query(
      `INSERT INTO mail_messages (id, dedupe_key, kind, recipient, subject, body, next_attempt_at, created_at)
       SELECT n::text, n::text, 'operator.incident', 'a@example.com', 's', 'b', $1, $1 FROM generate_series(1, 5) AS n`,
      [later(-100 * dayMs)],
    );
    const pruning = createPruning(stores.database);
    expect(await pruning.letters(noon, 2)).toBe(2);
    expect(await count("mail_messages")).toBe(3);
    expect(await pruning.letters(noon, 9)).toBe(3);
  });
});

describe("logged requests", () => {
  const log = (project: string, at: Date, requests = 1) =>
    query(
      `INSERT INTO request_log (request_id, project_id, operation, method, path, status_code, duration_ms, created_at)
       SELECT 'req_' || n, $1, 'getCheckout', 'GET', '/', 200, 5, $2 FROM generate_series(1, $3) AS n`,
      [project, at, requests],
    );
  const kept = async (project: string) =>
    (await query("SELECT request_id FROM request_log WHERE project_id = $1 ORDER BY id", [project])).rows.map(
      ({ request_id }) => request_id,
    );

  test("go after 30 days", async () => {
    await log("prj_a", old);
    await log("prj_b", young);
    await Promise.all([prune(), prune()]);
    expect(await kept("prj_a")).toEqual([]);
    expect(await kept("prj_b")).toEqual(["req_1"]);
  });

  test("stay as many as a project may have, the newest of each, in batches", async () => {
    await log("prj_a", noon, 5);
    await log("prj_b", noon, 2);
    await log("prj_c", noon, 4);
    const pruning = createPruning(stores.database);
    expect(await pruning.surplusRequests(2, 3)).toBe(3);
    expect(await pruning.surplusRequests(2, 3)).toBe(2);
    expect(await pruning.surplusRequests(2, 3)).toBe(0);
    expect(await kept("prj_a")).toEqual(["req_4", "req_5"]);
    expect(await kept("prj_b")).toEqual(["req_1", "req_2"]);
    expect(await kept("prj_c")).toEqual(["req_3", "req_4"]);
  });
});

test("runs a few indexed queries when there is nothing to do", async () => {
  await query(
    `INSERT INTO mail_messages (id, dedupe_key, kind, recipient, subject, body, next_attempt_at, created_at)
     SELECT n::text, n::text, 'operator.incident', 'a@example.com', 's', 'b', $1, $1 FROM generate_series(1, 3000) AS n`,
    [noon],
  );
  const id = await delivery("DELIVERED", [noon]);
  await query(
    `INSERT INTO delivery_attempts (delivery_id, number, started_at, duration_ms)
     SELECT $1, n, $2, 5 FROM generate_series(2, 3000) AS n`,
    [id, noon],
  );
  await query("ANALYZE mail_messages, delivery_attempts");
  const plan = async (text: string) =>
    (await query(`EXPLAIN ${text}`)).rows.map((row) => row["QUERY PLAN"]).join("\n");
  const attempts = await plan(
    `SELECT delivery_id FROM delivery_attempts WHERE started_at > '2025-01-01' AND started_at <= '${old.toISOString()}'
     ORDER BY started_at FETCH FIRST 2000 ROWS WITH TIES`,
  );
  expect(attempts).toContain("delivery_attempts_started_at_idx");
  expect(attempts).not.toContain("Seq Scan");
  const letters = await plan(
    `SELECT id FROM mail_messages WHERE created_at <= '${old.toISOString()}' ORDER BY created_at, id LIMIT 2000`,
  );
  expect(letters).toContain("mail_messages_created_at_idx");
  expect(letters).not.toContain("Seq Scan");
  await prune();
  expect(await count("mail_messages")).toBe(3_000);
});

test("deletes sessions 30 days after their end, and one-time secrets after a day", async () => {
  const { userId } = await stores.admin.createUser({
    email: "ada@shop.example",
    passwordHash: null,
    at: noon,
  });
  const session = (id: string, expiresAt: Date, revokedAt: Date | null) =>
    query(
      `INSERT INTO sessions (id, user_id, created_at, last_seen_at, authenticated_at, expires_at, revoked_at)
       VALUES ($1, $2, $3, $3, $3, $4, $5)`,
      [id, userId, noon, expiresAt, revokedAt],
    );
  await session("over", old, null);
  await session("over-later", young, null);
  await session("ended", later(dayMs), old);
  await session("ended-later", later(dayMs), young);
  await session("open", later(dayMs), null);
  const token = (digit: string, expiresAt: Date) =>
    query(
      `INSERT INTO account_tokens (hash, purpose, created_at, expires_at) VALUES ($1, 'WALLET_NONCE', $2, $3)`,
      [digit.repeat(64), noon, expiresAt],
    );
  await token("a", later(-dayMs));
  await token("b", later(-dayMs + 1));
  await prune();
  const { rows: sessions } = await query("SELECT id FROM sessions ORDER BY id");
  expect(sessions.map(({ id }) => id)).toEqual(["ended-later", "open", "over-later"]);
  const { rows: tokens } = await query("SELECT hash FROM account_tokens");
  expect(tokens.map(({ hash }) => hash[0])).toEqual(["b"]);
});

test("deletes the hashes that customers submitted after a day, whether a chain ever had them or not", async () => {
  const { id: checkoutId } = await stores.createCheckout({ projectId });
  const [stale, fresh] = [uniqueHex(32), uniqueHex(32)];
  await stores.hints.save({ checkoutId, chainId: 31337, txHash: stale }, later(-dayMs));
  await stores.hints.save({ checkoutId, chainId: 31337, txHash: fresh }, later(-dayMs + 1));
  await prune();
  const { rows } = await query("SELECT tx_hash FROM payment_hints");
  expect(rows).toEqual([{ tx_hash: fresh }]);
});
