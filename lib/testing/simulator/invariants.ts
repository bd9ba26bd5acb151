import { getParts } from "@/lib/api/wiring/parts";
import { reconcile } from "@/lib/books/reconcile";
import { createReconcileStore } from "@/lib/books/reconcile.store";
import { createCheckoutMarks } from "@/lib/checkouts/live/checkout-marks.store";
import { readLiveCheckout } from "@/lib/checkouts/live/live-stream";
import { checkoutFingerprint } from "@/lib/checkouts/views/checkout-screen.rules";
import { getPublicCheckout } from "@/lib/checkouts/views/read-checkout";
import { countHours } from "@/lib/insights/count-hours";
import type { InsightParts } from "@/lib/insights/insights.parts";
import { createProjectHours } from "@/lib/insights/project-hours.store";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { countedHours, storedHours } from "@/lib/testing/hour-counts";
import { legalMoves } from "@/lib/testing/legal-moves";
import type { Fault } from "@/lib/testing/node/faults";
import { partsOf } from "@/lib/testing/parts";
import { refundedTopic } from "@/lib/testing/simulated-chain/chain";
import { liesTold } from "./nodes";
import { chainIds, chainOf, tokens, type World } from "./world";

type Found = { text: string };

/** After these a payment may be missed by both readings of a chain. */
const hidingLogs: ReadonlySet<Fault["kind"]> = new Set(["empty-logs", "dropped-log"]);

