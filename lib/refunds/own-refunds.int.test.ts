import { describe, expect, it, test } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { type RefundStatus, refundStatuses } from "@/lib/checkouts/refund-facts.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { KeyAccess, operatorAnywhere } from "@/lib/projects/project-access";
import { listOpenRefunds, listProjectRefunds, withCalls } from "@/lib/refunds/dashboard/read-refunds";
import { createRefundListStore } from "@/lib/refunds/dashboard/refund-list.store";
import { claimRefund, reissueClaim } from "@/lib/refunds/links/claim-refund";
import { issueSignLink, readRefundLink } from "@/lib/refunds/links/refund-links";
import { later, newId } from "@/lib/testing/builders";
import { outcome } from "@/lib/testing/outcome";
import { wokenBy } from "@/lib/testing/woken";
import { fileWorld, price } from "@/lib/testing/world";
import { byHand, customer } from "@/lib/testing/world/by-hand";
import { approveRefund, cancelRefund } from "./refund-steps";

const to = { destinationAddress: customer };
const whole = price.toString();
const operator = { projectId: null, userId: null };
const merchant: Hex = `0x${"a".repeat(40)}`;
const world = await fileWorld([], {
  project: { refundMode: "CONVENIENT" },
  stillClock: "times are compared to the millisecond",
});
const till = byHand(world);

const paid = (overrides: Partial<Checkout> = {}) => till.paid(price, overrides);
const token = (url: string) => url.split("/").at(-1) ?? "";
const setStatus = (refundId: string, status: RefundStatus) =>
  world.query("UPDATE refunds SET status = $2::refund_status WHERE id = $1", [refundId, status]);

/** One that waits for an owner, since the project's day allows nothing. */
const unapproved = (checkout: Checkout, asked: { destinationAddress?: Hex } = to) =>
  till.withProject({ refundDailyLimitUnits: 0n }, () => till.refund(checkout, { amount: whole, ...asked }));

async function timeline(checkout: Checkout): Promise<string[]> {
  const rows = await world.query<{ kind: string }>(
    "SELECT kind FROM checkout_events WHERE checkout_id = $1 AND kind LIKE 'refund.%' ORDER BY id",
    [checkout.id],
  );
  return rows.map(({ kind }) => kind);
}
const audited = (target: string) =>
  world.query<{ action: string; project_id: string; user_id: string | null }>(
    "SELECT action, project_id, user_id FROM audit_log WHERE target = $1 ORDER BY id",
    [target],
  );

describe("approval", () => {
  it("moves a refund to its next state", async () => {
    const swept = await paid();
    await till.sweep(swept, price);
    const strict = await paid({ merchantAddress: merchant, refundAuthority: merchant });
    const ends: [Checkout, { destinationAddress: Hex }, RefundStatus][] = [
      [await paid(), to, "PENDING"],
      [swept, to, "AWAITING_SIGNATURE"],
      [strict, to, "AWAITING_SIGNATURE"],
    ];
    for (const [checkout, asked, status] of ends) {
      const { refund } = await unapproved(checkout, asked);
      expect(refund.status).toBe("AWAITING_APPROVAL");
      expect(await approveRefund(world.deps, operator, refund.id, asked)).toMatchObject({
        id: refund.id,
        status,
      });
      expect(await till.refunds(checkout)).toMatchObject([{ status }]);
      expect(await timeline(checkout)).toEqual(["refund.requested", "refund.approved"]);
      expect((await world.find(checkout)).refundingUnits).toBe(price);
    }
  });

  it("rejects approval when the payout address changed after the owner loaded the page", async () => {
    const checkout = await paid();
    const { refund, claimUrl } = await unapproved(checkout, {});
    const approve = (destinationAddress: Hex) =>
      approveRefund(world.deps, operator, refund.id, { destinationAddress });
    // A stolen server key holds the claim link: it must not name an address that no owner has seen.
    expect(await outcome(approve(customer))).toBe("REFUND_NOT_APPROVABLE");
    await claimRefund(world.deps, token(claimUrl ?? ""), { destinationAddress: customer });
    expect(await outcome(approve(merchant))).toBe("REFUND_NOT_APPROVABLE");
    expect(await till.refunds(checkout)).toMatchObject([{ status: "AWAITING_APPROVAL" }]);
    expect(await audited(refund.id)).toEqual([]);
    expect((await approve(customer)).status).toBe("PENDING");
  });

  it("is written to the audit log with its author", async () => {
    const { refund } = await unapproved(await paid());
    await approveRefund(world.deps, { projectId: world.project.id, userId: "usr_owner" }, refund.id, to);
    expect(await audited(refund.id)).toEqual([
      { action: "refund.approved", project_id: world.project.id, user_id: "usr_owner" },
    ]);
  });

  it("ignores the refund's own amount when it checks the deposit's balance", async () => {
    const checkout = await paid();
    const { refund } = await unapproved(checkout);
    await till.receive(checkout, 1n, { final: false });
    const approve = async () =>
      expect((await approveRefund(world.deps, operator, refund.id, to)).status).toBe("PENDING");
    expect(await wokenBy(approve)).toContainEqual({ work: "refund", chainId: refund.chainId });
  });

  it.each([
    "AWAITING_ADDRESS",
    "AWAITING_SIGNATURE",
    "PENDING",
    "PROCESSING",
    "COMPLETED",
    "CANCELLED",
  ] as const)("is refused for one that is %s, and writes nothing", async (status) => {
    const checkout = await paid();
    const { refund } = await till.refund(checkout, { amount: "1", ...to });
    await setStatus(refund.id, status);
    expect(await outcome(approveRefund(world.deps, operator, refund.id, to))).toBe("REFUND_NOT_APPROVABLE");
    expect(await till.refunds(checkout)).toMatchObject([{ status }]);
    expect(await audited(refund.id)).toEqual([]);
  });
});

