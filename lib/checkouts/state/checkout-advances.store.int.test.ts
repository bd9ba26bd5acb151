import { beforeEach, describe, expect, test } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { Advance } from "@/lib/checkouts/checkout-draft";
import type { Hex } from "@/lib/platform/values/hex.rules";
import {
  buildEvent,
  buildQuote,
  buildSweep,
  buildTransfer,
  later,
  noon,
  uniqueHex,
  usdc,
  usdt,
} from "@/lib/testing/builders";
import { someoneWaits } from "@/lib/testing/gate";
import { fileWorld } from "@/lib/testing/world";
import type { TestStores } from "@/lib/testing/world/stores";
import { CheckoutMoved } from "./checkout-advances.store";

const { stores, project } = await fileWorld();
const projectId = project.id;
let checkout: Checkout;

beforeEach(async () => {
  checkout = await stores.createCheckout({ projectId });
});

const inTransaction: TestStores["payments"]["transaction"] = (work) => stores.payments.transaction(work);

const detected = (before: Checkout, overrides: Partial<Advance> = {}): Advance => ({
  checkout: {
    ...before,
    status: "DETECTED",
    paymentTxHash: uniqueHex(32),
    totalPaidUnits: 4_500_000n,
    eventSequence: before.eventSequence + 1,
  },
  previousStatus: before.status,
  newQuotes: [],
  timeline: [{ kind: "checkout.detected", details: { from: before.status }, at: later(1) }],
  events: [
    buildEvent(before, {
      kind: "checkout.detected",
      sequence: before.eventSequence + 1,
      createdAt: later(1),
    }),
  ],
  ...overrides,
});