/** What must hold of the database alone, at any time. */
const alwaysSql: Record<string, string> = {
  "sums are those of the recorded logs": `
    SELECT c.id || ' total ' || c.total_paid_units || ', logs ' || coalesce(t.total, 0) || '; final ' || c.paid_units || ', logs ' || coalesce(t.final, 0) AS text
    FROM checkouts c LEFT JOIN LATERAL (
      SELECT sum(amount_units) AS total, sum(amount_units) FILTER (WHERE final_at IS NOT NULL) AS final FROM transfers
      WHERE checkout_id = c.id AND NOT orphaned AND chain_id = c.chain_id AND token_address = c.token_address) t ON true
    WHERE c.chain_id IS NOT NULL AND c.amount_units IS NOT NULL
      AND (c.total_paid_units <> coalesce(t.total, 0) OR c.paid_units <> coalesce(t.final, 0))
      AND NOT EXISTS (SELECT FROM stray_decisions s WHERE s.checkout_id = c.id)`,
  "the ledger is that of the recorded logs": `
    SELECT checkout_id || ' ' || token_address || ' ' || account || ' off by ' || sum(units) AS text FROM (
      SELECT checkout_id, chain_id, token_address, account::text, units FROM transfers,
        LATERAL (VALUES ('DEPOSIT', amount_units), ('CUSTOMER', -amount_units)) AS m (account, units) WHERE NOT orphaned
      UNION ALL SELECT checkout_id, chain_id, token_address, account, units FROM sweeps,
        LATERAL (VALUES ('MERCHANT', amount_units), ('DEPOSIT', -amount_units)) AS m (account, units) WHERE NOT orphaned
      UNION ALL SELECT checkout_id, chain_id, token_address, account, units FROM refund_payments,
        LATERAL (VALUES ('CUSTOMER', amount_units), (from_account::text, -amount_units)) AS m (account, units) WHERE NOT orphaned
      UNION ALL SELECT checkout_id, chain_id, token_address, account, units FROM ledger_entries,
        LATERAL (VALUES (to_account::text, -amount_units), (from_account::text, amount_units)) AS m (account, units)
    ) AS moves GROUP BY checkout_id, chain_id, token_address, account HAVING sum(units) <> 0`,
  "each move has its event, once and in order": `
    SELECT c.id || ': events ' || coalesce(o.kinds, '-') || ', timeline ' || coalesce(e.kinds, '-') AS text FROM checkouts c
    LEFT JOIN LATERAL (SELECT string_agg(kind, ' ' ORDER BY sequence) AS kinds FROM outbox_events WHERE checkout_id = c.id) o ON true
    LEFT JOIN LATERAL (SELECT string_agg(kind, ' ' ORDER BY id) AS kinds FROM checkout_events WHERE checkout_id = c.id
      AND kind IN (SELECT kind FROM outbox_events)) e ON true
    WHERE o.kinds IS DISTINCT FROM e.kinds`,
  "events are numbered without a gap": `
    SELECT checkout_id || ' ' || string_agg(sequence::text, ' ' ORDER BY sequence) AS text FROM outbox_events
    WHERE checkout_id IS NOT NULL GROUP BY checkout_id HAVING max(sequence) <> count(*)`,
  // A reorganisation took a part or a refund in between, and an equal one came: that is told in the same words.
  "an event tells something new": `
    SELECT id || ' is the ' || kind || ' before it again' AS text FROM (
      SELECT id, lag(id) OVER of AS last_id, kind, checkout_id, (body::jsonb->'data') - 'eventSequence' #- '{checkout,eventSequence}' AS data,
        lag(kind) OVER of AS last, lag((body::jsonb->'data') - 'eventSequence' #- '{checkout,eventSequence}') OVER of AS last_data
      FROM outbox_events WHERE checkout_id IS NOT NULL WINDOW of AS (PARTITION BY checkout_id ORDER BY sequence)) AS told
    WHERE kind = last AND data = last_data AND NOT EXISTS (
      SELECT FROM checkout_events undone, checkout_events first, checkout_events second
      WHERE (undone.checkout_id, first.checkout_id, second.checkout_id) = (told.checkout_id, told.checkout_id, told.checkout_id)
        AND first.details->>'eventId' = last_id AND second.details->>'eventId' = told.id AND undone.id BETWEEN first.id AND second.id
        AND (told.kind, undone.kind, undone.details->>'refundId' IS NOT DISTINCT FROM told.data->'refund'->>'id')
          IN (('refund.completed', 'refund.reverted', true), ('checkout.partially_paid', 'transfer.reverted', true)))`,
  "the status is where the timeline ends": `
    SELECT c.id || ' is ' || c.status || ', the timeline ends at ' || (e.details->>'to') AS text FROM checkouts c JOIN LATERAL (
      SELECT details FROM checkout_events WHERE checkout_id = c.id AND details->>'to' IS NOT NULL ORDER BY id DESC LIMIT 1) e ON true
    WHERE e.details->>'to' <> c.status::text`,
  "no lease lasts beyond its time": `
    SELECT 'lease ' || name AS text FROM work_leases WHERE expires_at > sim.now() + interval '31 minutes'
    UNION ALL SELECT 'delivery ' || id FROM webhook_deliveries WHERE leased_until > sim.now() + interval '10 minutes'
    UNION ALL SELECT 'rates' FROM rate_fetches WHERE held_until > sim.now() + interval '10 minutes'`,
  "no transaction is left open": `
    SELECT 'open for a transaction: ' || query AS text FROM pg_stat_activity
    WHERE datname = current_database() AND state LIKE 'idle in transaction%' AND pid <> pg_backend_pid()`,
  "no more goes back than came": `
    SELECT id || ': ' || refunded_units || ' + ' || refunding_units || ' of ' || total_paid_units AS text FROM checkouts
    WHERE refunded_units + refunding_units > total_paid_units AND NOT settlement_frozen`,
  "what went back is the refunds that are complete": `
    SELECT c.id || ' refunded ' || c.refunded_units || ', refunds ' || coalesce(sum(r.amount_units), 0) AS text FROM checkouts c
    LEFT JOIN refunds r ON r.checkout_id = c.id AND r.status = 'COMPLETED' AND NOT r.stray AND r.chain_id = c.chain_id AND r.token_address = c.token_address
    WHERE c.chain_id IS NOT NULL GROUP BY c.id HAVING c.refunded_units <> coalesce(sum(r.amount_units), 0)`,
  "what is sent belongs to something": `
    SELECT o.id || ' ' || o.purpose AS text FROM outgoing_transactions o WHERE o.completed_at IS NULL AND o.purpose <> 'FILL'
      AND NOT EXISTS (SELECT FROM settlements s WHERE s.outgoing_transaction_id = o.id)
      AND NOT EXISTS (SELECT FROM refunds r WHERE r.outgoing_transaction_id = o.id)
      AND NOT EXISTS (SELECT FROM authorizations a WHERE a.outgoing_transaction_id = o.id)`,
  "a nonce is used once": `
    SELECT chain_id || ' ' || operator_address || ' ' || nonce AS text FROM outgoing_transactions
    WHERE status IN ('SIGNED', 'CONFIRMED') GROUP BY chain_id, operator_address, nonce HAVING count(*) > 1`,
};

