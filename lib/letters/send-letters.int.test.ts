import { beforeEach, describe, expect, test } from "vitest";
import { later } from "@/lib/testing/builders";
import { fileWorld } from "@/lib/testing/world";
import { openMailbox } from "@/lib/testing/world/letters";
import { sendLetters } from "./send-letters";

const world = await fileWorld([], { stillClock: "what is due is due to the millisecond" });
const mailbox = await openMailbox(world);
beforeEach(() => mailbox.clear());

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const letter = (dedupeKey: string) => ({
  dedupeKey,
  kind: "operator.incident" as const,
  projectId: null,
  recipient: "ada@example.com",
  subject: "A letter",
  body: "Its text.\n",
});
const write = (...keys: string[]) => mailbox.deps.mail.letters.write(keys.map(letter), world.now);

describe("writing", () => {
  test("stores a letter once for repeated writes from any source", async () => {
    expect(await write("a", "b")).toBe(2);
    expect(await write("a", "b", "c")).toBe(1);
    await Promise.all([write("d", "e"), write("e", "d"), write("d", "e")]);
    expect(await mailbox.letters()).toHaveLength(5);
  });
});

test("deletes a letter with a sign-in link once it is sent, refused for good or given up", async () => {
  const bodies = async () =>
    (
      await world.stores.database.pool.query<{ body: string }>(
        "SELECT body FROM mail_messages ORDER BY created_at, dedupe_key",
      )
    ).rows.map(({ body }) => body);
  const { letters } = mailbox.deps.mail;
  await letters.write([{ ...letter("a"), kind: "team.invitation" }, letter("b")], world.now);
  await mailbox.receiver.close();
  await sendLetters(mailbox.deps);
  expect(await bodies()).toEqual(["Its text.\n", "Its text.\n"]);
  await mailbox.receiver.listen();
  world.now = later(minuteMs);
  await sendLetters(mailbox.deps);
  expect(mailbox.receiver.received).toHaveLength(2);
  expect(await bodies()).toEqual(["", "Its text.\n"]);

  await letters.write([{ ...letter("c"), kind: "account.reset_link" }], world.now);
  await letters.giveUp(later(2 * minuteMs), later(2 * minuteMs));
  expect(await bodies()).toEqual(["", "Its text.\n", ""]);

  await letters.write([{ ...letter("d"), kind: "account.reset_link" }], world.now);
  mailbox.receiver.refuseWith = 550;
  await sendLetters(mailbox.deps);
  expect(await bodies()).toEqual(["", "Its text.\n", "", ""]);
});

test("a project with very many letters doesn't delay the others", async () => {
  const { letters } = mailbox.deps.mail;
  const [noisy, other] = [await world.stores.createProject(), await world.stores.createProject()];
  const many = Array.from({ length: 60 }, (_, index) => ({
    ...letter(`many${index}`),
    projectId: noisy,
  }));
  await letters.write(many, world.now);
  await letters.write([{ ...letter("other"), projectId: other }, letter("reset")], later(1_000, world.now));
  const claimed = await letters.claimDue(later(2_000, world.now), 120_000, 4);
  const kept = claimed.map(({ dedupeKey }) => dedupeKey.replace(/\d+$/, ""));
  expect(kept.sort()).toEqual(["many", "many", "other", "reset"]);
  // By two at once nothing is claimed twice.
  const rest = await Promise.all([1, 2].map(() => letters.claimDue(later(2_000, world.now), 120_000, 50)));
  const ids = rest.flat().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(50);
});

describe("a mail server that is down", () => {
  test("receives the letter once it is up, on schedule", async () => {
    await write("a");
    await mailbox.receiver.close();
    await sendLetters(mailbox.deps);
    expect(await mailbox.letters()).toMatchObject([{ status: "PENDING", attempts: 1, error: "ESOCKET" }]);
    await mailbox.receiver.listen();
    world.now = later(minuteMs - 1);
    expect(await sendLetters(mailbox.deps)).toBe(0);
    world.now = later(minuteMs);
    expect(await sendLetters(mailbox.deps)).toBe(1);
    expect(mailbox.receiver.received).toHaveLength(1);
    expect(await mailbox.letters()).toMatchObject([{ status: "SENT", attempts: 2, error: null }]);
    world.now = later(24 * hourMs);
    expect(await sendLetters(mailbox.deps)).toBe(0);
  });

  test("fails the letter after retries at 1 min, 5 min, 30 min, 2 h and 6 h", async () => {
    await write("a");
    await mailbox.receiver.close();
    let at = 0;
    for (const delayMs of [0, minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 6 * hourMs]) {
      at += delayMs;
      if (delayMs > 0) {
        world.now = later(at - 1);
        expect(await sendLetters(mailbox.deps)).toBe(0);
      }
      world.now = later(at);
      expect(await sendLetters(mailbox.deps)).toBe(1);
    }
    await mailbox.receiver.listen();
    expect(await mailbox.letters()).toMatchObject([{ status: "FAILED", attempts: 6 }]);
    world.now = later(at + 24 * hourMs);
    expect(await sendLetters(mailbox.deps)).toBe(0);
    expect(mailbox.receiver.received).toEqual([]);
    expect(mailbox.warnings).toHaveLength(1);
    expect(mailbox.warnings[0]).toContain("could not deliver an e-mail");
  });
});

