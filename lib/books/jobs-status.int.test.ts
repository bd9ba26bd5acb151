import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { chainJobs, type JobName, jobPatienceMs, jobRunKey, noteRun } from "@/lib/platform/jobs/job-runs";
import { createJobRuns } from "@/lib/platform/jobs/job-runs.store";
import {
  buildChain,
  buildEvent,
  buildPosition,
  later,
  newId,
  noon,
  uniqueHex,
  usdc,
} from "@/lib/testing/builders";
import { fileWorld } from "@/lib/testing/world";
import { createJobsStatusStore } from "./jobs-status.store";
import { readJobsStatus, type WorkStatus } from "./service-status";

const { stores, project } = await fileWorld([], { tidy: "counts what is due in every table" });
const projectId = project.id;
let endpointId: string;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const query = (text: string, values: unknown[] = []) => stores.database.pool.query(text, values);

beforeAll(async () => {
  endpointId = newId("whe");
  await query(
    "INSERT INTO webhook_endpoints (id, project_id, url, kinds) VALUES ($1, $2, 'https://a.example', '{}')",
    [endpointId, projectId],
  );
});

/** All is done, at noon. */
beforeEach(async () => {
  for (const table of [
    "webhook_deliveries",
    "settlement_items",
    "settlements",
    "refunds",
    "authorizations",
    "outgoing_transactions",
    "mail_messages",
    "idempotency_keys",
    "incidents",
    "balance_sweeps",
    "job_runs",
    "chain_gaps",
    "exchange_rates",
    "deposit_holdings",
  ])
    await query(`DELETE FROM ${table}`);
  await query("UPDATE checkouts SET status = 'CANCELLED' WHERE status = 'PENDING'");
  await query(
    "UPDATE webhook_endpoints SET failing_since = NULL, disabled_at = NULL, disabled_reason = NULL",
  );
  await stores.payments.transaction((tx) =>
    tx.savePosition(buildPosition({ checkedAt: noon, advancedAt: noon })),
  );
  await stores.rates.save([
    { tokenSymbol: "USDC", fiatCurrency: "USD", rate: "1", provider: "test", fetchedAt: noon },
  ]);
  for (const name of Object.keys(jobPatienceMs)) await ended(name as JobName, noon);
});

const keyOf = (name: JobName, chainId = 31337) => jobRunKey(name, chainJobs.has(name) ? chainId : null);
const ended = (name: JobName, at: Date, chainId?: number) =>
  query(
    `INSERT INTO job_runs (name, started_at, ended_at) VALUES ($1, $2, $2)
     ON CONFLICT (name) DO UPDATE SET ended_at = excluded.ended_at`,
    [keyOf(name, chainId), at],
  );

const status = (now = noon) =>
  readJobsStatus({
    clock: { now: () => now },
    chains: [buildChain()],
    jobsStatus: createJobsStatusStore(stores.database),
    positions: stores.positions,
    scanProgress: stores.scanProgress,
    rateStore: stores.rates,
    incidents: stores.incidents,
  });

/** Of the one kind that is late; throws when it is none or another one too. */
async function theLateOne(now = noon): Promise<WorkStatus> {
  const { isLate, work } = await status(now);
  const late = work.filter((kind) => kind.isLate);
  expect({ isLate, names: late.map(({ name }) => name) }).toEqual({ isLate: true, names: [late[0]?.name] });
  return late[0] as WorkStatus;
}

async function isAllInTime(now = noon): Promise<boolean> {
  const { isLate, work } = await status(now);
  expect(work.filter((kind) => kind.isLate)).toEqual([]);
  return !isLate;
}

test("reports nothing late for a working service, and names each kind", async () => {
  expect(await isAllInTime()).toBe(true);
  const { work, at } = await status();
  expect(at).toEqual(noon);
  expect(work.map(({ name }) => name)).toEqual([
    "chain 31337",
    "expiry",
    "webhooks",
    "settlements",
    "refunds",
    "transactions",
    "signed payments",
    "mail",
    "rates",
    "pruning",
    "wallet changes",
    "hourly counts",
    "incidents",
  ]);
});

