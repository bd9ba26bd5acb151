import { createHash } from "node:crypto";
import { describe, expect, it, test } from "vitest";
import { depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import { type Completion, LeaseLostError } from "@/lib/platform/limits/idempotency.port";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { listRefunds } from "@/lib/refunds/dashboard/read-refunds";
import { later, newId, uniqueHex, usdc, usdt } from "@/lib/testing/builders";
import { outcome } from "@/lib/testing/outcome";
import { fileWorld, price } from "@/lib/testing/world";
import { byHand, customer } from "@/lib/testing/world/by-hand";
import { dai } from "@/lib/testing/world/deps";
import { cancelRefund } from "./refund-steps";
import type { RequestedRefund } from "./request-refund";

const to = { destinationAddress: customer };
const whole = price.toString();
const world = await fileWorld([], {
  project: { refundMode: "CONVENIENT" },
  stillClock: "times are compared to the millisecond",
});
const till = byHand(world);

const refuse = (work: Promise<unknown>): Promise<{ code: string; message: string; param?: string }> =>
  work.then(
    () => ({ code: "done", message: "" }),
    (error) => error,
  );
const statusOf = async (work: Promise<RequestedRefund>) => (await work).refund.status;

describe("a refund", () => {
  it("is stored as requested, and raises the pending amount", async () => {
    const checkout = await till.paid();
    const { refund, claimUrl } = await till.refund(checkout, {
      amount: "1500000",
      reason: "Cold coffee",
      refundType: "CANCELLATION",
      destinationAddress: customer.toUpperCase().replace("0X", "0x"),
    });
    expect(claimUrl).toBeNull();
    expect(refund).toEqual({
      id: expect.stringMatching(/^rfd_[0-9a-z]{26}$/),
      projectId: world.project.id,
      checkoutId: checkout.id,
      chainId: 31337,
      tokenAddress: usdc,
      amountUnits: 1_500_000n,
      reason: "Cold coffee",
      refundType: "CANCELLATION",
      status: "PENDING",
      destinationAddress: customer,
      txHash: null,
      failureCode: null,
      viaApi: true,
      stray: false,
      createdAt: world.now,
      completedAt: null,
    });
    expect(await till.refunds(checkout)).toEqual([refund]);
    const after = await world.find(checkout);
    expect(after).toEqual({ ...checkout, refundingUnits: 1_500_000n });
    // Recorded, not told: nothing was sent yet.
    expect(await world.eventKinds(checkout)).toEqual([
      "checkout.created",
      "checkout.detected",
      "checkout.paid",
    ]);
    const [entry] = await world.query<{ kind: string; details: unknown }>(
      "SELECT kind, details FROM checkout_events WHERE checkout_id = $1 ORDER BY id DESC LIMIT 1",
      [checkout.id],
    );
    expect(entry).toEqual({
      kind: "refund.requested",
      details: { refundId: refund.id, amount: "1500000", status: "PENDING", requestedBy: null },
    });
  });

  it("needs no reason and no kind", async () => {
    const { refund } = await till.refund(await till.paid(), { amount: "1" });
    expect(refund).toMatchObject({ reason: null, refundType: "CUSTOMER_REQUEST" });
  });

  it("may cover everything, parts, and an overpayment", async () => {
    const checkout = await till.paid(price + 10n);
    await till.refund(checkout, { amount: "10", refundType: "OVERPAYMENT" });
    await till.refund(checkout, { amount: "4000000" });
    const { code, message, param } = await refuse(till.refund(checkout, { amount: "500001" }));
    expect({ code, param }).toEqual({ code: "REFUND_AMOUNT_EXCEEDS_AVAILABLE", param: "amount" });
    expect(message).toContain("At most 500000 ");
    await till.refund(checkout, { amount: "500000" });
    expect((await refuse(till.refund(checkout, { amount: "1" }))).message).toContain(
      "Nothing is left to refund",
    );
    expect((await world.find(checkout)).refundingUnits).toBe(price + 10n);
  });

  it("covers everything left without an amount", async () => {
    const checkout = await till.paid();
    await till.refund(checkout, { amount: "1500000", ...to });
    const { refund } = await till.refund(checkout, to);
    expect(refund.amountUnits).toBe(price - 1_500_000n);
    expect(await refuse(till.refund(checkout, to))).toMatchObject({
      code: "REFUND_AMOUNT_EXCEEDS_AVAILABLE",
      message: `Nothing is left to refund: ${price} confirmed, 0 refunded, ${price} being refunded.`,
      param: "amount",
    });
    expect(await till.refunds(checkout)).toHaveLength(2);
  });

  it("counts final money only", async () => {
    const checkout = await till.paid();
    await till.receive(checkout, 100n, { final: false });
    expect((await world.find(checkout)).totalPaidUnits).toBe(price + 100n);
    expect(await outcome(till.refund(checkout, { amount: `${price + 1n}` }))).toBe(
      "REFUND_AMOUNT_EXCEEDS_AVAILABLE",
    );
    await till.finalize(checkout);
    expect(await outcome(till.refund(checkout, { amount: `${price + 100n}` }))).toBe("done");
  });

  it("counts the checkout's own token only", async () => {
    const checkout = await till.paid();
    await till.receive(checkout, 1_000n, { tokenAddress: usdt });
    expect(await outcome(till.refund(checkout, { amount: `${price + 1n}` }))).toBe(
      "REFUND_AMOUNT_EXCEEDS_AVAILABLE",
    );
    await till.receive(checkout, price, { tokenAddress: usdt, final: false });
    expect(await statusOf(till.refund(checkout, { amount: whole, ...to }))).toBe("PENDING");
  });

  it("that is cancelled frees nothing of a sum in the token that has paid since", async () => {
    const checkout = await till.paid();
    const { refund } = await till.refund(checkout, { amount: "1", ...to });
    await world.query("UPDATE checkouts SET token_address = $2, refunding_units = 5 WHERE id = $1", [
      checkout.id,
      usdt,
    ]);
    await cancelRefund(world.deps, { projectId: world.project.id, userId: null }, refund.id);
    expect(await world.find(checkout)).toMatchObject({ refundingUnits: 5n });
  });

  it("is refused after a reorg removed the payment", async () => {
    const checkout = await till.paid();
    await till.refund(checkout, { amount: "1000000", ...to });
    const [paidIn] = await world.query<{ block: bigint }>(
      "SELECT block_number AS block FROM transfers WHERE checkout_id = $1 AND NOT orphaned",
      [checkout.id],
    );
    await world.stores.payments.transaction((tx) => tx.orphanAbove(31337, (paidIn?.block ?? 0n) - 1n));
    await till.look(checkout);
    const reverted = await world.find(checkout);
    expect(reverted).toMatchObject({ settlementFrozen: true, refundingUnits: 1_000_000n, paidUnits: 0n });
    expect(await outcome(till.refund(checkout, { amount: "1" }))).toBe("CHECKOUT_NOT_REFUNDABLE");
  });
});

describe("is refused", () => {
  test("for a checkout that is PENDING, even partly paid, and for one that is DETECTED", async () => {
    const checkout = await till.payable();
    expect(await refuse(till.refund(checkout, { amount: "1" }))).toMatchObject({
      code: "CHECKOUT_NOT_REFUNDABLE",
      message: expect.stringContaining("PENDING"),
    });
    await till.receive(checkout, 100n);
    expect(await outcome(till.refund(checkout, { amount: "1" }))).toBe("CHECKOUT_NOT_REFUNDABLE");
    await till.receive(checkout, price, { final: false });
    expect(await refuse(till.refund(checkout, { amount: "1" }))).toMatchObject({
      code: "CHECKOUT_NOT_REFUNDABLE",
      message: expect.stringContaining("DETECTED"),
    });
  });

  test("for one without final money: expired, cancelled, never given a token", async () => {
    const expired = await till.create({ status: "EXPIRED" });
    const cancelled = await till.payable();
    await till.cancel(cancelled);
    await till.receive(cancelled, 100n, { final: false });
    const open = await till.create({
      status: "CANCELLED",
      chainId: null,
      tokenAddress: null,
      amountUnits: null,
    });
    const stray = await till.create({ status: "EXPIRED" });
    await till.receive(stray, 100n, { tokenAddress: usdt });
    for (const checkout of [expired, cancelled, open, stray]) {
      const refusal = await refuse(till.refund(checkout, { amount: "1" }));
      expect(refusal).toMatchObject({ code: "CHECKOUT_NOT_REFUNDABLE" });
      expect(refusal.message).toContain("no payment of this checkout is confirmed");
    }
  });

  test("for one that is fully refunded", async () => {
    const checkout = await till.create({ status: "REFUNDED", paymentTxHash: uniqueHex(32) });
    expect(await outcome(till.refund(checkout, { amount: "1" }))).toBe("CHECKOUT_NOT_REFUNDABLE");
  });

  test("for an unknown id and another project's alike, and writes nothing", async () => {
    const owner = await world.stores.createProject();
    const foreign = await till.paid(price, { projectId: owner });
    const refusals = [];
    for (const id of [foreign.id, newId("chk"), "", "chk_x"])
      refusals.push(await refuse(till.refund({ id }, { amount: "1", ...to })));
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ code: "CHECKOUT_NOT_FOUND" });
      expect(refusal.message).toBe(refusals[0]?.message);
    }
    expect(await world.find(foreign)).toEqual(foreign);
    const page = { take: 20, skip: 0 };
    expect(await outcome(listRefunds(world.deps, world.project.id, foreign.id, page))).toBe(
      "CHECKOUT_NOT_FOUND",
    );
    expect(await listRefunds(world.deps, owner, foreign.id, page)).toEqual({ items: [], total: 0 });
  });

  test("to an address that is no wallet, by its field", async () => {
    const checkout = await till.paid();
    const other = await till.create();
    const nobody: Hex[] = [
      `0x${"0".repeat(40)}`,
      usdc,
      usdt,
      dai,
      ...depositAddresses.contracts,
      checkout.depositAddress,
      other.depositAddress,
    ];
    for (const destinationAddress of nobody) {
      expect(await refuse(till.refund(checkout, { amount: "1", destinationAddress }))).toMatchObject({
        code: "VALIDATION_ERROR",
        param: "destinationAddress",
      });
    }
    expect(await till.refunds(checkout)).toEqual([]);
  });
});

