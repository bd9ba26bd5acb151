import { describe, expect, it } from "vitest";
import { newId } from "@/lib/testing/builders";
import { outcome, testTill } from "@/lib/testing/till";
import { redeemCheckout } from "./redeem-checkout";

const till = await testTill();

const redeem = (id: string, projectId = till.project.id) => redeemCheckout(till.deps, projectId, id);

describe("a payment for one request", () => {
  it("is used by the first of concurrent calls only, and keeps its time", async () => {
    const { id } = await till.paid();
    const at = till.now;
    const calls = await Promise.all(Array.from({ length: 8 }, () => redeem(id)));
    expect(calls.filter(({ isFirst }) => isFirst)).toHaveLength(1);
    till.now = new Date(at.getTime() + 60_000);
    expect(await redeem(id)).toMatchObject({ isFirst: false, checkout: { redeemedAt: at } });
    const kinds = (await till.stores.checkouts.find(till.project.id, id))?.timeline.map(({ kind }) => kind);
    expect(kinds?.filter((kind) => kind === "checkout.redeemed")).toHaveLength(1);
  });

  it("is of its own project only", async () => {
    const { id } = await till.paid();
    const other = await till.stores.createProject();
    expect(await outcome(redeem(id, other))).toBe("CHECKOUT_NOT_FOUND");
    expect(await outcome(redeem(newId("chk")))).toBe("CHECKOUT_NOT_FOUND");
    expect((await redeem(id)).isFirst).toBe(true);
  });
});