describe("late work is listed", () => {
  /** Nothing is late a moment before; the same is late a moment after. */
  async function turnsLate(afterMs: number): Promise<WorkStatus> {
    await bringUpToDate(later(afterMs));
    expect(await isAllInTime(later(afterMs - 1))).toBe(true);
    return theLateOne(later(afterMs));
  }

  /** Everything but what the test made wait. */
  async function bringUpToDate(at: Date): Promise<void> {
    for (const name of Object.keys(jobPatienceMs)) await ended(name as JobName, at);
    await query("UPDATE chain_cursors SET checked_at = $1, advanced_at = $1", [at]);
    await query("UPDATE exchange_rates SET fetched_at = $1", [at]);
  }

  test("an unscanned chain, with its unread blocks", async () => {
    await query(
      "INSERT INTO chain_gaps (chain_id, from_block, to_block, read_through) VALUES (31337, 3, 7, $1)",
      [noon],
    );
    expect(await isAllInTime(later(minuteMs))).toBe(true);
    expect(await theLateOne(later(minuteMs + 1_000))).toMatchObject({
      name: "chain 31337",
      due: 5,
      late: 5,
      oldestDueSeconds: 61,
      lastEndedAt: noon,
      details: { block: "10", unreadBlocks: 5 },
    });
  });

  test("a chain that was never scanned", async () => {
    await query("DELETE FROM chain_cursors");
    expect(await theLateOne()).toMatchObject({ name: "chain 31337", oldestDueSeconds: null });
  });

  test("a checkout past its deadline", async () => {
    await stores.createCheckout({ projectId, expiresAt: noon });
    expect(await turnsLate(15 * minuteMs)).toMatchObject({
      name: "expiry",
      due: 1,
      late: 1,
      oldestDueSeconds: 900,
    });
  });

  test("an unsent webhook, unless a worker holds it", async () => {
    const id = await waitingDelivery();
    await query("UPDATE webhook_deliveries SET leased_until = $2 WHERE id = $1", [id, later(hourMs)]);
    await bringUpToDate(later(minuteMs));
    expect(await isAllInTime(later(minuteMs))).toBe(true);
    await query("UPDATE webhook_deliveries SET leased_until = NULL WHERE id = $1", [id]);
    expect(await turnsLate(minuteMs)).toMatchObject({
      name: "webhooks",
      due: 1,
      late: 1,
      oldestDueSeconds: 60,
    });
  });

  test("a settlement wallet whose waiting day is over, unless its project was deleted", async () => {
    await query(
      `INSERT INTO wallet_changes (id, project_id, from_wallet, to_wallet, effective_at)
       VALUES ($1, $2, '0x' || repeat('a', 40), '0x' || repeat('b', 40), $3)`,
      [newId("wch"), projectId, noon],
    );
    expect(await turnsLate(10 * minuteMs)).toMatchObject({ name: "wallet changes", due: 1, late: 1 });
    await query("UPDATE projects SET deleted_at = $2 WHERE id = $1", [projectId, noon]);
    expect(await isAllInTime(later(11 * minuteMs))).toBe(true);
    await query("UPDATE projects SET deleted_at = NULL WHERE id = $1", [projectId]);
    await query("UPDATE wallet_changes SET cancelled_at = $1", [noon]);
  });

  async function waitingDelivery(): Promise<string> {
    const event = buildEvent({ id: newId("chk"), projectId });
    await query(
      "INSERT INTO outbox_events (id, project_id, endpoint_id, kind, sequence, body) VALUES ($1, $2, $3, 'endpoint.test', 0, '{}')",
      [event.id, projectId, endpointId],
    );
    const id = newId("whd");
    await query(
      "INSERT INTO webhook_deliveries (id, event_id, endpoint_id, next_attempt_at) VALUES ($1, $2, $3, $4)",
      [id, event.id, endpointId, noon],
    );
    return id;
  }

  test("a settlement that doesn't end", async () => {
    await query("INSERT INTO settlements (id, project_id, chain_id, created_at) VALUES ($1, $2, 31337, $3)", [
      newId("stl"),
      projectId,
      noon,
    ]);
    expect(await turnsLate(hourMs)).toMatchObject({ name: "settlements", due: 1, late: 1 });
  });

  test("a refund that waits for the service; one that waits for a person is counted, not late", async () => {
    const checkout = await stores.createCheckout({ projectId, status: "CANCELLED" });
    const open = (refundStatus: string, destination: string | null) =>
      query(
        `INSERT INTO refunds (id, project_id, checkout_id, amount_units, chain_id, token_address, status, destination_address, created_at)
         VALUES ($1, $2, $3, 1, 31337, $4, $5::refund_status, $6, $7)`,
        [newId("rfd"), projectId, checkout.id, usdc, refundStatus, destination, noon],
      );
    await open("AWAITING_APPROVAL", uniqueHex(20));
    await bringUpToDate(later(10 * hourMs));
    expect(await isAllInTime(later(10 * hourMs))).toBe(true);
    await open("PENDING", uniqueHex(20));
    expect(await turnsLate(hourMs)).toMatchObject({
      name: "refunds",
      due: 1,
      late: 1,
      details: { AWAITING_APPROVAL: 1, PENDING: 1 },
    });
  });

  test("a transaction that isn't mined", async () => {
    await query(
      `INSERT INTO outgoing_transactions
         (id, chain_id, operator_address, nonce, to_address, gas_limit, tx_hash, max_cost_wei, created_at)
       VALUES ($1, 31337, $2, 0, $2, 21000, $3, 1, $4)`,
      [newId("otx"), uniqueHex(20), uniqueHex(32), noon],
    );
    expect(await turnsLate(30 * minuteMs)).toMatchObject({ name: "transactions", due: 1, late: 1 });
  });

  test("a signed payment that isn't submitted", async () => {
    const checkout = await stores.createCheckout({ projectId, status: "CANCELLED" });
    await query(
      `INSERT INTO authorizations
         (id, checkout_id, chain_id, token_address, from_address, amount_units, valid_after, valid_before, nonce, signature, created_at)
       VALUES ($1, $2, 31337, $3, $4, 1, $5, $6, $7, $8, $5)`,
      [
        newId("aut"),
        checkout.id,
        usdc,
        uniqueHex(20),
        noon,
        later(hourMs),
        uniqueHex(32),
        `0x${"1".repeat(130)}`,
      ],
    );
    expect(await turnsLate(2 * minuteMs)).toMatchObject({ name: "signed payments", due: 1, late: 1 });
  });

  test("an unsent letter; failed ones are counted", async () => {
    const letter = (id: string, mailStatus: string) =>
      query(
        `INSERT INTO mail_messages (id, dedupe_key, kind, recipient, subject, body, status, next_attempt_at, created_at)
         VALUES ($1, $1, 'operator.incident', 'a@example.com', 's', 'b', $2::mail_status, $3, $3)`,
        [id, mailStatus, noon],
      );
    await letter("failed", "FAILED");
    await letter("waits", "PENDING");
    expect(await turnsLate(5 * minuteMs)).toMatchObject({ name: "mail", due: 1, late: 1, failing: 1 });
  });

  test("rates that aren't fetched, and missing rates", async () => {
    await bringUpToDate(later(15 * minuteMs));
    await query("UPDATE exchange_rates SET fetched_at = $1", [noon]);
    expect(await isAllInTime(later(15 * minuteMs))).toBe(true);
    expect(await theLateOne(later(15 * minuteMs + 1_000))).toMatchObject({
      name: "rates",
      details: { ageSeconds: 901 },
    });
    await query("DELETE FROM exchange_rates");
    expect(await theLateOne(later(15 * minuteMs))).toMatchObject({ details: { ageSeconds: null } });
  });

  test("stored answers past their time", async () => {
    await query(
      "INSERT INTO idempotency_keys (project_id, key, fingerprint, leased_until, created_at) VALUES ($1, 'k', 'f', $2, $2)",
      [projectId, later(-24 * hourMs)],
    );
    expect(await turnsLate(hourMs)).toMatchObject({ name: "pruning", due: 1, late: 1 });
  });

  test("a daily balance pass that doesn't finish", async () => {
    await query(
      "INSERT INTO balance_sweeps (chain_id, started_at_block, started_at, finished_at) VALUES (31337, 1, $1, $1)",
      [noon],
    );
    const at = 50 * hourMs;
    await bringUpToDate(later(at + 1_000));
    expect(await isAllInTime(later(at))).toBe(true);
    expect(await theLateOne(later(at + 1_000))).toMatchObject({ name: "balances 31337", late: 1 });
  });

  test.each([
    ["expire-checkouts", "expiry"],
    ["deliver-webhooks", "webhooks"],
    ["settle-checkouts", "settlements"],
    ["send-refunds", "refunds"],
    ["relay-payments", "signed payments"],
    ["prune", "pruning"],
    ["count-hours", "hourly counts"],
    ["apply-wallet-changes", "wallet changes"],
    ["review-balances", "incidents"],
  ] as const)("%s that last ended long ago, or never", async (job, name) => {
    const at = later(-jobPatienceMs[job]);
    await ended(job, at);
    expect(await isAllInTime()).toBe(true);
    await ended(job, new Date(at.getTime() - 1));
    expect(await theLateOne()).toMatchObject({ name, due: 0, late: 0 });
    // Another chain's, whether it is served or was once, says nothing of this one's.
    await ended(job, chainJobs.has(job) ? later(hourMs) : new Date(at.getTime() - 1), 1);
    expect(await theLateOne()).toMatchObject({ name });
    await query("DELETE FROM job_runs WHERE name = $1", [keyOf(job)]);
    expect(await theLateOne()).toMatchObject({ name, lastEndedAt: null });
  });
});