test("tries a permanently refused letter once, and a temporarily refused one again", async () => {
  await write("a");
  mailbox.receiver.refuseWith = 550;
  await sendLetters(mailbox.deps);
  expect(await mailbox.letters()).toMatchObject([
    { status: "FAILED", attempts: 1, error: "550 not wanted here" },
  ]);
  await write("b");
  mailbox.receiver.refuseWith = 451;
  await sendLetters(mailbox.deps);
  expect((await mailbox.letters())[1]).toMatchObject({ status: "PENDING", error: "451 not wanted here" });
});

test("a crash between sending and recording repeats the letter with the same Message-ID", async () => {
  await write("a");
  const { letters, sender } = mailbox.deps.mail;
  // A worker that dies here leaves its lease behind.
  const [claimed] = await letters.claimDue(world.now, 120_000, 10);
  if (claimed === undefined) throw new Error("nothing was due");
  expect(await sender.send(claimed)).toEqual({ kind: "accepted" });
  world.now = later(120_000 - 1);
  expect(await sendLetters(mailbox.deps)).toBe(0);
  world.now = later(120_000);
  expect(await sendLetters(mailbox.deps)).toBe(1);

  const ids = mailbox.receiver.received.map(({ headers }) => headers["message-id"]);
  expect(ids).toHaveLength(2);
  expect(ids[1]).toBe(ids[0]);
  // Should it come back to life, what it has to say is not heard.
  expect(await letters.record(claimed, { kind: "failed", error: "late" }, world.now)).toBe(false);
  expect(await mailbox.letters()).toMatchObject([{ status: "SENT" }]);
});

test("a worker that lost its lease while the server was slow changes nothing", async () => {
  await write("a");
  let asked = 0;
  mailbox.receiver.beforeAnswer = async () => {
    if (++asked > 1) return;
    // While this one waits for its answer, another takes over and ends it.
    world.now = later(180_000);
    await sendLetters(mailbox.deps);
  };
  await sendLetters(mailbox.deps);
  expect(mailbox.receiver.received).toHaveLength(2);
  expect(await mailbox.letters()).toMatchObject([{ status: "SENT", attempts: 1 }]);
  expect(mailbox.warnings).toEqual([expect.stringContaining("lost an e-mail's lease")]);
});

test("a worker that lost its lease changes nothing while the letter still waits for another's next attempt", async () => {
  await write("a");
  const { letters } = mailbox.deps.mail;
  const [lost] = await letters.claimDue(world.now, minuteMs, 1);
  world.now = later(minuteMs);
  const [held] = await letters.claimDue(world.now, minuteMs, 1);
  if (lost === undefined || held === undefined) throw new Error("nothing was due");
  expect(await letters.record(lost, { kind: "sent" }, world.now)).toBe(false);
  // Nor is it dropped as too old while it is in a worker's hands, or before it is due again.
  await letters.giveUp(world.now, world.now);
  expect(await letters.record(held, { kind: "retry", at: later(hourMs), error: "down" }, world.now)).toBe(
    true,
  );
  await letters.giveUp(world.now, world.now);
  expect(await mailbox.letters()).toMatchObject([{ status: "PENDING", attempts: 1 }]);
});

test("drops letters that waited for days without a mail server, and sends newer ones", async () => {
  await write("old");
  world.now = later(1);
  await write("new");
  world.now = later(48 * hourMs);
  expect(await sendLetters(mailbox.deps)).toBe(1);
  expect(await mailbox.letters()).toMatchObject([
    { status: "FAILED", attempts: 0, error: "not sent in time" },
    { status: "SENT", attempts: 1 },
  ]);
});

test("finds and claims each minute's letters by indexes", async () => {
  const { pool } = world.stores.database;
  const client = await pool.connect();
  try {
    // Few rows: without this every plan is a scan.
    await client.query("SET enable_seqscan = off");
    const plan = async (text: string) =>
      (await client.query(`EXPLAIN ${text}`)).rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(
      await plan(
        "SELECT id FROM outbox_events WHERE kind = 'checkout.late_paid' AND created_at > now() - interval '1 day'",
      ),
    ).toContain("outbox_events_late_paid_idx");
    expect(
      await plan("SELECT id FROM webhook_endpoints WHERE disabled_at > now() - interval '1 day'"),
    ).toContain("webhook_endpoints_disabled_idx");
    expect(
      await plan("SELECT id FROM mail_messages WHERE status = 'PENDING' AND next_attempt_at <= now()"),
    ).toContain("mail_messages_due_idx");
  } finally {
    await client.query("RESET enable_seqscan");
    client.release();
  }
});