/** After each step. */
export async function bookFaults(world: World): Promise<string[]> {
  return [
    ...(await faultsOf(world, alwaysSql)),
    ...(await refundsOnChain(world)),
    ...(await inventedLogs(world)),
    ...(await keptLogs(world)),
    ...(await illegalMoves(world)),
    ...(await repeatedBodies(world)),
  ];
}

/** Blocks on top of a payment's own before it counts for good, by the settings in `world.ts`. */
const leastDepth: Readonly<Record<number, number>> = { 31337: 1, 31338: 2 };

/** After each step: nothing became final too early, or expired while it could be paid. */
export async function suddenFaults(world: World): Promise<string[]> {
  const now = new Date();
  const moments = await world.query<Found>("DELETE FROM sim.faults RETURNING text");
  const rows = await world.query<{ id: string; chain_id: number; block_number: bigint }>(
    "SELECT id, chain_id, block_number FROM transfers WHERE final_at = $1 AND NOT orphaned",
    [now],
  );
  const expired = await world.query<Expired>(
    `SELECT c.id, c.deposit_address, c.chain_id, c.token_address, c.amount_units, c.expires_at FROM checkouts c
     JOIN outbox_events o ON o.checkout_id = c.id AND o.kind = 'checkout.expired' WHERE o.created_at = $1`,
    [now],
  );
  const held = await world.query<{ name: string }>(
    "SELECT name FROM work_leases WHERE holder = ANY ($1) AND expires_at > $2 AND name NOT LIKE 'sweep-balances %'",
    [world.instances.map(({ deps }) => deps.instanceId), now],
  );
  return [
    ...moments.map(({ text }) => text),
    ...held.map(({ name }) => `${name} is held, and nothing runs`),
    ...rows.flatMap(({ id, chain_id, block_number }) =>
      chainOf(world, chain_id).head.number - Number(block_number) < (leastDepth[chain_id] ?? 1)
        ? [`${id} became final too early`]
        : [],
    ),
    ...expired.flatMap((checkout) => {
      if (checkout.expires_at > now) return [`${checkout.id} expired too early`];
      return wasPaidInTime(world, checkout) ? [`${checkout.id} expired, and was paid in time`] : [];
    }),
  ];
}

type Expired = {
  id: string;
  deposit_address: Hex;
  chain_id: number | null;
  token_address: Hex | null;
  amount_units: bigint | null;
  expires_at: Date;
};

function wasPaidInTime(
  world: World,
  { deposit_address, chain_id, token_address, amount_units, expires_at }: Expired,
): boolean {
  if (chain_id === null || amount_units === null) return false;
  const inTime = chainOf(world, chain_id).blocks.filter(
    ({ timestamp }) => timestamp * 1_000 <= expires_at.getTime(),
  );
  const came = inTime.flatMap(({ transactions }) =>
    transactions.flatMap(({ logs }) =>
      logs.flatMap(({ moved }) =>
        moved?.to === deposit_address && moved.token === token_address ? [moved.amountUnits] : [],
      ),
    ),
  );
  return came.reduce((sum, units) => sum + units, 0n) >= amount_units;
}