describe("lockCheckouts", () => {
  test("gives each checkout with its quotes, canonical transfers, final sweeps and refunds by token", async () => {
    const other = await stores.createCheckout({ projectId });
    const paid = buildTransfer(checkout, { blockNumber: 5n });
    const stray = buildTransfer(checkout, { blockNumber: 4n, tokenAddress: usdt, logIndex: 3 });
    const orphan = buildTransfer(checkout, { blockNumber: 90n });
    const sweeps = [1n, 2n, 4n].map((amountUnits) => buildSweep(checkout, { amountUnits }));
    const secondQuote = buildQuote({ tokenAddress: usdt, amountUnits: 9n, exchangeRate: "0.5" });
    await inTransaction(async (tx) => {
      await tx.insertTransfers([paid, stray, orphan]);
      await tx.insertSweeps(sweeps);
      await tx.orphanAbove(31337, 80n);
      await tx.markTransfersFinal([paid.id], noon);
      await tx.markSweepsFinal(
        sweeps.slice(0, 2).map(({ id }) => id),
        noon,
      );
      await tx.saveAdvances([
        { checkout, previousStatus: "PENDING", newQuotes: [secondQuote], timeline: [], events: [] },
      ]);
    });
    await stores.database.pool.query(
      `INSERT INTO refunds (id, project_id, checkout_id, chain_id, token_address, amount_units, refund_type, status)
       SELECT 'rfd_' || lpad(place::text, 26, '0'), $1, $2, 31337, token, units, 'OTHER', status::refund_status
       FROM unnest($3::text[], $4::int[], $5::text[]) WITH ORDINALITY AS refund (token, units, status, place)`,
      [
        projectId,
        checkout.id,
        [usdc, usdc, usdt, usdc, usdc, usdc, usdc],
        [1, 2, 4, 8, 16, 32, 64],
        ["COMPLETED", "COMPLETED", "COMPLETED", "PENDING", "PROCESSING", "FAILED", "CANCELLED"],
      ],
    );
    const locked = await inTransaction((tx) => tx.lockCheckouts([other.id, checkout.id, other.id]));
    expect(locked.map((facts) => facts.checkout.id)).toEqual([checkout.id, other.id].sort());
    const facts = locked.find((entry) => entry.checkout.id === checkout.id);
    const { fromAddress: _, blockHash: __, checkoutId: ___, ...plain } = paid;
    const { fromAddress: ____, blockHash: _____, checkoutId: ______, ...plainStray } = stray;
    expect(facts).toEqual({
      checkout,
      quotes: [buildQuote(), secondQuote].map((quote) => ({ ...quote, counted: false, offered: false })),
      transfers: [
        { ...plainStray, final: false, setAside: null },
        { ...plain, final: true, setAside: null },
      ],
      sweptFinal: [{ chainId: 31337, tokenAddress: paid.tokenAddress, amountUnits: 3n }],
      refunded: [
        { chainId: 31337, tokenAddress: usdc, amountUnits: 3n },
        { chainId: 31337, tokenAddress: usdt, amountUnits: 4n },
      ].sort((a, b) => (a.tokenAddress < b.tokenAddress ? -1 : 1)),
      refunding: [{ chainId: 31337, tokenAddress: usdc, amountUnits: 24n }],
      returned: [],
      latePaymentPolicy: "HOLD",
      receivedEarlier: null,
    });
    expect(await inTransaction((tx) => tx.lockCheckouts([]))).toEqual([]);
  });

  test("takes locks in id order for any input order, to avoid deadlocks", async () => {
    const pair = await Promise.all([1, 2].map(() => stores.createCheckout({ projectId })));
    const [low = "", high = ""] = pair.map(({ id }) => id).sort();
    let waiting: Promise<unknown> = Promise.resolve();
    await inTransaction(async (tx) => {
      await tx.lockCheckouts([low]);
      waiting = inTransaction((other) => other.lockCheckouts([high, low]));
      await someoneWaits(stores.database);
      // Anyone who waits for the lower one holds nothing above it: this would wait for them, and they for us.
      await tx.lockCheckouts([high]);
    });
    await waiting;
  });

  test("recording a transfer neither waits for nor fails on a checkout's lock", async () => {
    await inTransaction(async (tx) => {
      await tx.lockCheckouts([checkout.id]);
      const recorded = await inTransaction((other) => other.insertTransfers([buildTransfer(checkout)]));
      expect(recorded).toHaveLength(1);
    });
  });

  test("sets a stray aside by the decision on its own token, once a sweep that stays took it", async () => {
    const txHash = uniqueHex(32);
    const decide = (tokenAddress: Hex, chainId = 31337) =>
      stores.refunds.transaction((tx) =>
        tx.decideStrays(checkout.id, { chainId, tokenAddress }, [txHash], null, noon),
      );
    const tokens = [usdt, uniqueHex(20)];
    const sweptIn = (blockNumber: bigint) =>
      inTransaction((tx) =>
        tx.insertSweeps(tokens.map((tokenAddress) => buildSweep(checkout, { tokenAddress, blockNumber }))),
      );
    const setAside = async () => {
      const [facts] = await inTransaction((tx) => tx.lockCheckouts([checkout.id]));
      return facts?.transfers.map((transfer) => transfer.setAside);
    };
    await inTransaction((tx) =>
      tx.insertTransfers(
        tokens.map((tokenAddress, logIndex) => buildTransfer(checkout, { tokenAddress, txHash, logIndex })),
      ),
    );
    await decide(usdt);
    await sweptIn(12n);
    await inTransaction((tx) => tx.orphanAbove(31337, 11n));
    expect(await setAside()).toEqual([null, null]);
    await sweptIn(13n);
    expect(await setAside()).toEqual(["swept", null]);
    // Once it is paid, only decisions on its own token are dropped.
    const another = uniqueHex(20);
    await decide(another);
    await decide(usdc);
    await decide(usdc, 31338);
    await inTransaction((tx) => tx.saveAdvances([detected(checkout)]));
    const { rows } = await stores.database.pool.query(
      "SELECT chain_id, token_address FROM stray_decisions WHERE checkout_id = $1",
      [checkout.id],
    );
    expect(new Set(rows.map(({ chain_id, token_address }) => `${chain_id} ${token_address}`))).toEqual(
      new Set([`31337 ${usdt}`, `31337 ${another}`, `31338 ${usdc}`]),
    );
  });

  test("reads the holder's changes after waiting for the lock", async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isLocked = (): void => undefined;
    const locked = new Promise<void>((resolve) => {
      isLocked = resolve;
    });
    const first = inTransaction(async (tx) => {
      await tx.lockCheckouts([checkout.id]);
      isLocked();
      await held;
      await tx.insertTransfers([buildTransfer(checkout)]);
      await tx.saveAdvances([detected(checkout)]);
    });
    await locked;
    const second = inTransaction((tx) => tx.lockCheckouts([checkout.id]));
    release();
    await first;
    const [facts] = await second;
    expect(facts?.checkout.status).toBe("DETECTED");
    expect(facts?.transfers).toHaveLength(1);
  });
});

