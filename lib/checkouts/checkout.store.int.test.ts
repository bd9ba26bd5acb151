import { beforeAll, describe, expect, test, vi } from "vitest";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { maxTokenUnits } from "@/lib/platform/values/money.rules";
import {
  anyName,
  buildCheckout,
  buildEvent,
  buildPosition,
  buildQuote,
  buildTransfer,
  later,
  newId,
  noon,
  uniqueHex,
  usdt,
} from "@/lib/testing/builders";
import { fileWorld } from "@/lib/testing/world";
import { exampleOrder } from "./order-fields.rules";

const { stores } = await fileWorld();
let projectId: string;
const delivered = { listening: "", otherKinds: "", disabled: "", otherProject: "" };

beforeAll(async () => {
  projectId = await stores.createProject();
  const endpoint = async (owner: string, kinds: ["checkout.created" | "checkout.paid"]) => {
    const { endpointId } = await stores.createWebhookEndpoint({
      projectId: owner,
      url: "https://shop.example/hook",
      kinds,
      secret: "whsec_c2VjcmV0",
      at: noon,
    });
    return endpointId;
  };
  delivered.listening = await endpoint(projectId, ["checkout.created"]);
  delivered.otherKinds = await endpoint(projectId, ["checkout.paid"]);
  delivered.disabled = await endpoint(projectId, ["checkout.created"]);
  delivered.otherProject = await endpoint(await stores.createProject(), ["checkout.created"]);
  await stores.database.prisma.webhookEndpoint.update({
    where: { id: delivered.disabled },
    data: { disabledAt: noon },
  });
});

/** A checkout with something in every field. */
const full = () =>
  buildCheckout({
    projectId,
    status: "PAID",
    createdVia: "dashboard",
    amountUnits: maxTokenUnits,
    ...exampleOrder,
    itemDescription: "Flat white, “large” \\ 'oat' ☕",
    metadata: { table: "7", 'quo"te': "back\\slash" },
    totalPaidUnits: maxTokenUnits * 3n,
    paidUnits: maxTokenUnits,
    refundedUnits: 2n,
    refundingUnits: 1n,
    paymentTxHash: uniqueHex(32),
    paidAt: later(1),
    cancelledAt: later(2),
    lateAcceptedAt: later(3),
    settlementFrozen: true,
    toleranceBps: 50,
    selectionCount: 2,
    openSweep: false,
  });

