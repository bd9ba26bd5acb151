import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { ListPlace, SearchParams } from "@/lib/platform/lists/list-place.rules";
import type { ProjectAccess } from "@/lib/projects/project-access";
import { listProjectRefunds, readProjectRefund } from "@/lib/refunds/dashboard/read-refunds";
import { createRefundListStore } from "@/lib/refunds/dashboard/refund-list.store";
import { listingOf, readRefundFilter, refundListParams } from "@/lib/refunds/dashboard/refund-views.rules";
import { reissueClaim } from "@/lib/refunds/links/claim-refund";
import { createHoldingStore } from "@/lib/settlement/dashboard/holding.store";
import { anyName, later, newId, uniqueHex } from "@/lib/testing/builders";
import { outcome } from "@/lib/testing/outcome";
import { fileWorld, price } from "@/lib/testing/world";
import { byHand, customer } from "@/lib/testing/world/by-hand";
import { openTestAccess } from "@/lib/testing/world/people";
import { createRefundBody } from "./refund.schema";
import { approveRefund } from "./refund-steps";
import { requestRefund, requestRefundAs } from "./request-refund";

let owner: ProjectAccess;
let admin: ProjectAccess;
let stranger: ProjectAccess;

const world = await fileWorld([], {
  project: { refundMode: "CONVENIENT" },
  stillClock: "times are compared to the millisecond",
});
const till = byHand(world);
beforeAll(async () => {
  owner = await openTestAccess(world.stores, world.project.id, "OWNER");
  admin = await openTestAccess(world.stores, world.project.id, "ADMIN");
  stranger = await openTestAccess(world.stores, await world.stores.createProject(), "OWNER");
});
beforeEach(() => world.query("DELETE FROM refunds"));

const directory = () => createRefundListStore(world.stores.database);
const deps = () => ({ ...world.deps, projects: world.stores.projects });
const ask = async (as: ProjectAccess, checkout: Checkout, body: object) =>
  requestRefundAs(deps(), as.by("refunds.request"), checkout.id, createRefundBody.parse(body));
const list = (params: SearchParams = {}, place: ListPlace = { kind: "first" }, take = 25, as = owner) =>
  listProjectRefunds(
    { refundList: directory() },
    as,
    listingOf(readRefundFilter(params, "UTC")),
    place,
    take,
  );
const ids = async (params: SearchParams = {}) => (await list(params)).items.map(({ id }) => id);

describe("a member's refund request", () => {
  const large = 600_000_000n;
  const body = { amount: large.toString(), destinationAddress: customer };

  it("is accepted above the daily limit when an owner, without using it up", async () => {
    const { refund } = await ask(owner, await till.paid(large), body);
    expect(refund).toMatchObject({ status: "PENDING", viaApi: false });
    const small = await ask(admin, await till.paid(), {
      amount: price.toString(),
      destinationAddress: customer,
    });
    expect(small.refund.status).toBe("PENDING");
  });

  it("waits for an owner above the day's limit when an admin, in one or in pieces", async () => {
    expect((await ask(admin, await till.paid(large), body)).refund.status).toBe("AWAITING_APPROVAL");
    await world.query("DELETE FROM refunds");
    const half = { amount: "300000000", destinationAddress: customer };
    expect((await ask(admin, await till.paid(large), half)).refund.status).toBe("PENDING");
    const second = await ask(admin, await till.paid(large), half);
    expect(second.refund.status).toBe("AWAITING_APPROVAL");
    const approved = await approveRefund(world.deps, owner.as("refunds.approve"), second.refund.id, {
      destinationAddress: customer,
    });
    expect(approved.status).toBe("PENDING");
  });

  it("is audited with the request", async () => {
    const checkout = await till.paid();
    const { refund } = await ask(admin, checkout, { amount: "1", refundType: "DUPLICATE" });
    const rows = await world.query(
      "SELECT user_id, project_id, action, details FROM audit_log WHERE target = $1",
      [refund.id],
    );
    expect(rows).toEqual([
      {
        user_id: admin.userId,
        project_id: world.project.id,
        action: "refund.requested",
        details: { amount: "1", checkoutId: checkout.id, status: "AWAITING_ADDRESS" },
      },
    ]);
  });

  it("finds no checkout of another project, and needs the role", async () => {
    const checkout = await till.paid();
    expect(await outcome(ask(stranger, checkout, { amount: "1" }))).toBe("CHECKOUT_NOT_FOUND");
    const developer = await openTestAccess(world.stores, world.project.id, "DEVELOPER");
    expect(await outcome(ask(developer, checkout, { amount: "1" }))).toBe("FORBIDDEN");
    expect(await till.refunds(checkout)).toEqual([]);
  });
});