describe("is possible from", () => {
  test("LATE_PAID, accepted or not, EXPIRED and CANCELLED holding funds", async () => {
    const cancelled = await till.payable();
    await till.receive(cancelled, 700n);
    await till.cancel(cancelled);
    const late = await till.create({ status: "EXPIRED" });
    await till.receive(late, price);
    const expired = await till.create({ status: "EXPIRED" });
    await till.receive(expired, 700n);
    for (const [checkout, status] of [
      [cancelled, "CANCELLED"],
      [late, "LATE_PAID"],
      [expired, "EXPIRED"],
    ] as const) {
      expect((await world.find(checkout)).status).toBe(status);
      expect(await statusOf(till.refund(checkout, { amount: "700", ...to }))).toBe("PENDING");
      expect((await world.find(checkout)).status).toBe(status);
    }
  });
});

describe("waits", () => {
  test("for the customer's address, with a link that is stored as its hash", async () => {
    const checkout = await till.paid();
    const { refund, claimUrl } = await till.refund(checkout, { amount: whole });
    expect(refund).toMatchObject({ status: "AWAITING_ADDRESS", destinationAddress: null });
    expect(claimUrl).toMatch(/^https:\/\/pay\.example\/r\/[A-Za-z0-9_-]{43}$/);
    const token = claimUrl?.split("/").at(-1) ?? "";
    const [row] = await world.query<{ claim_token_hash: string; claim_expires_at: Date }>(
      "SELECT claim_token_hash, claim_expires_at FROM refunds WHERE id = $1",
      [refund.id],
    );
    expect(row).toEqual({
      claim_token_hash: createHash("sha256").update(token).digest("hex"),
      claim_expires_at: later(7 * 24 * 3_600_000, world.now),
    });
    const everything = await world.query<{ text: string }>(
      `SELECT row_to_json(refunds)::text AS text FROM refunds
       UNION ALL SELECT row_to_json(checkout_events)::text FROM checkout_events`,
    );
    for (const { text } of everything) expect(text).not.toContain(token);
  });

  test("with a separate link each", async () => {
    const checkout = await till.paid();
    const links = new Set<string | null>();
    for (let at = 0; at < 5; at++) links.add((await till.refund(checkout, { amount: "1" })).claimUrl);
    expect(links.size).toBe(5);
  });

  test("for the merchant's signature in strict mode", async () => {
    const merchantAddress: Hex = `0x${"a".repeat(40)}`;
    const checkout = await till.paid(price, { merchantAddress, refundAuthority: merchantAddress });
    expect(await statusOf(till.refund(checkout, { amount: "1", ...to }))).toBe("AWAITING_SIGNATURE");
    expect(await statusOf(till.refund(checkout, { amount: "1" }))).toBe("AWAITING_ADDRESS");
  });

  test("for the merchant's signature once the funds were swept", async () => {
    const checkout = await till.paid();
    await till.sweep(checkout, price);
    expect((await world.find(checkout)).status).toBe("SETTLED");
    expect(await statusOf(till.refund(checkout, { amount: whole, ...to }))).toBe("AWAITING_SIGNATURE");
  });

  test("for the merchant's signature above the deposit address's balance", async () => {
    const checkout = await till.paid();
    await till.sweep(checkout, price);
    await till.receive(checkout, 1_000n);
    expect(await statusOf(till.refund(checkout, { amount: "600", ...to }))).toBe("PENDING");
    // 400 are left beside what is promised.
    expect(await statusOf(till.refund(checkout, { amount: "401", ...to }))).toBe("AWAITING_SIGNATURE");
    expect(await statusOf(till.refund(checkout, { amount: "400", ...to }))).toBe("PENDING");
    expect(await statusOf(till.refund(checkout, { amount: "1", ...to }))).toBe("AWAITING_SIGNATURE");
  });

  test("for an owner, with a link as well, when a reorg removed final money", async () => {
    const checkout = await till.paid();
    await world.query("UPDATE checkouts SET settlement_frozen = true WHERE id = $1", [checkout.id]);
    const { refund, claimUrl } = await till.refund(checkout, { amount: "1" });
    expect(refund.status).toBe("AWAITING_APPROVAL");
    expect(claimUrl).not.toBeNull();
  });
});