describe("insert", () => {
  test("writes checkout, quote, timeline and event as Prisma reads them", async () => {
    const checkout = full();
    const quote = buildQuote({ amountUnits: maxTokenUnits });
    const event = buildEvent(checkout, { body: `{"a":"é \\"☕"}` });
    const timeline = [
      { kind: "checkout.created", details: { via: "dashboard" }, at: noon },
      { kind: "checkout.noted", details: null, at: later(5) },
    ];
    await stores.checkouts.insert(checkout, quote, timeline, event, null);

    const row = await stores.database.prisma.checkout.findUniqueOrThrow({
      where: { id: checkout.id },
      include: { quotes: true, timeline: { orderBy: { id: "asc" } }, outboxEvents: true },
    });
    const { quotes, timeline: entries, outboxEvents, paymentLinkId, linkClient, ...plain } = row;
    expect([paymentLinkId, linkClient]).toEqual([null, null]);
    expect({
      ...plain,
      createdVia: plain.createdVia.toLowerCase(),
      amountUnits: BigInt(plain.amountUnits?.toFixed(0) ?? 0),
      totalPaidUnits: BigInt(plain.totalPaidUnits.toFixed(0)),
      paidUnits: BigInt(plain.paidUnits.toFixed(0)),
      refundedUnits: BigInt(plain.refundedUnits.toFixed(0)),
      refundingUnits: BigInt(plain.refundingUnits.toFixed(0)),
    }).toEqual(checkout);
    expect(quotes).toHaveLength(1);
    expect(quotes[0]).toMatchObject({ ordinal: 1, chainId: 31337, createdAt: noon, exchangeRate: "1" });
    expect(quotes[0]?.amountUnits.toFixed(0)).toBe(maxTokenUnits.toString());
    expect(entries.map(({ kind, details, createdAt }) => ({ kind, details, at: createdAt }))).toEqual(
      timeline,
    );
    expect(outboxEvents).toEqual([{ ...event, endpointId: null, requestId: null }]);
  });

  test("creates one due delivery for each enabled endpoint that subscribes", async () => {
    const checkout = buildCheckout({ projectId });
    const event = buildEvent(checkout);
    await stores.checkouts.insert(checkout, null, [], event, null);
    const deliveries = await stores.database.prisma.webhookDelivery.findMany({
      where: { eventId: event.id },
    });
    expect(deliveries).toHaveLength(1);
    expect(deliveries[0]).toMatchObject({
      endpointId: delivered.listening,
      status: "PENDING",
      nextAttemptAt: noon,
      attemptCount: 0,
      leasedUntil: null,
    });
    expect(deliveries[0]?.id).toMatch(/^whd_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
  });

  test("writes nothing at all when a part is refused", async () => {
    const checkout = buildCheckout({ projectId });
    const before = await stores.database.prisma.outboxEvent.count();
    await expect(
      stores.checkouts.insert(checkout, buildQuote({ amountUnits: 0n }), [], buildEvent(checkout), null),
    ).rejects.toThrow(/quotes_amount_range/);
    await expect(
      stores.checkouts.insert(
        { ...checkout, projectId: "prj_unknown" },
        null,
        [],
        buildEvent(checkout),
        null,
      ),
    ).rejects.toThrow(/checkouts_project_id_fkey/);
    expect(await stores.checkouts.find(projectId, checkout.id)).toBeNull();
    expect(await stores.database.prisma.outboxEvent.count()).toBe(before);
  });

  test("writes checkouts that arrive together in few statements, each with its own facts", async () => {
    const query = vi.spyOn(stores.database.pool, "query");
    const checkouts = Array.from({ length: 30 }, (_, index) =>
      buildCheckout({ projectId, referenceId: `shared-${index}`, toleranceBps: index }),
    );
    await Promise.all(
      checkouts.map((checkout) => {
        const timeline = [{ kind: "checkout.created", details: { of: checkout.id }, at: noon }];
        return stores.checkouts.insert(checkout, buildQuote(), timeline, buildEvent(checkout), null);
      }),
    );
    expect(query.mock.calls).toHaveLength(2);
    query.mockRestore();
    const { rows: told } = await stores.database.pool.query(
      `SELECT count(*)::int AS deliveries FROM webhook_deliveries JOIN outbox_events AS event ON event.id = event_id
       WHERE event.checkout_id = ANY ($1) GROUP BY event.checkout_id`,
      [checkouts.map(({ id }) => id)],
    );
    expect(told).toEqual(checkouts.map(() => ({ deliveries: 1 })));
    for (const checkout of checkouts) {
      const found = await stores.checkouts.find(projectId, checkout.id);
      expect(found?.checkout).toEqual(checkout);
      expect(found?.timeline.map(({ details }) => details)).toEqual([{ of: checkout.id }]);
    }
  });

  test("fails only the checkouts that PostgreSQL refuses, or whose lease was lost, among those that arrive together", async () => {
    const lost = { projectId, key: "server:lost", leasedUntil: later(1) };
    const completion = { claim: lost, answer: { status: 201, body: "{}" } };
    const sale = (units: bigint, kept: typeof completion | null) => {
      const checkout = buildCheckout({ projectId });
      const quote = buildQuote({ amountUnits: units });
      const written = stores.checkouts.insert(checkout, quote, [], buildEvent(checkout), kept);
      return written.then(
        () => "written",
        (error: Error) => (/quotes_amount_range/.test(error.message) ? "refused" : error.name),
      );
    };
    const first = sale(1n, null);
    const together = [sale(1n, null), sale(0n, null), sale(1n, completion), sale(1n, null)];
    expect(await first).toBe("written");
    expect(await Promise.all(together)).toEqual(["written", "refused", "LeaseLostError", "written"]);
    const withoutRefused = [sale(1n, null), sale(1n, null), sale(1n, completion), sale(1n, null)];
    expect(await Promise.all(withoutRefused)).toEqual(["written", "written", "LeaseLostError", "written"]);
  });

  test("stores a checkout without token, and no quote", async () => {
    const checkout = await stores.createCheckout({
      projectId,
      chainId: null,
      tokenAddress: null,
      amountUnits: null,
      fixedChainId: null,
      tokenFixed: false,
      exchangeRateUsed: null,
      exchangeRateAt: null,
      exchangeRateProvider: null,
    });
    expect((await stores.checkouts.find(projectId, checkout.id))?.checkout).toEqual(checkout);
    expect(await stores.database.prisma.quote.count({ where: { checkoutId: checkout.id } })).toBe(0);
  });
});

describe("find", () => {
  test("gives back every field as it was written", async () => {
    const checkout = full();
    await stores.checkouts.insert(checkout, null, [], buildEvent(checkout), null);
    expect((await stores.checkouts.find(projectId, checkout.id))?.checkout).toEqual(checkout);
  });

  test.each(["server_key", "api_key", "link", "dashboard"] as const)(
    "keeps createdVia %s",
    async (createdVia) => {
      const { id } = await stores.createCheckout({ projectId, createdVia });
      expect((await stores.checkouts.find(projectId, id))?.checkout.createdVia).toBe(createdVia);
    },
  );

  test("answers null for an unknown id, and equally for another project's", async () => {
    const { id } = await stores.createCheckout({ projectId });
    expect(await stores.checkouts.find(projectId, newId("chk"))).toBeNull();
    expect(await stores.checkouts.find(await stores.createProject(), id)).toBeNull();
  });
});

describe("findPublic", () => {
  test("adds the merchant's name, the paying block and the scanned block", async () => {
    const checkout = await stores.createCheckout({ projectId });
    expect(await stores.checkouts.findPublic(checkout.id)).toEqual({
      checkout,
      merchantName: anyName,
      minimumUnits: 0n,
      choosableTokens: [],
      accentColor: null,
      logoDigest: null,
      paymentBlockNumber: null,
      scannedBlockNumber: null,
      strayTransfers: [],
      receiptDetails: null,
      supportContact: null,
      requoteExpired: false,
      hasReceived: false,
      hasLeftWallet: false,
      x402Enabled: true,
      acceptsLate: false,
      hasListedWallet: true,
      receivedEarlier: null,
      refunds: [],
      moneyRequest: null,
      gaslessPayment: null,
      reportedPayment: null,
    });

    const transfer = buildTransfer(checkout, { blockNumber: 12n });
    await stores.payments.transaction(async (tx) => {
      await tx.insertTransfers([transfer, buildTransfer(checkout, { blockNumber: 13n })]);
      await tx.savePosition(buildPosition({ blockNumber: 14n }));
      await tx.saveAdvances([
        {
          checkout: { ...checkout, status: "DETECTED", paymentTxHash: transfer.txHash },
          previousStatus: "PENDING",
          newQuotes: [],
          timeline: [],
          events: [],
        },
      ]);
    });
    expect(await stores.checkouts.findPublic(checkout.id)).toMatchObject({
      checkout: { status: "DETECTED" },
      paymentBlockNumber: 12n,
      scannedBlockNumber: 14n,
      strayTransfers: [],
      receiptDetails: null,
      supportContact: null,
      requoteExpired: false,
      hasReceived: false,
      hasLeftWallet: false,
      x402Enabled: true,
      hasListedWallet: true,
      receivedEarlier: null,
      refunds: [],
      moneyRequest: null,
    });
  });

  test("tells the shop's own wallet from one that only its server named", async () => {
    const own = await stores.createProject();
    const { settlementWallet } = await stores.database.prisma.project.findUniqueOrThrow({
      where: { id: own },
    });
    const [listed, former, named] = [uniqueHex(20), uniqueHex(20), uniqueHex(20)];
    await stores.database.prisma.allowedWallet.create({ data: { projectId: own, address: listed } });
    const change = { projectId: own, toWallet: settlementWallet, createdAt: noon, effectiveAt: noon };
    await stores.database.prisma.walletChange.createMany({
      data: [
        { ...change, id: newId("wch"), fromWallet: former, appliedAt: later(60) },
        { ...change, id: newId("wch"), fromWallet: named, cancelledAt: later(60) },
      ],
    });
    const isListed = async (merchantAddress: string, createdAt = noon, projectId = own) => {
      const { id } = await stores.createCheckout({
        projectId,
        merchantAddress: merchantAddress as Hex,
        createdAt,
      });
      return (await stores.checkouts.findPublic(id))?.hasListedWallet;
    };
    expect(await isListed(settlementWallet)).toBe(true);
    expect(await isListed(listed)).toBe(true);
    expect(await isListed(former)).toBe(true);
    expect(await isListed(former, later(61))).toBe(false);
    expect(await isListed(named)).toBe(false);
    expect(await isListed(listed, noon, projectId)).toBe(false);
  });

  test("includes the newest transfers on other chains or in other tokens", async () => {
    const checkout = await stores.createCheckout({ projectId });
    const stray = buildTransfer(checkout, { blockNumber: 21n, chainId: 31338, amountUnits: maxTokenUnits });
    const newer = buildTransfer(checkout, { blockNumber: 22n, tokenAddress: usdt });
    const gone = buildTransfer(checkout, { blockNumber: 23n, tokenAddress: usdt });
    await stores.payments.transaction(async (tx) => {
      await tx.insertTransfers([stray, newer, gone, buildTransfer(checkout, { blockNumber: 24n })]);
      await tx.orphanRows(gone.chainId, [gone.id]);
    });
    const shown = ({ chainId, tokenAddress, amountUnits, txHash }: typeof stray) => ({
      ...{ chainId, tokenAddress, amountUnits, txHash, refund: null },
    });
    expect((await stores.checkouts.findPublic(checkout.id))?.strayTransfers).toEqual([
      shown(newer),
      shown(stray),
    ]);
  });

  test("lists accepted tokens before any number of worthless ones", async () => {
    const checkout = await stores.createCheckout({ projectId });
    await stores.database.pool.query("INSERT INTO accepted_tokens VALUES ($1, $2, $3)", [
      projectId,
      31337,
      usdt,
    ]);
    const [older, stray] = [
      buildTransfer(checkout, { blockNumber: 20n, tokenAddress: usdt }),
      buildTransfer(checkout, { blockNumber: 21n, tokenAddress: usdt }),
    ];
    const dust = Array.from({ length: 30 }, (_, index) =>
      buildTransfer(checkout, { blockNumber: BigInt(30 + index), tokenAddress: uniqueHex(20) }),
    );
    await stores.payments.transaction((tx) => tx.insertTransfers([older, stray, ...dust]));
    const { strayTransfers = [] } = (await stores.checkouts.findPublic(checkout.id)) ?? {};
    expect(strayTransfers).toHaveLength(20);
    expect(strayTransfers.slice(0, 3).map(({ txHash }) => txHash)).toEqual(
      [stray, older, dust.at(-1)].map((transfer) => transfer?.txHash),
    );
  });

  test("answers null for an unknown id", async () => {
    expect(await stores.checkouts.findPublic(newId("chk"))).toBeNull();
  });
});
