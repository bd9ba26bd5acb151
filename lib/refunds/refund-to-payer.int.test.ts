import { privateKeyToAccount } from "viem/accounts";
import { verifyMessage as verifyEoa } from "viem/utils";
import { beforeEach, describe, expect, it } from "vitest";
import { createRateLimiter } from "@/lib/api/limits/rate-limiter.store";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { ProjectAccess } from "@/lib/projects/project-access";
import { readRefundable } from "@/lib/refunds/dashboard/read-refunds";
import { requestRefundForm } from "@/lib/refunds/refund.schema";
import { excessRequestText } from "@/lib/refunds/refund-screen.rules";
import { uniqueHex } from "@/lib/testing/builders";
import { outcome } from "@/lib/testing/outcome";
import { fileWorld, price } from "@/lib/testing/world";
import { byHand } from "@/lib/testing/world/by-hand";
import { openTestAccess } from "@/lib/testing/world/people";
import { requestExcess } from "./refund-excess";
import { requestRefundAs } from "./request-refund";

const account = privateKeyToAccount(`0x${"11".repeat(32)}`);
const payer = account.address.toLowerCase() as Hex;
const excess = 12_000_000n;

const world = await fileWorld([], { project: { refundMode: "CONVENIENT" } });
const till = byHand(world);
const deps = {
  ...world.deps,
  projects: world.stores.projects,
  verifyMessage: (_: number, signed: Parameters<typeof verifyEoa>[0]) => verifyEoa(signed),
  rateLimiter: createRateLimiter(world.stores.database),
};
let owner: ProjectAccess;
beforeEach(async () => {
  owner = await openTestAccess(world.stores, world.project.id);
});

/** Paid above its price by one wallet. */
async function paid(): Promise<Checkout> {
  const checkout = await till.payable();
  await till.receive(checkout, price + excess, { fromAddress: payer });
  return world.find(checkout);
}

/** The same, by a wallet that proved itself. */
async function proven(): Promise<Checkout> {
  const checkout = await paid();
  const message = excessRequestText({
    checkoutId: checkout.id,
    merchantName: world.project.name,
    amount: "12.00 USDC",
    networkName: "Local",
    address: payer,
  });
  const signature = await account.signMessage({ message });
  await requestExcess(deps, checkout.id, { wallet: payer, signature }, "192.0.2.1");
  return checkout;
}

/** As the dashboard's button sends it. */
const press = ({ id: checkoutId }: Checkout, amount: bigint, wallet: Hex = payer, access = owner) => {
  const body = requestRefundForm.parse({
    amount: `${amount}`,
    refundType: "CUSTOMER_REQUEST",
    payer: wallet,
  });
  return requestRefundAs(deps, access.by("refunds.request"), checkoutId, body);
};

const payerOf = async ({ id }: Checkout) => (await readRefundable(deps, owner, id))?.payer;

describe("a refund to the wallet that proved itself", () => {
  it("goes to that wallet without a claim link", async () => {
    const checkout = await proven();
    expect(await payerOf(checkout)).toBe(payer);
    const { refund, claimUrl } = await press(checkout, price + excess);
    expect(refund).toMatchObject({ destinationAddress: payer, amountUnits: price + excess });
    expect(claimUrl).toBeNull();
  });

  it("is offered and accepted only with a proof", async () => {
    const checkout = await paid();
    expect(await payerOf(checkout)).toBeNull();
    expect(await outcome(press(checkout, 1n))).toBe("VALIDATION_ERROR");
  });

  it("is refused for any other wallet than the proven one", async () => {
    expect(await outcome(press(await proven(), 1n, uniqueHex(20)))).toBe("VALIDATION_ERROR");
  });

  it("is refused when another wallet paid after the page was read", async () => {
    const checkout = await proven();
    await till.receive(checkout, price, { fromAddress: uniqueHex(20) });
    expect(await outcome(press(checkout, price + excess))).toBe("VALIDATION_ERROR");
    expect(await payerOf(checkout)).toBeNull();
    expect(await till.refunds(checkout)).toEqual([]);
  });

  it("is opened once when two owners press at once, and never exceeds the received amount", async () => {
    const checkout = await proven();
    const other = await openTestAccess(world.stores, world.project.id);
    const all = price + excess;
    const ends = await Promise.all([
      outcome(press(checkout, all)),
      outcome(press(checkout, all, payer, other)),
      outcome(press(checkout, all)),
    ]);
    expect(ends.sort()).toEqual([
      "REFUND_AMOUNT_EXCEEDS_AVAILABLE",
      "REFUND_AMOUNT_EXCEEDS_AVAILABLE",
      "done",
    ]);
    expect((await world.find(checkout)).refundingUnits).toBe(all);
  });

  it("is refused when a reorg removed the payment after the page was read", async () => {
    const checkout = await proven();
    const [paidIn] = await world.query<{ block: bigint }>(
      "SELECT block_number AS block FROM transfers WHERE checkout_id = $1 AND NOT orphaned",
      [checkout.id],
    );
    await world.stores.payments.transaction((tx) => tx.orphanAbove(31337, (paidIn?.block ?? 0n) - 1n));
    await till.look(checkout);
    expect(await outcome(press(checkout, price + excess))).not.toBe("done");
    expect(await till.refunds(checkout)).toEqual([]);
  });

  it("is sent only after an approval when it exceeds the daily limit of an admin", async () => {
    const admin = await openTestAccess(world.stores, world.project.id, "ADMIN");
    await world.query("UPDATE projects SET refund_daily_limit_units = 1 WHERE id = $1", [world.project.id]);
    const { refund } = await press(await proven(), price, payer, admin);
    expect(refund).toMatchObject({ destinationAddress: payer, status: "AWAITING_APPROVAL" });
  });
});