describe("a new link for the customer", () => {
  it("of a refund outside the daily limit requires an owner", async () => {
    const links = async (as: ProjectAccess, refundId: string) =>
      outcome((async () => reissueClaim(world.deps, as.by("refunds.request"), refundId))());
    const owners = (await ask(owner, await till.paid(), { amount: "1" })).refund.id;
    const admins = (await ask(admin, await till.paid(), { amount: "1" })).refund.id;
    const developer = await openTestAccess(world.stores, world.project.id, "DEVELOPER");
    expect(await links(admin, owners)).toBe("FORBIDDEN");
    expect(await links(owner, owners)).toBe("done");
    expect(await links(admin, admins)).toBe("done");
    expect(await links(developer, admins)).toBe("FORBIDDEN");
    expect(await links(stranger, admins)).toBe("REFUND_NOT_FOUND");
  });
});

describe("the list of refunds", () => {
  /** One a minute, so that their order is known. */
  async function several(count: number): Promise<string[]> {
    const made: string[] = [];
    for (let number = 0; number < count; number++) {
      world.now = later(60_000, world.now);
      made.unshift((await ask(owner, await till.paid(), { amount: "1" })).refund.id);
    }
    return made;
  }

  it("goes from part to part and back, newest first, and misses none", async () => {
    const made = await several(5);
    const first = await list({}, { kind: "first" }, 2);
    expect(first.items.map(({ id }) => id)).toEqual(made.slice(0, 2));
    expect(first.newer).toBeNull();
    const second = await list({}, first.older ?? { kind: "first" }, 2);
    expect(second.items.map(({ id }) => id)).toEqual(made.slice(2, 4));
    const last = await list({}, second.older ?? { kind: "first" }, 2);
    expect(last.items.map(({ id }) => id)).toEqual(made.slice(4));
    expect(last.older).toBeNull();
    const back = await list({}, last.newer ?? { kind: "first" }, 2);
    expect(back.items.map(({ id }) => id)).toEqual(made.slice(2, 4));
    const start = await list({}, back.newer ?? { kind: "first" }, 2);
    expect(start).toEqual(first);
  });

  it("orders refunds of the same time", async () => {
    const [first, second] = [await till.paid(), await till.paid()];
    const made = [await ask(owner, first, { amount: "1" }), await ask(owner, second, { amount: "1" })];
    const newest = await list({}, { kind: "first" }, 1);
    const next = await list({}, newest.older ?? { kind: "first" }, 1);
    expect([...newest.items, ...next.items].map(({ id }) => id).sort()).toEqual(
      made.map(({ refund }) => refund.id).sort(),
    );
  });

  it("narrows by status, group, type and day", async () => {
    const [waiting] = await several(1);
    const pending = (
      await ask(owner, await till.paid(), {
        amount: "2",
        destinationAddress: customer,
        refundType: "DUPLICATE",
      })
    ).refund.id;
    expect(await ids({ status: "waiting" })).toEqual([waiting]);
    expect(await ids({ status: "awaiting_address" })).toEqual([waiting]);
    expect(await ids({ status: "moving" })).toEqual([pending]);
    expect(await ids({ status: "completed" })).toEqual([]);
    expect(await ids({ type: "duplicate" })).toEqual([pending]);
    const today = world.now.toISOString().slice(0, 10);
    expect((await ids({ from: today, to: today })).length).toBe(2);
    expect(await ids({ to: "2025-12-31" })).toEqual([]);
    const params = { status: "waiting", type: "other", from: "2026-01-01", to: "2026-01-31" };
    expect(Object.fromEntries(refundListParams(readRefundFilter(params, "UTC")))).toEqual(params);
  });

  it("contains nothing of another project", async () => {
    await several(1);
    expect((await list({}, { kind: "first" }, 25, stranger)).items).toEqual([]);
  });
});