describe("failed work is counted, and not late by itself", () => {
  test("endpoints that fail or were disabled by the service, and open incidents", async () => {
    const other = newId("whe");
    await query(
      `INSERT INTO webhook_endpoints (id, project_id, url, kinds, disabled_at, disabled_reason)
       VALUES ($1, $2, 'https://b.example', '{}', $3, 'It failed for 5 days.')`,
      [other, projectId, noon],
    );
    await query(
      `INSERT INTO webhook_endpoints (id, project_id, url, kinds, disabled_at, disabled_reason)
       VALUES ($1, $2, 'https://c.example', '{}', $3, 'Disabled by hand.')`,
      [newId("whe"), projectId, noon],
    );
    await query("UPDATE webhook_endpoints SET failing_since = $2 WHERE id = $1", [endpointId, noon]);
    await stores.incidents.raise(
      { kind: "OUT_OF_GAS", subject: "31337/0xabc", chainId: 31337, checkoutId: null, details: {} },
      noon,
    );
    expect(await isAllInTime()).toBe(true);
    const { work } = await status();
    expect(work.find(({ name }) => name === "webhooks")).toMatchObject({
      failing: 1,
      details: { failingEndpoints: 1, disabledEndpoints: 1 },
    });
    expect(work.find(({ name }) => name === "incidents")).toMatchObject({ failing: 1 });
    await query("DELETE FROM webhook_endpoints WHERE id <> $1", [endpointId]);
  });

  test("deposits that settlement postponed, such as those below the cost of a sweep", async () => {
    for (const lookAfter of [later(11 * hourMs), later(-1)]) {
      const { id: checkoutId } = await stores.createCheckout({ projectId, status: "CANCELLED" });
      await query(
        `INSERT INTO deposit_holdings (checkout_id, chain_id, token_address, project_id, amount_units, look_after)
         VALUES ($1, 31337, $2, $3, 5, $4)`,
        [checkoutId, usdc, projectId, lookAfter],
      );
    }
    const { work } = await status(later(10 * hourMs));
    expect(work.find(({ name }) => name === "settlements")).toMatchObject({
      failing: 0,
      details: { waiting: 1 },
    });
    await query("DELETE FROM deposit_holdings");
  });

  test("deposits that nothing settles although they are due, with the reason", async () => {
    const { id: checkoutId } = await stores.createCheckout({ projectId });
    await query("UPDATE projects SET settlement_policy = 'IMMEDIATE' WHERE id = $1", [projectId]);
    await query(
      "UPDATE checkouts SET status = 'PAID', paid_at = $2, chain_id = 31337, token_address = $3, amount_units = 5, payment_tx_hash = $4 WHERE id = $1",
      [checkoutId, noon, usdc, uniqueHex(32)],
    );
    await query(
      `INSERT INTO deposit_holdings (checkout_id, chain_id, token_address, project_id, amount_units)
       SELECT id, chain_id, token_address, project_id, 5 FROM checkouts WHERE id = $1`,
      [checkoutId],
    );
    const payouts = async (minutes: number) =>
      (await status(later(minutes * minuteMs))).work.find(({ name }) => name === "payouts 31337");
    expect(await payouts(20)).toBeUndefined();
    expect(await payouts(22)).toMatchObject({
      due: 1,
      isLate: false,
      oldestDueSeconds: 22 * 60,
      details: { reason: expect.stringContaining("the log") },
    });
    const down = { subject: "31337/nodes", chainId: 31337, checkoutId: null, details: {} };
    await stores.incidents.raise({ kind: "NODE_DOWN", ...down }, noon);
    expect(await payouts(61)).toMatchObject({
      late: 1,
      isLate: true,
      details: { reason: "a node isn't responding (NODE_DOWN)" },
    });
    await query("UPDATE checkouts SET settlement_frozen = true WHERE id = $1", [checkoutId]);
    expect(await payouts(61)).toBeUndefined();
  });

  test("deposits with refused sweeps, by reason", async () => {
    for (const reason of ["PAUSED", "PAUSED", "BLACKLISTED"]) {
      const { id: checkoutId } = await stores.createCheckout({ projectId, status: "CANCELLED" });
      await query(
        `INSERT INTO deposit_holdings (checkout_id, chain_id, token_address, project_id, amount_units, sweep_refusal)
         VALUES ($1, 31337, $2, $3, 5, $4::sweep_refusal)`,
        [checkoutId, usdc, projectId, reason],
      );
    }
    const { work } = await status();
    expect(work.find(({ name }) => name === "settlements")).toMatchObject({
      failing: 3,
      details: { PAUSED: 2, BLACKLISTED: 1 },
    });
  });
});

