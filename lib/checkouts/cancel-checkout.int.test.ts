import { beforeEach, describe, expect, it, test } from "vitest";
import type { Completion } from "@/lib/platform/limits/idempotency.port";
import { LeaseLostError } from "@/lib/platform/limits/idempotency.port";
import { buildTransfer, later, noon, uniqueHex } from "@/lib/testing/builders";
import { someoneWaits } from "@/lib/testing/gate";
import { outcome } from "@/lib/testing/outcome";
import { fileWorld, price } from "@/lib/testing/world";
import { byHand } from "@/lib/testing/world/by-hand";
import { type Checkout, checkoutStatuses, closeWatchMs } from "./checkout.rules";
import { advanceCheckouts } from "./state/advance-checkouts";

const world = await fileWorld([], {
  project: { refundMode: "CONVENIENT" },
  stillClock: "times are compared to the millisecond",
});
const till = byHand(world);
beforeEach(() => {
  world.now = later(60_000);
});

const timeline = ({ id }: Checkout) =>
  world.query<{ kind: string; details: Record<string, unknown> | null }>(
    "SELECT kind, details FROM checkout_events WHERE checkout_id = $1 ORDER BY id",
    [id],
  );

describe("a PENDING checkout", () => {
  it("is cancelled, with one event", async () => {
    const checkout = await till.create();
    const cancelled = await till.cancel(checkout);
    expect(cancelled).toEqual({
      ...checkout,
      status: "CANCELLED",
      cancelledAt: world.now,
      watchUntil: later(closeWatchMs, world.now),
      eventSequence: 2,
    });
    expect(await world.find(checkout)).toEqual(cancelled);
    expect(await world.eventKinds(checkout)).toEqual(["checkout.created", "checkout.cancelled"]);
    const [event] = await world.query<{ body: string }>(
      "SELECT body FROM outbox_events WHERE checkout_id = $1 AND sequence = 2",
      [checkout.id],
    );
    expect(JSON.parse(event?.body ?? "")).toMatchObject({
      event: "checkout.cancelled",
      data: { checkoutId: checkout.id, status: "CANCELLED" },
    });
    expect((await timeline(checkout)).at(-1)).toEqual({
      kind: "checkout.cancelled",
      details: { from: "PENDING", to: "CANCELLED", txHash: null, eventId: expect.stringMatching(/^evt_/) },
    });
  });

  it("keeps a watch that lasts longer than the day after its cancellation", async () => {
    const watchUntil = later(48 * 3_600_000);
    const checkout = await till.create({ watchUntil });
    await till.cancel(checkout);
    expect((await world.find(checkout)).watchUntil).toEqual(watchUntil);
  });

  it("is cancelled when partly paid, and the part can be refunded", async () => {
    const checkout = await till.create();
    await till.receive(checkout, 1_000_000n);
    expect(await outcome(till.refund(checkout, { amount: "1" }))).toBe("CHECKOUT_NOT_REFUNDABLE");
    await till.cancel(checkout);
    expect(await world.find(checkout)).toMatchObject({ status: "CANCELLED", paidUnits: 1_000_000n });
    expect(await outcome(till.refund(checkout, { amount: "1000000" }))).toBe("done");
  });

  it("is cancelled after its deadline, until it expires", async () => {
    const fixed = await till.create();
    await till.passExpiry(fixed);
    await till.cancel(fixed);
    expect(await world.eventKinds(fixed)).toEqual(["checkout.created", "checkout.cancelled"]);
    const open = await till.create({ chainId: null, tokenAddress: null, amountUnits: null });
    await till.cancel(open);
    expect(await world.find(open)).toMatchObject({ status: "CANCELLED", chainId: null });
    // And is not expired afterwards.
    await till.look(fixed);
    expect((await world.find(fixed)).status).toBe("CANCELLED");
  });

  it("becomes LATE_PAID at once when late money is already final", async () => {
    // Beyond what was scanned, or the payment itself would expire it.
    const checkout = await till.create({ expiresAt: later(24 * 3_600_000) });
    world.now = later(60_000, checkout.expiresAt);
    await till.receive(checkout, price);
    expect((await world.find(checkout)).status).toBe("PENDING");
    await till.cancel(checkout);
    expect(await world.find(checkout)).toMatchObject({ status: "LATE_PAID", cancelledAt: world.now });
    expect(await world.eventKinds(checkout)).toEqual([
      "checkout.created",
      "checkout.cancelled",
      "checkout.late_paid",
    ]);
  });
});