/** Nobody was paid twice: what the chain shows leaving a deposit address to customers is what refunds ask for. */
async function refundsOnChain(world: World): Promise<string[]> {
  const rows = await world.query<{
    deposit_address: Hex;
    chain_id: number;
    token_address: Hex;
    units: bigint;
  }>(`
    SELECT c.deposit_address, r.chain_id, r.token_address, sum(r.amount_units) AS units FROM refunds r
    JOIN checkouts c ON c.id = r.checkout_id WHERE r.status::text <> 'CANCELLED' GROUP BY 1, 2, 3`);
  const asked = new Map(
    rows.map((row) => [`${row.chain_id} ${row.token_address} ${row.deposit_address}`, row.units]),
  );
  const sent = new Map<string, bigint>();
  for (const chainId of chainIds)
    for (const { transactions } of chainOf(world, chainId).blocks)
      for (const { logs } of transactions)
        for (const { address, topics, data } of logs) {
          if (topics[0] !== refundedTopic) continue;
          const key = `${chainId} 0x${topics[1]?.slice(26)} ${address}`;
          sent.set(key, (sent.get(key) ?? 0n) + BigInt(data));
        }
  return [...sent].flatMap(([key, units]) =>
    units > (asked.get(key) ?? 0n) ? [`paid back ${units}, asked for ${asked.get(key) ?? 0n}: ${key}`] : [],
  );
}

/** Every log that counts for good was in a block that was canonical once. */
async function inventedLogs(world: World): Promise<string[]> {
  const rows = await world.query<{ chain_id: number; tx_hash: Hex; block_hash: Hex; checkout_id: string }>(
    "SELECT chain_id, tx_hash, block_hash, checkout_id FROM transfers WHERE final_at IS NOT NULL AND NOT orphaned",
  );
  return rows.flatMap(({ chain_id, tx_hash, block_hash, checkout_id }) => {
    const block = chainOf(world, chain_id).everBlocks.get(block_hash);
    const isThere = block?.transactions.some(({ transaction }) => transaction.hash === tx_hash);
    return isThere === true ? [] : [`${tx_hash} pays ${checkout_id} for good, and was never on the chain`];
  });
}

/** Once the scan stands on a block of the chain, no log below it counts that only a lost branch had. */
async function keptLogs(world: World): Promise<string[]> {
  type Log = { of: string; chain_id: number; number: bigint; hash: Hex; at: bigint; at_hash: Hex };
  const columns = "checkout_id, chain_id, block_number AS number, block_hash AS hash FROM";
  const rows = await world.query<Log>(`
    SELECT log.*, p.block_number AS at, p.block_hash AS at_hash FROM (
      SELECT 'transfer to ' || checkout_id AS of, ${columns} transfers WHERE NOT orphaned
      UNION ALL SELECT 'sweep of ' || checkout_id, ${columns} sweeps WHERE NOT orphaned
      UNION ALL SELECT 'refund of ' || checkout_id, ${columns} refund_payments WHERE NOT orphaned
    ) AS log JOIN chain_cursors p USING (chain_id) WHERE log.number <= p.block_number`);
  return rows.flatMap(({ of, chain_id, number, hash, at, at_hash }) => {
    const { blocks } = chainOf(world, chain_id);
    const isKept = blocks[Number(at)]?.hash === at_hash && blocks[Number(number)]?.hash !== hash;
    return isKept ? [`${of} counts in a block that is gone: ${number} ${hash}`] : [];
  });
}

/** Every move is in the table of states, and begins where the one before it ended. */
async function illegalMoves(world: World): Promise<string[]> {
  type Move = { id: string; kind: string; from: string; to: string; before: string | null };
  const moves = await world.query<Move>(`
    SELECT checkout_id AS id, kind, details->>'from' AS from, details->>'to' AS to,
      lag(details->>'to') OVER (PARTITION BY checkout_id ORDER BY id) AS before
    FROM checkout_events WHERE details->>'to' IS NOT NULL`);
  return moves.flatMap(({ id, kind, from, to, before }) =>
    legalMoves.has(`${from} ${to} ${kind}`) && from === (before ?? "PENDING")
      ? []
      : [`${id} moved from ${from} to ${to} by ${kind} after ${before}`],
  );
}