describe("with an idempotency key", () => {
  it("creates one refund for repeated requests, and stores the link in the answer", async () => {
    const checkout = await till.paid();
    const mine = await till.holdKey("refund-1");
    const keep = ({ claimUrl }: RequestedRefund): Completion => ({
      claim: mine,
      answer: { status: 201, body: claimUrl ?? "" },
    });
    const { claimUrl } = await till.refund(checkout, { amount: whole }, keep);
    for (let again = 0; again < 3; again++)
      expect(await till.claimKey("refund-1")).toEqual({
        kind: "answered",
        answer: { status: 201, body: claimUrl },
      });
    expect(await till.refunds(checkout)).toHaveLength(1);
    const [row] = await world.query<{ response_body: string }>(
      "SELECT response_body FROM idempotency_keys WHERE key = 'refund-1' AND own(project_id)",
    );
    expect(row?.response_body).not.toContain("/r/");
  });

  it("writes nothing when it lost the lease", async () => {
    const checkout = await till.paid();
    const lost = await till.holdKey("slow");
    await till.holdKey("slow", later(61_000, world.now));
    const keep = (): Completion => ({ claim: lost, answer: { status: 201, body: "" } });
    await expect(till.refund(checkout, { amount: "1" }, keep)).rejects.toBeInstanceOf(LeaseLostError);
    expect(await world.find(checkout)).toEqual(checkout);
    expect(await till.refunds(checkout)).toEqual([]);
  });

  it("writes nothing when it fails halfway, and can be repeated", async () => {
    const checkout = await till.paid();
    const keep = (): Completion => {
      throw new Error("the power went");
    };
    await expect(till.refund(checkout, { amount: whole }, keep)).rejects.toThrow("the power went");
    expect(await world.find(checkout)).toEqual(checkout);
    expect(await outcome(till.refund(checkout, { amount: whole }))).toBe("done");
  });
});