describe("cancellation", () => {
  it.each(["AWAITING_APPROVAL", "AWAITING_ADDRESS", "AWAITING_SIGNATURE", "PENDING"] as const)(
    "releases the amount of one that is %s",
    async (status) => {
      const checkout = await paid();
      const { refund } = await till.refund(checkout, { amount: whole, ...to });
      await setStatus(refund.id, status);
      expect(await outcome(till.refund(checkout, { amount: "1" }))).toBe("REFUND_AMOUNT_EXCEEDS_AVAILABLE");
      expect((await cancelRefund(world.deps, operator, refund.id)).status).toBe("CANCELLED");
      expect(await world.find(checkout)).toMatchObject({ refundingUnits: 0n, status: "PAID" });
      expect(await outcome(till.refund(checkout, { amount: whole }))).toBe("done");
      expect(await timeline(checkout)).toContain("refund.cancelled");
      expect(await world.eventKinds(checkout)).toContain("refund.cancelled");
      expect((await audited(refund.id)).map(({ action }) => action)).toEqual(["refund.cancelled"]);
    },
  );

  it.each(["PROCESSING", "COMPLETED", "FAILED", "CANCELLED"] as const)(
    "is refused for one that is %s",
    async (status) => {
      const checkout = await paid();
      const { refund } = await till.refund(checkout, { amount: whole, ...to });
      await setStatus(refund.id, status);
      expect(await outcome(cancelRefund(world.deps, operator, refund.id))).toBe("REFUND_NOT_CANCELLABLE");
      expect((await world.find(checkout)).refundingUnits).toBe(price);
    },
  );
});

describe("a server key", () => {
  it("cancels a refund of its project, with the answer kept for its key, and is named in the audit log", async () => {
    const { refund } = await till.refund(await paid(), { amount: whole });
    const by = KeyAccess.of({ project: world.project, keyId: "key_mine", scope: "all" }).as("refunds.cancel");
    const key = { projectId: world.project.id, key: "cancel" };
    const claim = () => world.stores.idempotency.claim(key, "f".repeat(64), world.now);
    const claimed = await claim();
    if (claimed.kind !== "claimed") throw new Error(claimed.kind);
    await cancelRefund(world.deps, by, refund.id, ({ status }) => ({
      claim: claimed.claim,
      answer: { status: 200, body: status },
    }));
    expect(await claim()).toEqual({ kind: "answered", answer: { status: 200, body: "CANCELLED" } });
    const log = await world.query("SELECT action, user_id, key_id FROM audit_log WHERE target = $1", [
      refund.id,
    ]);
    expect(log).toEqual([{ action: "refund.cancelled", user_id: null, key_id: "key_mine" }]);
  });

  it("lists refunds of all checkouts by state, kind and time, with the call to sign", async () => {
    await world.query("DELETE FROM refunds");
    const { refund } = await till.refund(await paid(), { amount: "1", refundType: "DUPLICATE" });
    const strict = await paid({ merchantAddress: merchant, refundAuthority: merchant });
    const signed = await till.refund(strict, { amount: "2", ...to });
    const by = KeyAccess.of({ project: world.project, keyId: "key_mine", scope: "all" });
    const other = KeyAccess.of({
      project: { ...world.project, id: await world.stores.createProject() },
      keyId: "key_other",
      scope: "all",
    });
    const refundList = createRefundListStore(world.stores.database);
    const all = { statuses: refundStatuses, refundType: null, from: null, before: null };
    const list = async (more: object = {}, as = by) => {
      const { items } = await listProjectRefunds({ refundList }, as, { ...all, ...more }, { kind: "first" });
      return withCalls(world.deps, items);
    };
    const calls = new Map((await list()).map(({ refund: { id }, transaction }) => [id, transaction]));
    expect(calls).toEqual(
      new Map([
        [refund.id, null],
        [signed.refund.id, signed.transaction],
      ]),
    );
    expect(signed.transaction).not.toBeNull();
    expect(await list({ refundType: "DUPLICATE" })).toMatchObject([{ refund: { id: refund.id } }]);
    expect(await list({ statuses: ["AWAITING_SIGNATURE"] })).toMatchObject([
      { refund: { id: signed.refund.id } },
    ]);
    expect(await list({ before: refund.createdAt })).toEqual([]);
    expect(await list({}, other)).toEqual([]);
  });
});

