import { describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { refundStatuses } from "@/lib/checkouts/refund-facts.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { listRefunds } from "@/lib/refunds/dashboard/read-refunds";
import { readRefundLink } from "@/lib/refunds/links/refund-links";
import { newId, usdt } from "@/lib/testing/builders";
import { outcome } from "@/lib/testing/outcome";
import { fileWorld, price } from "@/lib/testing/world";
import { byHand, customer } from "@/lib/testing/world/by-hand";
import { prepareRefunds } from "./prepare-refunds";
import { issueSignLink, signingMs } from "./refund-links";

const world = await fileWorld([], {
  project: { refundMode: "CONVENIENT" },
  stillClock: "times are compared to the millisecond",
});
const till = byHand(world);
const merchant: Hex = `0x${"a".repeat(40)}`;
const byMerchant = { merchantAddress: merchant, refundAuthority: merchant };
const owner = () => ({ projectId: world.project.id, userId: "usr_owner" });

type Wanted = Parameters<typeof prepareRefunds>[2];

const prepare = (wanted: Wanted, by = owner()) => prepareRefunds(world.deps, by, wanted);
const paid = (overrides: Partial<Checkout> = byMerchant) => till.paid(price, overrides);
const request = async (checkout: Checkout, amount = "1000000"): Promise<string> =>
  (await till.refund(checkout, { amount, destinationAddress: customer })).refund.id;
const pair = async () => {
  const ids = [await request(await paid()), await request(await paid())] as const;
  return { ids, wanted: ids.map((refundId) => ({ refundId })) };
};
const linksOf = (ids: readonly string[]) =>
  world.query<{ id: string; sign_token_hash: string | null }>(
    "SELECT id, sign_token_hash FROM refunds WHERE id = ANY ($1::text[]) ORDER BY id",
    [ids],
  );

describe("refunds that one wallet signs together", () => {
  it("get the call of the signing page each, in the order of the request, in the audit log", async () => {
    const { ids, wanted } = await pair();
    const swept = await paid();
    await till.sweep(swept, price);
    const last = await request(swept);
    const prepared = await prepare([{ refundId: last }, ...wanted]);
    expect(prepared.map(({ refund }) => refund.id)).toEqual([last, ...ids]);
    expect(prepared.map(({ transaction }) => transaction.method)).toEqual(["transfer", "refund", "refund"]);
    for (const { token, transaction } of prepared)
      expect((await readRefundLink(world.deps, token)).call).toEqual(transaction);
    const rows = await world.query("SELECT action, user_id FROM audit_log WHERE target = ANY ($1::text[])", [
      ids,
    ]);
    const entry = { action: "refund.sign_link_issued", user_id: "usr_owner" };
    expect(rows).toEqual([entry, entry]);
  });

  it("don't spend the deposit address's money twice", async () => {
    const checkout = await paid();
    await till.sweep(checkout, price);
    await till.receive(checkout, 1_500_000n);
    const ids = [await request(checkout), await request(checkout)];
    const methods = async (wanted: Wanted) =>
      (await prepare(wanted)).map(({ transaction }) => transaction.method);
    expect(await methods(ids.map((refundId) => ({ refundId })))).toEqual(["refund", "transfer"]);

    // Money in another token isn't the same.
    const another = await paid();
    await till.receive(another, price, { tokenAddress: usdt });
    const stray = newId("rfd");
    const own = await request(another, `${price}`);
    await world.query(
      `INSERT INTO refunds SELECT (jsonb_populate_record(own, jsonb_build_object(
         'id', $2::text, 'token_address', $3::text, 'stray', true))).* FROM refunds AS own WHERE id = $1`,
      [own, stray, usdt],
    );
    expect(await methods([{ refundId: stray }, { refundId: own }])).toEqual(["refund", "refund"]);
  });

  it("take the place of a signing page that was opened before", async () => {
    const { ids, wanted } = await pair();
    const { signUrl } = await issueSignLink(world.deps, owner(), ids[0]);
    world.now = new Date(world.now.getTime() + signingMs);
    expect(await outcome(prepare(wanted))).toBe("done");
    const old = readRefundLink(world.deps, signUrl.split("/").at(-1) ?? "");
    expect(await outcome(old)).toBe("REFUND_LINK_NOT_FOUND");
  });
});

describe("all are refused, and none is changed,", () => {
  const expectRefused = async (ids: readonly string[], wanted: Wanted, code: string, by = owner()) => {
    const before = await linksOf(ids);
    expect(await outcome(prepare(wanted, by))).toBe(code);
    expect(await linksOf(ids)).toEqual(before);
  };

  it.each(refundStatuses.filter((status) => status !== "AWAITING_SIGNATURE"))(
    "when one is %s meanwhile",
    async (status) => {
      const { ids, wanted } = await pair();
      const update = "UPDATE refunds SET status = $2::refund_status WHERE id = $1";
      await world.query(update, [ids[1], status]);
      await expectRefused(ids, wanted, "REFUND_NOT_SIGNABLE");
    },
  );

  it("when one is another project's, or unknown", async () => {
    const { ids, wanted } = await pair();
    const elsewhere = { projectId: newId("prj"), userId: "usr_owner" };
    await expectRefused(ids, wanted, "REFUND_NOT_FOUND", elsewhere);
    await expectRefused(ids, [...wanted, { refundId: newId("rfd") }], "REFUND_NOT_FOUND");
  });

  it("when they need different wallets", async () => {
    const { ids, wanted } = await pair();
    const other: Hex = `0x${"b".repeat(40)}`;
    const foreign = await request(await paid({ merchantAddress: other, refundAuthority: other }));
    await expectRefused([...ids, foreign], [...wanted, { refundId: foreign }], "VALIDATION_ERROR");
  });
});

describe("two members", () => {
  it("are kept apart at every door that hands out the call, except with the first one's token", async () => {
    const checkout = await paid();
    const id = await request(checkout);
    const byApi = async () =>
      (await listRefunds(world.deps, world.project.id, checkout.id, { take: 1, skip: 0 })).items[0]
        ?.transaction;
    expect(await byApi()).not.toBeNull();
    const [first] = await prepare([{ refundId: id }]);
    expect(await outcome(issueSignLink(world.deps, owner(), id))).toBe("REFUND_NOT_SIGNABLE");
    expect(await byApi()).toBeNull();
    const { signUrl } = await issueSignLink(world.deps, owner(), id, first?.token);
    // Its recipient opens it the next day.
    world.now = new Date(world.now.getTime() + 24 * 3_600_000);
    expect(await byApi()).not.toBeNull();
    const opened = () => readRefundLink(world.deps, signUrl.split("/").at(-1) ?? "");
    expect((await opened()).call).not.toBeNull();
    expect(await outcome(prepare([{ refundId: id }]))).toBe("REFUND_NOT_SIGNABLE");
    expect(await outcome(issueSignLink(world.deps, owner(), id))).toBe("REFUND_NOT_SIGNABLE");
    expect(await byApi()).toBeNull();
    expect((await opened()).call).not.toBeNull();
  });

  it("who open a link and replace it at once: only one gets a call", async () => {
    const id = await request(await paid());
    const { signUrl } = await issueSignLink(world.deps, owner(), id);
    world.now = new Date(world.now.getTime() + signingMs);
    // The link is read, then replaced, before it is renewed.
    const { refunds } = world.deps;
    const readCheckout: typeof refunds.readCheckout = async (...which) => {
      const found = await refunds.readCheckout(...which);
      await prepare([{ refundId: id }]);
      return found;
    };
    const deps = { ...world.deps, refunds: { ...refunds, readCheckout } };
    expect(await outcome(readRefundLink(deps, signUrl.split("/").at(-1) ?? ""))).toBe(
      "REFUND_LINK_NOT_FOUND",
    );
  });

  it("are kept apart until the first wallet's time is over; the first may ask again with its tokens", async () => {
    const { ids, wanted } = await pair();
    const first = await prepare(wanted);
    const again = await prepare(first.map(({ refund, token }) => ({ refundId: refund.id, token })));
    expect(await outcome(prepare([{ refundId: ids[0] }]))).toBe("REFUND_NOT_SIGNABLE");
    // Its first tokens are used up.
    const stale = first.map(({ refund, token }) => ({ refundId: refund.id, token }));
    expect(await outcome(prepare(stale))).toBe("REFUND_NOT_SIGNABLE");
    world.now = new Date(world.now.getTime() + signingMs - 1);
    expect(await outcome(prepare(wanted))).toBe("REFUND_NOT_SIGNABLE");
    world.now = new Date(world.now.getTime() + 1);
    expect(await outcome(prepare(wanted))).toBe("done");
    expect(again).toHaveLength(2);
  });
});
