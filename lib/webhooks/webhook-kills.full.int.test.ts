import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createSecretBox } from "@/lib/platform/secret-box";
import { isFull, testSeeds } from "@/lib/testing/full-size";
import { type Behaviour, type Receivers, startReceivers } from "@/lib/testing/receivers";
import { createRandom } from "@/lib/testing/simulator/random";
import {
  type DeliveryRig,
  type DeliveryRow,
  type Listener,
  openDeliveryRig,
} from "@/lib/testing/world/deliveries";
import { attemptDelaysMs } from "./webhook-schedule.rules";

const events = isFull ? 10_000 : 500;
const eventsPerWave = isFull ? 250 : 100;
const endpoints = 25;
const workers = 2;
/** Every other wave the database is killed as well. */
const longestLifeMs = 500;
const failureShare = 0.3;

let rig: DeliveryRig;
let receivers: Receivers;
let random: () => number;

beforeEach(async () => {
  rig = await openDeliveryRig({ receiverTimeoutMs: 700 });
  receivers = await startReceivers(endpoints, behave);
});
afterEach(async () => {
  await receivers?.close();
  await rig?.world.close();
});

function behave(): Behaviour {
  if (random() >= failureShare) return { kind: "answer", status: random() < 0.5 ? 200 : 204 };
  const draw = Math.floor(random() * 6);
  if (draw === 0) return { kind: "reset" };
  if (draw === 1) return { kind: "silence" };
  if (draw === 2) return { kind: "answer", status: 429, retryAfter: "90" };
  if (draw === 3) {
    const inAMinute = new Date(rig.world.now.getTime() + 60_000);
    return { kind: "answer", status: 503, retryAfter: inAMinute.toUTCString() };
  }
  return { kind: "answer", status: 500 };
}

/** @returns how many arrived and were accepted more than once, each because its worker died or its answer came too late */
function expectSound(rows: readonly DeliveryRow[]): { twice: number; attempts: number } {
  const byUrl = new Map(receivers.all.map((receiver) => [receiver.url, receiver]));
  let twice = 0;
  for (const row of rows) {
    const arrived = byUrl.get(row.url)?.arrivals.get(row.event_id);
    const expected = Buffer.from(row.body);
    expect(arrived?.bodies.length, `${row.id} was received`).toBeGreaterThanOrEqual(1);
    expect(
      arrived?.bodies.every((body) => body.equals(expected)),
      `${row.id} always has the same bytes`,
    ).toBe(true);
    expect(row.numbers, `${row.id} has all its attempts on record`).toEqual(
      Array.from({ length: row.attempt_count }, (_, index) => index + 1),
    );
    if (row.status === "DELIVERED") expect(row.successes).toBe(row.schedule_start > 0 ? 2 : 1);
    else expect([row.status, row.attempt_count]).toEqual(["FAILED", attemptDelaysMs.length]);
    // Each lease posts once, and ends with a record unless its worker died. An answer may come too late to count.
    const lost = row.fencing_token - row.attempt_count;
    expect((arrived?.bodies.length ?? 0) - (arrived?.resets ?? 0)).toBeLessThanOrEqual(row.fencing_token);
    expect(arrived?.accepted).toBeLessThanOrEqual(row.successes + lost + row.unanswered);
    if ((arrived?.accepted ?? 0) > row.successes) twice += 1;
  }
  for (const receiver of receivers.all) {
    expect(receiver.overlaps, "no event is in two hands at once").toEqual([]);
    expect(receiver.mostAtOnce).toBeLessThanOrEqual(10);
  }
  return { twice, attempts: rows.reduce((sum, { attempt_count }) => sum + attempt_count, 0) };
}

it.each(testSeeds(1, 1))(
  `${events} events reach their receivers although those fail, workers and PostgreSQL are killed (seed %i)`,
  async (seed) => {
    random = createRandom(seed).next;
    const listeners: Listener[] = [];
    for (const { url } of receivers.all) listeners.push(await rig.listen(url));
    await Promise.all(Array.from({ length: workers }, rig.startWorker));

    let kills = 0;
    for (let told = 0; told < events; told += eventsPerWave) {
      await rig.tell(
        Array.from({ length: eventsPerWave }, () => listeners[Math.floor(random() * listeners.length)]),
      );
      await sleep(random() * longestLifeMs);
      const everyOther = (told / eventsPerWave) % 2 === 1;
      const restarted = everyOther ? rig.postgres.killAndRestart() : undefined;
      await rig.killWorker(random);
      await Promise.all([restarted, rig.startWorker()]);
      kills += everyOther ? 2 : 1;
      await rig.work();
      await rig.passTime();
    }
    await rig.drain();

    const rows = await rig.deliveries();
    expect(rows).toHaveLength(events);
    const { twice, attempts } = expectSound(rows);
    console.log(
      `${events} events, ${attempts} attempts, ${kills} kills: ${rows.filter(({ status }) => status === "FAILED").length} gave up after ten attempts, ${twice} were accepted twice.`,
    );

    // A replay under a new secret sends the same bytes, too.
    await rig.world.query("UPDATE webhook_secrets SET expires_at = $1", [rig.world.now]);
    const secretBox = createSecretBox(rig.world.stores.dataKey);
    const some = await rig.world.query<{ id: string; endpoint_id: string }>(
      "SELECT id, endpoint_id FROM webhook_deliveries WHERE status = 'DELIVERED' LIMIT 20",
    );
    for (const { endpoint_id } of some) {
      const ciphertext = secretBox.seal("whsec_bmV3", endpoint_id);
      await rig.world.query("INSERT INTO webhook_secrets (endpoint_id, ciphertext) VALUES ($1, $2)", [
        endpoint_id,
        ciphertext,
      ]);
    }
    await rig.world.query(
      `UPDATE webhook_deliveries SET status = 'PENDING', completed_at = NULL, schedule_start = attempt_count,
         fencing_token = fencing_token + 1, next_attempt_at = $2 WHERE id = ANY ($1)`,
      [some.map(({ id }) => id), rig.world.now],
    );
    await rig.work();
    await rig.drain();
    const replayed = new Set(some.map(({ id }) => id));
    expectSound((await rig.deliveries()).filter(({ id }) => replayed.has(id)));
  },
  isFull ? 1_800_000 : 240_000,
);