describe("links", () => {
  test("a new claim link replaces the old one for seven days", async () => {
    const { refund, claimUrl } = await till.refund(await paid(), { amount: whole });
    const again = await reissueClaim(world.deps, operatorAnywhere, refund.id);
    expect(again.claimUrl).not.toBe(claimUrl);
    expect(await outcome(readRefundLink(world.deps, token(claimUrl ?? "")))).toBe("REFUND_LINK_NOT_FOUND");
    expect(await readRefundLink(world.deps, token(again.claimUrl))).toMatchObject({
      refund: { id: refund.id },
      link: "claim",
      merchantName: world.project.name,
      logoDigest: null,
      accentColor: null,
      supportContact: null,
      expiresAt: later(7 * 24 * 3_600_000, world.now),
      call: null,
    });
    expect((await audited(refund.id)).map(({ action }) => action)).toEqual(["refund.claim_reissued"]);
  });

  test("a refund with a known address has no link", async () => {
    const { refund } = await till.refund(await paid(), { amount: whole, ...to });
    expect(await outcome(reissueClaim(world.deps, operatorAnywhere, refund.id))).toBe("REFUND_NOT_CLAIMABLE");
  });

  test("a signing link shows the merchant's wallet the transaction on every visit", async () => {
    const checkout = await paid({ merchantAddress: merchant, refundAuthority: merchant });
    const { refund, transaction } = await till.refund(checkout, { amount: "7", ...to });
    const { signUrl } = await issueSignLink(world.deps, operator, refund.id);
    for (let time = 0; time < 2; time++) {
      const { link, call } = await readRefundLink(world.deps, token(signUrl));
      expect(link).toBe("sign");
      expect(call).toEqual(transaction);
      expect(call).toMatchObject({ from: merchant, method: "refund" });
    }
  });

  test("no signing link is issued for a refund that doesn't wait for a signature", async () => {
    const { refund } = await till.refund(await paid(), { amount: "7", ...to });
    expect(await outcome(issueSignLink(world.deps, operator, refund.id))).toBe("REFUND_NOT_SIGNABLE");
  });

  test("an expired link answers like an unknown one", async () => {
    const { claimUrl } = await till.refund(await paid(), { amount: whole });
    world.now = later(7 * 24 * 3_600_000 - 1, world.now);
    expect((await readRefundLink(world.deps, token(claimUrl ?? ""))).link).toBe("claim");
    world.now = later(1, world.now);
    const refusals = [];
    for (const text of [token(claimUrl ?? ""), "never", "", "%", "A".repeat(10_000)])
      refusals.push(await readRefundLink(world.deps, text).catch((error: unknown) => error));
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ code: "REFUND_LINK_NOT_FOUND", status: 404 });
      expect(String(refusal)).toBe(String(refusals[0]));
    }
  });
});

test("lists open refunds oldest first, by project or in all", async () => {
  const mine = (await till.refund(await paid(), { amount: "1" })).refund;
  const other = await world.stores.createProject();
  const ids = async (projectId: string | null) =>
    (await listOpenRefunds(world.deps, projectId, 1_000)).map(({ id }) => id);
  expect((await ids(world.project.id)).at(-1)).toBe(mine.id);
  expect(await ids(null)).toEqual(await ids(world.project.id));
  expect(await ids(other)).toEqual([]);
  await cancelRefund(world.deps, operator, mine.id);
  expect(await ids(null)).not.toContain(mine.id);
});

describe("another project's owner", () => {
  test("gets the answer for an unknown id", async () => {
    const { refund } = await till.refund(await paid(), { amount: "1" });
    const stranger = { projectId: await world.stores.createProject(), userId: "usr_stranger" };
    for (const id of [refund.id, newId("rfd"), ""]) {
      expect(await outcome(approveRefund(world.deps, stranger, id, to))).toBe("REFUND_NOT_FOUND");
      expect(await outcome(cancelRefund(world.deps, stranger, id))).toBe("REFUND_NOT_FOUND");
    }
    const by = { ...operatorAnywhere, actor: stranger };
    expect(await outcome(reissueClaim(world.deps, by, refund.id))).toBe("REFUND_NOT_FOUND");
    expect(await outcome(issueSignLink(world.deps, stranger, refund.id))).toBe("REFUND_NOT_FOUND");
    expect(await audited(refund.id)).toEqual([]);
  });
});