/** After each step: what an open page shows changed only with its mark, or after the time for which it was good. */
export async function pageFaults(world: World): Promise<string[]> {
  const found: string[] = [];
  const rows = await world.query<{ id: string }>(
    "SELECT id FROM checkouts ORDER BY created_at DESC, id LIMIT 3",
  );
  const marks = await createCheckoutMarks(world.database).read(rows.map(({ id }) => id));
  for (const [id, mark] of marks) {
    const read = async () => {
      const view = await getPublicCheckout(getParts(), id);
      const sent = await readLiveCheckout(getParts(), id);
      const drawn = [view, await getPublicCheckout(getParts(), id)].map(checkoutFingerprint);
      // A node may change its mind between two readings.
      if (drawn[0] === drawn[1] && sent.fingerprint !== drawn[0])
        found.push(`${id} is sent as ${sent.fingerprint}, and drawn as ${drawn[0]}`);
      // These depend on rates, gas, nodes and the service's limits, too: an open page asks for them again.
      const fingerprint = checkoutFingerprint({ ...view, signing: null, options: [], requote: null });
      return { fingerprint, goodForMs: sent.goodForMs };
    };
    // It shows nothing while no node answers.
    const shown = await world.instances[0].within(read).catch(() => null);
    if (shown === null) continue;
    const { fingerprint, goodForMs } = shown;
    const before = world.pages.get(id);
    world.pages.set(id, { mark, fingerprint, goodUntil: Date.now() + goodForMs });
    if (before?.mark === mark && before.fingerprint !== fingerprint && Date.now() < before.goodUntil)
      found.push(`${id} went unnoticed from ${before.fingerprint} to ${fingerprint}`);
  }
  return found;
}

/** A receiver gets an event again in the same bytes. */
async function repeatedBodies({ outside }: World): Promise<string[]> {
  const bodies = new Map<string, string>();
  return outside.received.flatMap(({ eventId, body }) => {
    const before = bodies.get(eventId) ?? body;
    bodies.set(eventId, before);
    return before === body ? [] : [`${eventId} was sent in other bytes`];
  });
}

/** What is still under way. It must come to its end. */
export function leftFaults(world: World): Promise<string[]> {
  return faultsOf(world, {
    "a delivery is left": `SELECT d.id || ' ' || d.status || ' attempts ' || d.attempt_count AS text FROM webhook_deliveries d JOIN webhook_endpoints w ON w.id = d.endpoint_id
      WHERE d.status = 'PENDING' AND w.disabled_at IS NULL AND w.deleted_at IS NULL`,
    "a transaction is left": `SELECT id || ' ' || status || ' nonce ' || nonce AS text FROM outgoing_transactions WHERE completed_at IS NULL`,
    "a refund is left": `SELECT r.id || ' ' || r.status || ' ' || coalesce((SELECT string_agg(kind || ' ' || subject, ', ') FROM incidents WHERE resolved_at IS NULL), '') AS text FROM refunds r WHERE status::text IN ('PENDING', 'PROCESSING')`,
    "a settlement is left": `SELECT id || ' ' || coalesce(outgoing_transaction_id, 'unsigned') AS text FROM settlements WHERE status = 'PENDING'`,
    "a signature is left": `SELECT id || ' ' || kind AS text FROM authorizations WHERE status = 'PENDING' AND valid_before < sim.now() - interval '1 hour'`,
    "a payment is not settled": `SELECT c.id || ' PAID ' || c.paid_units AS text FROM checkouts c JOIN projects p ON p.id = c.project_id
      WHERE c.status = 'PAID' AND p.settlement_policy::text = 'IMMEDIATE' AND NOT c.settlement_frozen AND c.refunding_units = 0 AND c.refunded_units = 0
      AND NOT EXISTS (SELECT FROM incidents i WHERE i.resolved_at IS NULL AND i.checkout_id = c.id)`,
    "a checkout is not expired": `SELECT id AS text FROM checkouts WHERE status = 'PENDING' AND expires_at < sim.now() - interval '1 hour'`,
    "a letter is left": `SELECT id || ' ' || status AS text FROM mail_messages WHERE status::text = 'PENDING' AND next_attempt_at < sim.now() - interval '1 hour'`,
  });
}

/**
 * What is wrong although nothing fails any more.
 * @returns `missed`: about payments that both readings of a chain may have missed. The daily comparison of balances finds these.
 */