describe("is refused", () => {
  const others = checkoutStatuses.filter((status) => status !== "PENDING");
  test.each(others)("for a checkout that is %s, by its name", async (status) => {
    const checkout = await till.create({ status, paymentTxHash: uniqueHex(32) });
    const error = await till.cancel(checkout).catch((reason) => reason);
    expect(error).toMatchObject({ code: "CHECKOUT_NOT_CANCELLABLE", status: 409 });
    expect(error.message).toContain(status);
    expect(await world.find(checkout)).toEqual(checkout);
    expect(await world.eventKinds(checkout)).toEqual(["checkout.created"]);
  });

  it("for an unknown id and another project's alike", async () => {
    const foreign = await till.create({ projectId: await world.stores.createProject() });
    const errors = [];
    for (const id of [foreign.id, "chk_00000000000000000000000000", "", "x".repeat(10_000)])
      errors.push(await till.cancel({ id }).catch((reason) => reason));
    for (const error of errors) {
      expect(error).toMatchObject({ code: "CHECKOUT_NOT_FOUND", status: 404 });
      expect(error.message).toBe(errors[0].message);
    }
    expect(await world.find(foreign)).toEqual(foreign);
  });

  it("when an unprocessed on-time payment is recorded: the payment moves the checkout first", async () => {
    const checkout = await till.create();
    const transfer = buildTransfer(checkout, { blockTimestamp: noon });
    await world.stores.payments.transaction((tx) => tx.insertTransfers([transfer]));
    const error = await till.cancel(checkout).catch((reason) => reason);
    expect(error).toMatchObject({ code: "CHECKOUT_NOT_CANCELLABLE" });
    expect(error.message).toContain("DETECTED");
    expect(await world.find(checkout)).toMatchObject({
      status: "DETECTED",
      cancelledAt: null,
      paymentTxHash: transfer.txHash,
    });
    expect(await world.eventKinds(checkout)).toEqual(["checkout.created", "checkout.detected"]);
  });
});

describe("with an idempotency key", () => {
  it("stores its answer with its writes", async () => {
    const checkout = await till.create();
    const held = await till.holdKey("once");
    const keep = ({ id, status }: Checkout): Completion => ({
      claim: held,
      answer: { status: 200, body: `${id} ${status}` },
    });
    await till.cancel(checkout, keep);
    expect(await till.claimKey("once")).toEqual({
      kind: "answered",
      answer: { status: 200, body: `${checkout.id} CANCELLED` },
    });
  });

  it("writes nothing when it lost the lease", async () => {
    const checkout = await till.create();
    const lost = await till.holdKey("slow");
    await till.holdKey("slow", later(61_000, world.now));
    const keep = (): Completion => ({ claim: lost, answer: { status: 200, body: "" } });
    await expect(till.cancel(checkout, keep)).rejects.toBeInstanceOf(LeaseLostError);
    expect(await world.find(checkout)).toEqual(checkout);
    expect(await world.eventKinds(checkout)).toEqual(["checkout.created"]);
    expect(await timeline(checkout)).toHaveLength(1);
  });

  it("writes nothing when it fails in the middle", async () => {
    const checkout = await till.create();
    const keep = (): Completion => {
      throw new Error("the power went");
    };
    await expect(till.cancel(checkout, keep)).rejects.toThrow("the power went");
    expect(await world.find(checkout)).toEqual(checkout);
  });
});

it("a cancellation waits for a payment that is being recorded, and is refused by it", async () => {
  const checkout = await till.create();
  const { database, payments } = world.stores;
  const { cancelling } = await payments.transaction(async (tx) => {
    await tx.lockCheckouts([checkout.id]);
    const cancelling = outcome(till.cancel(checkout));
    await someoneWaits(database);
    await tx.insertTransfers([buildTransfer(checkout, { amountUnits: price })]);
    await advanceCheckouts(world.deps, tx, [checkout.id]);
    return { cancelling };
  });
  expect(await cancelling).toBe("CHECKOUT_NOT_CANCELLABLE");
  expect(await world.eventKinds(checkout)).toEqual(["checkout.created", "checkout.detected"]);
});
