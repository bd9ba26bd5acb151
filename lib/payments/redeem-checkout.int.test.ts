import { describe, expect, it } from "vitest";
import { acceptPayment } from "@/lib/payments/accept-payment";
import { later, newId } from "@/lib/testing/builders";
import { outcome } from "@/lib/testing/outcome";
import { fileWorld, price } from "@/lib/testing/world";
import { byHand, customer } from "@/lib/testing/world/by-hand";
import { redeemCheckout } from "./redeem-checkout";

const world = await fileWorld([], {
  project: { refundMode: "CONVENIENT" },
  stillClock: "times are compared to the millisecond",
});
const till = byHand(world);

const redeem = (id: string, projectId = world.project.id) => redeemCheckout(world.deps, projectId, id);

describe("a payment for one request", () => {
  it("is used by the first call only, and keeps its time", async () => {
    const { id } = await till.paid();
    const at = world.now;
    expect((await redeem(id)).isFirst).toBe(true);
    world.now = new Date(at.getTime() + 60_000);
    expect(await redeem(id)).toMatchObject({ isFirst: false, checkout: { redeemedAt: at } });
    const kinds = (await world.stores.checkouts.find(world.project.id, id))?.timeline.map(({ kind }) => kind);
    expect(kinds?.filter((kind) => kind === "checkout.redeemed")).toHaveLength(1);
  });

  it("is of its own project only", async () => {
    const { id } = await till.paid();
    const other = await world.stores.createProject();
    expect(await outcome(redeem(id, other))).toBe("CHECKOUT_NOT_FOUND");
    expect(await outcome(redeem(newId("chk")))).toBe("CHECKOUT_NOT_FOUND");
    expect((await redeem(id)).isFirst).toBe(true);
  });

  it("is used before the scanner saw it, and before it is final", async () => {
    const unseen = await till.payable();
    expect((await redeem(unseen.id)).isFirst).toBe(true);
    const seen = await till.payable();
    await till.receive(seen, price, { final: false });
    expect(await world.find(seen)).toMatchObject({ status: "DETECTED" });
    expect((await redeem(seen.id)).isFirst).toBe(true);
  });

  it("is used after its settlement", async () => {
    const checkout = await till.paid();
    await till.sweep(checkout, price);
    expect(await world.find(checkout)).toMatchObject({ status: "SETTLED" });
    expect((await redeem(checkout.id)).isFirst).toBe(true);
  });

  it("opens nothing when it was cancelled, expired or came too late, until the merchant accepts it", async () => {
    const cancelled = await till.payable();
    await till.cancel(cancelled);
    const late = await till.payable();
    await till.passExpiry(late);
    await till.look(late);
    expect(await world.find(late)).toMatchObject({ status: "EXPIRED" });
    expect(await outcome(redeem(late.id))).toBe("CONFLICT");
    await till.receive(late, price);
    expect(await world.find(late)).toMatchObject({ status: "LATE_PAID" });
    for (const { id } of [cancelled, late]) expect(await outcome(redeem(id))).toBe("CONFLICT");
    await acceptPayment(
      world.deps,
      { projectId: world.project.id, userId: null, keyId: undefined },
      late.id,
      undefined,
    );
    expect((await redeem(late.id)).isFirst).toBe(true);
  });

  it("opens nothing when it came after the end of a checkout that isn't expired yet", async () => {
    const checkout = await till.payable();
    await till.receive(checkout, price, { at: later(1_000, checkout.expiresAt), final: false });
    expect(await world.find(checkout)).toMatchObject({ status: "PENDING" });
    expect(await outcome(redeem(checkout.id))).toBe("CONFLICT");
  });

  it("opens nothing from the request for a refund on, even when it was used before", async () => {
    const [unused, used] = [await till.paid(), await till.paid()];
    await redeem(used.id);
    for (const checkout of [unused, used]) {
      await till.refund(checkout, { amount: "1", destinationAddress: customer });
      expect(await outcome(redeem(checkout.id))).toBe("CONFLICT");
    }
  });
});