describe("one refund", () => {
  it("comes with its checkout's names, its own timeline and the link that is open", async () => {
    const checkout = await till.paid();
    await ask(owner, checkout, { amount: "1" });
    const { refund } = await ask(owner, checkout, { amount: "2", reason: "Broken cup" });
    const read = (id: string, as = owner) =>
      readProjectRefund({ clock: world.deps.clock, refundList: directory() }, as, id);
    expect(await read(refund.id)).toMatchObject({
      ...refund,
      referenceId: "order-1",
      itemName: anyName,
      timeline: [{ kind: "refund.requested", details: { refundId: refund.id }, at: world.now }],
      claimLink: { expiresAt: later(7 * 24 * 3_600_000, world.now) },
      signLink: null,
      payment: null,
    });
    world.now = later(8 * 24 * 3_600_000, world.now);
    expect((await read(refund.id)).claimLink).toBeNull();
    expect(await outcome(read(refund.id, stranger))).toBe("REFUND_NOT_FOUND");
    expect(await outcome(read(newId("rfd")))).toBe("REFUND_NOT_FOUND");
  });
});

describe("the requester of a refund", () => {
  const requester = async (refundId: string) =>
    (await readProjectRefund({ clock: world.deps.clock, refundList: directory() }, owner, refundId))
      .requester;
  const body = createRefundBody.parse({ amount: "1" });
  const by = async (who: Parameters<typeof requestRefund>[5]) =>
    requester(
      (await requestRefund(world.deps, world.project, (await till.paid()).id, body, null, who)).refund.id,
    );

  it("is a member by name, a server key by its last characters, or the operator", async () => {
    const { signedIn } = admin;
    const { refund } = await ask(admin, await till.paid(), { amount: "1" });
    expect(await requester(refund.id)).toEqual({
      kind: "member",
      name: signedIn.name ?? signedIn.email,
    });
    const keyId = newId("key");
    await world.query(
      "INSERT INTO api_keys (id, project_id, kind, hash, last_four) VALUES ($1, $2, 'SERVER', $3, 'x7Qa')",
      [keyId, world.project.id, uniqueHex(32).slice(2)],
    );
    expect(await by({ kind: "key", keyId })).toEqual({ kind: "key", lastFour: "x7Qa" });
    expect(await by({ kind: "operator", approves: true })).toEqual({ kind: "operator" });
    expect(await by(null)).toEqual({ kind: "unknown" });
  });
});

describe("late payments", () => {
  it("wait until they are accepted or go back as a whole", async () => {
    const late = async () => {
      const checkout = await till.create({ expiresAt: later(1_000, world.now), status: "EXPIRED" });
      await till.receive(checkout, price, { at: later(60_000, world.now) });
      expect((await world.find(checkout)).status).toBe("LATE_PAID");
      return checkout;
    };
    const [first, second] = [await late(), await late()];
    const { latePayments } = createHoldingStore(world.stores.database);
    const waiting = async (as = owner) =>
      (await latePayments.page(as.projectId, { status: "LATE_PAID" }, { kind: "first" }, 25)).items;
    expect((await waiting()).map(({ id }) => id).sort()).toEqual([first.id, second.id].sort());
    expect(await waiting(stranger)).toEqual([]);
    expect(await waiting()).toContainEqual(
      expect.objectContaining({
        id: first.id,
        paidUnits: price,
        paidAt: later(60_000, world.now),
        cancelledAt: null,
        referenceId: "order-1",
      }),
    );
    await world.query("UPDATE checkouts SET late_accepted_at = now() WHERE id = $1", [first.id]);
    expect((await waiting()).map(({ id }) => id)).toEqual([second.id]);
    await ask(owner, second, { amount: (price - 1n).toString() });
    expect(await waiting()).toMatchObject([{ id: second.id, refundingUnits: price - 1n }]);
    await ask(owner, second, { amount: "1" });
    expect(await waiting()).toEqual([]);
  });
});