describe("saveAdvances", () => {
  test("writes checkouts, quotes, timeline, events and deliveries together", async () => {
    const { endpointId } = await stores.createWebhookEndpoint({
      projectId,
      url: "https://shop.example/hook",
      kinds: ["checkout.detected"],
      secret: "whsec_c2VjcmV0",
      at: noon,
    });
    const others = await Promise.all([1, 2, 3].map(() => stores.createCheckout({ projectId })));
    const advances = [checkout, ...others].map((before) =>
      detected(before, { newQuotes: before === checkout ? [buildQuote({ amountUnits: 8n })] : [] }),
    );
    await inTransaction((tx) => tx.saveAdvances(advances));
    for (const advance of advances) {
      expect((await stores.checkouts.find(projectId, advance.checkout.id))?.checkout).toEqual(
        advance.checkout,
      );
    }
    const stored = await stores.database.prisma.checkout.findUniqueOrThrow({
      where: { id: checkout.id },
      include: {
        quotes: { orderBy: { ordinal: "asc" } },
        timeline: { orderBy: { id: "asc" } },
        outboxEvents: { orderBy: { sequence: "asc" }, include: { deliveries: true } },
      },
    });
    expect(stored.quotes.map(({ ordinal, amountUnits }) => [ordinal, amountUnits.toFixed(0)])).toEqual([
      [1, "4500000"],
      [2, "8"],
    ]);
    expect(stored.timeline.at(-1)).toMatchObject({
      kind: "checkout.detected",
      details: { from: "PENDING" },
      createdAt: later(1),
    });
    const { deliveries, ...event } = stored.outboxEvents[1] ?? {};
    expect(event).toEqual({ ...advances[0]?.events[0], endpointId: null, requestId: null });
    expect(deliveries).toMatchObject([{ endpointId, nextAttemptAt: later(1), status: "PENDING" }]);
  });

  test("saves every mutable field, and none fixed at creation", async () => {
    const changed: Checkout = {
      ...checkout,
      status: "LATE_PAID",
      watchUntil: later(9e6),
      chainId: 31338,
      tokenAddress: usdt,
      amountUnits: 77n,
      selectionCount: 3,
      exchangeRateUsed: "1.01",
      exchangeRateAt: later(7),
      exchangeRateProvider: "kraken",
      totalPaidUnits: 100n,
      paidUnits: 90n,
      refundedUnits: 20n,
      refundingUnits: 10n,
      paymentTxHash: uniqueHex(32),
      paidAt: later(1),
      cancelledAt: later(2),
      lateAcceptedAt: later(3),
      settlementFrozen: true,
      eventSequence: 5,
    };
    const advance = (changedTo: Checkout): Advance => ({
      checkout: changedTo,
      previousStatus: "PENDING",
      newQuotes: [],
      timeline: [],
      events: [],
    });
    await inTransaction((tx) =>
      tx.saveAdvances([advance({ ...changed, itemName: "Tea", depositAddress: uniqueHex(20) })]),
    );
    expect((await stores.checkouts.find(projectId, checkout.id))?.checkout).toEqual(changed);
  });

  test("throws when the status changed since it was read, and writes nothing", async () => {
    const other = await stores.createCheckout({ projectId });
    await inTransaction((tx) => tx.saveAdvances([detected(checkout)]));
    const attempt = inTransaction((tx) =>
      tx.saveAdvances([detected(other), detected(checkout, { events: [] })]),
    );
    await expect(attempt).rejects.toThrow(CheckoutMoved);
    await expect(attempt).rejects.toMatchObject({ checkoutIds: [checkout.id] });
    expect((await stores.checkouts.find(projectId, other.id))?.checkout.status).toBe("PENDING");
    expect(await stores.database.prisma.outboxEvent.count({ where: { checkoutId: other.id } })).toBe(1);
  });

  test("moves the checkout once for eight concurrent writers with the same status", async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => inTransaction((tx) => tx.saveAdvances([detected(checkout)]))),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await stores.database.prisma.outboxEvent.count({ where: { checkoutId: checkout.id } })).toBe(2);
  });

  test("a reorg that leaves less received than refunded is never refused: the checkout is frozen", async () => {
    const { checkout: paid } = detected(checkout);
    await inTransaction((tx) =>
      tx.saveAdvances([detected(checkout, { checkout: { ...paid, refundedUnits: 4_000_000n } })]),
    );
    await inTransaction((tx) =>
      tx.saveAdvances([
        {
          checkout: { ...checkout, status: "EXPIRED", totalPaidUnits: 0n, refundedUnits: 4_000_000n },
          previousStatus: "DETECTED",
          newQuotes: [],
          timeline: [],
          events: [],
        },
      ]),
    );
    expect((await stores.checkouts.find(projectId, checkout.id))?.checkout).toMatchObject({
      status: "EXPIRED",
      settlementFrozen: true,
    });
  });
});