export async function restFaults(world: World): Promise<{ wrong: string[]; missed: string[] }> {
  const { faults, unheard } = await chainAgainstBooks(world);
  const found = [...(await bookFaults(world)), ...faults];
  found.push(
    ...(await faultsOf(world, {
      "paid in time, and expired": `SELECT c.id AS text FROM checkouts c WHERE c.status = 'EXPIRED' AND c.amount_units IS NOT NULL
        AND (SELECT sum(amount_units) FROM transfers t WHERE t.checkout_id = c.id AND NOT orphaned AND t.chain_id = c.chain_id
          AND t.token_address = c.token_address AND t.block_timestamp <= c.expires_at) >= c.amount_units`,
    })),
  );
  const delivered = await world.query<{ event_id: string }>(
    "SELECT event_id FROM webhook_deliveries WHERE status = 'DELIVERED'",
  );
  const taken = new Set(world.outside.received.map(({ eventId }) => eventId));
  for (const { event_id } of delivered)
    if (!taken.has(event_id)) found.push(`${event_id} counts as delivered, and no receiver took it`);
  // Without its walk over whole days: the timelines alone must tell what is to be counted.
  const projectHours = { ...createProjectHours(world.database), busyProjects: async () => [] };
  await countHours(partsOf<InsightParts>({ clock: { now: () => new Date() }, projectHours }));
  const [counted, stored] = [await countedHours(world.database), await storedHours(world.database)];
  for (const hour of new Set([...Object.keys(counted), ...Object.keys(stored)]))
    if (counted[hour] !== stored[hour])
      found.push(`hour ${hour}: ${stored[hour]} is stored, and it was ${counted[hour]}`);
  const { deps, within } = world.instances[0];
  const books = createReconcileStore(world.database);
  const report = await within(() => reconcile({ ...deps, books } as never, { all: true, logs: true }));
  for (const { area, checkoutId, text } of report.findings)
    if (area !== "incidents") found.push(`reconcile ${area}: ${checkoutId} ${text}`);
  const missed = found.filter((text) => unheard.some((id) => text.includes(id)));
  return { wrong: found.filter((text) => !missed.includes(text)), missed };
}

async function faultsOf(world: World, rules: Readonly<Record<string, string>>): Promise<string[]> {
  const found: string[] = [];
  for (const [rule, text] of Object.entries(rules))
    for (const row of await world.query<Found>(text)) found.push(`${rule}: ${row.text}`);
  return found;
}

/**
 * Canonical transfers to deposit addresses, and what is recorded of them.
 * @returns `unheard`: checkouts with a payment that is not recorded, on a chain of which a node hid logs
 */
async function chainAgainstBooks(world: World): Promise<{ faults: string[]; unheard: string[] }> {
  const owners = await world.query<{ id: string; deposit_address: Hex }>(
    "SELECT id, deposit_address FROM checkouts",
  );
  const ownerOf = new Map(owners.map(({ id, deposit_address }) => [deposit_address, id]));
  const real = new Map<string, { id: string; chainId: number }>();
  for (const chainId of chainIds)
    for (const block of chainOf(world, chainId).blocks)
      for (const { transaction, logs } of block.transactions)
        for (const { moved, logIndex } of logs) {
          const id = moved === null || moved.amountUnits === 0n ? undefined : ownerOf.get(moved.to);
          if (id !== undefined && tokens.some((token) => token === moved?.token))
            real.set(`${id} ${chainId} ${block.hash} ${transaction.hash} ${logIndex} ${moved?.amountUnits}`, {
              id,
              chainId,
            });
        }
  const rows = await world.query<{ text: string }>(
    "SELECT checkout_id || ' ' || chain_id || ' ' || block_hash || ' ' || tx_hash || ' ' || log_index || ' ' || amount_units AS text FROM transfers WHERE NOT orphaned",
  );
  const recorded = new Set(rows.map(({ text }) => text));
  const unrecorded = [...real].filter(([text]) => !recorded.has(text));
  return {
    faults: [
      ...unrecorded.map(([text]) => `not recorded: ${text}`),
      ...[...recorded]
        .filter((text) => !real.has(text))
        .map((text) => `recorded, and not on the chain: ${text}`),
    ],
    unheard: unrecorded.flatMap(([, { id, chainId }]) =>
      liesTold(world.nodes.get(chainId), hidingLogs) > 0 ? [id] : [],
    ),
  };
}