describe("noting that work was done", () => {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const metrics = { jobEnded: vi.fn() };
  const endedAt = async () =>
    (await query("SELECT ended_at FROM job_runs WHERE name = 'prune'")).rows[0]?.ended_at as Date | undefined;

  test("happens once a minute, for finished work, and never goes back", async () => {
    await query("DELETE FROM job_runs");
    let now = noon;
    const deps = { clock: { now: () => now }, log, metrics, jobRuns: createJobRuns(stores.database) };
    expect(await noteRun(deps, "prune", null, async () => "done")).toBe("done");
    expect(await endedAt()).toEqual(noon);
    now = later(54_999);
    await noteRun(deps, "prune", null, async () => undefined);
    expect(await endedAt()).toEqual(noon);
    now = later(minuteMs);
    await expect(noteRun(deps, "prune", null, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await endedAt()).toEqual(noon);
    await noteRun(deps, "prune", null, async () => undefined);
    expect(await endedAt()).toEqual(later(minuteMs));
    expect(metrics.jobEnded.mock.calls.map(([name, , outcome]) => `${name} ${outcome}`)).toEqual([
      "prune ok",
      "prune ok",
      "prune failed",
      "prune ok",
    ]);

    const other = { ...deps, jobRuns: createJobRuns(stores.database), clock: { now: () => noon } };
    await noteRun(other, "prune", null, async () => undefined);
    expect(await endedAt()).toEqual(later(minuteMs));
  });

  test("doesn't fail the work when the note fails", async () => {
    const jobRuns = { ended: () => Promise.reject(new Error("the database is gone")) };
    const deps = { clock: { now: () => noon }, log, metrics, jobRuns };
    expect(await noteRun(deps, "prune", null, async () => 7)).toBe(7);
  });
});
