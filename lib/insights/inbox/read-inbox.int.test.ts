import { beforeEach, describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";

import type { InsightParts } from "@/lib/insights/insights.parts";

import type { SearchParams } from "@/lib/platform/lists/list-place.rules";
import type { ProjectAccess } from "@/lib/projects/project-access";
import { dismissExcess } from "@/lib/refunds/refund-excess";
import type { RefundParts } from "@/lib/refunds/refunds.parts";
import { createHoldingStore } from "@/lib/settlement/dashboard/holding.store";
import { createStrayListStore } from "@/lib/strays/stray.store";
import { buildChain, buildTransfer, later, noon, uniqueHex, usdc, usdt } from "@/lib/testing/builders";
import { outcome } from "@/lib/testing/outcome";
import { partsOf } from "@/lib/testing/parts";
import { fileWorld } from "@/lib/testing/world";
import { openTestAccess } from "@/lib/testing/world/people";
import type { InboxItem, InboxKind } from "./inbox.rules";
import { createInboxStore } from "./inbox.store";
import { countWaiting, readInbox, readInboxOf } from "./read-inbox";
import { createTaskStore } from "./task.store";
import { createWaitingStore } from "./waiting.store";

const { stores } = await fileWorld();
let access: ProjectAccess;

beforeEach(async () => {
  access = await openTestAccess(stores, await stores.createProject(), "ADMIN");
});

const price = 4_000_000n;

/** Paid 4.00 USDC, unless told otherwise. */
async function checkout(overrides: Partial<Checkout> = {}, tokenAddress = usdc): Promise<Checkout> {
  const made = await stores.createCheckout({
    projectId: access.projectId,
    status: "PAID",
    paidAt: noon,
    paymentTxHash: uniqueHex(32),
    amountUnits: price,
    totalPaidUnits: price,
    paidUnits: price,
    ...overrides,
  });
  await stores.payments.transaction((tx) => tx.insertTransfers([buildTransfer(made, { tokenAddress })]));
  return made;
}

const expired = { status: "EXPIRED", paidAt: null, paymentTxHash: null } as const;
const rate = { rate: "1.25", at: noon, provider: "fixed" };

const deps = (ratesOf: () => Promise<never> | Promise<{ source: "cache"; get: () => typeof rate }>) =>
  partsOf<InsightParts>({
    chains: [buildChain()],
    holdings: createHoldingStore(stores.database),
    inbox: createInboxStore(stores.database),
    strayList: createStrayListStore(stores.database),
    rates: { current: ratesOf },
  });
const known = () => Promise.resolve({ source: "cache" as const, get: () => rate });
const unknown = () => Promise.reject(new Error("no rates"));

const read = async (kind: InboxKind, query: SearchParams = {}, as = access) =>
  readInboxOf(deps(known), as, kind, query);

function idOf(item: InboxItem): string {
  switch (item.kind) {
    case "late":
      return item.late.id;
    case "partial":
      return item.part.id;
    case "over":
      return item.over.id;
    case "stray":
      return item.stray.checkoutId;
    case "stuck":
      return item.stuck.checkoutId;
    default:
      return item satisfies never;
  }
}

const idsOf = async (kind: InboxKind, as = access) => (await read(kind, {}, as)).items.map(idOf);
const count = (as = access) =>
  countWaiting(
    partsOf<InsightParts>({
      ...deps(known),
      clock: { now: () => noon },
      tasks: createTaskStore(stores.database),
      waiting: createWaitingStore(stores.database),
      positions: stores.positions,
      sender: (chainId) => ({ chainId, operatorAddress: `0x${"e".repeat(40)}` }),
      refundWallet: null,
    }),
    as,
  );
const query = (text: string, values: unknown[]) => stores.database.pool.query(text, values);

describe("the inbox", () => {
  it("lists each case under one kind, counts it, and shows it to no other project", async () => {
    await checkout();
    const late = await checkout({ status: "LATE_PAID" });
    const partial = await checkout({ ...expired, totalPaidUnits: 1_000_000n, paidUnits: 1_000_000n });
    const over = await checkout({ paidUnits: price + 2n, totalPaidUnits: price + 2n });
    const stray = await checkout({}, usdt);
    const frozen = await checkout();
    await query("UPDATE checkouts SET settlement_frozen = true WHERE id = $1", [frozen.id]);
    const refused = await checkout();
    await query("UPDATE deposit_holdings SET sweep_refusal = 'PAUSED' WHERE checkout_id = $1", [refused.id]);

    expect(await idsOf("late")).toEqual([late.id]);
    expect(await idsOf("partial")).toEqual([partial.id]);
    expect(await idsOf("over")).toEqual([over.id]);
    expect(await idsOf("stray")).toEqual([stray.id]);
    expect((await idsOf("stuck")).sort()).toEqual([frozen.id, refused.id].sort());
    expect(await count()).toMatchObject({ late: 1, partial: 1, over: 1, stray: 1, stuck: 2 });
    const { items, more } = await readInbox(deps(known), access);
    expect(items).toHaveLength(6);
    expect(more).toEqual([]);

    const other = await openTestAccess(stores, await stores.createProject(), "OWNER");
    expect((await readInbox(deps(known), other)).items).toEqual([]);
    expect(await count(other)).toMatchObject({ late: 0, partial: 0, over: 0, stray: 0, stuck: 0 });
  });

  it("keeps an overpayment until it is refunded or kept, whether or not it was requested", async () => {
    const paid = { paidUnits: price + 9n, totalPaidUnits: price + 9n };
    const open = await checkout({ ...paid, refundedUnits: 4n });
    await checkout({ ...paid, refundedUnits: 4n, refundingUnits: 5n });
    await checkout({ ...paid, status: "LATE_PAID" });
    const accepted = await checkout({ ...paid, status: "LATE_PAID", lateAcceptedAt: noon });
    const part = await checkout({ acceptedUnits: 3n, paidUnits: 5n, totalPaidUnits: 5n });
    const cancelled = await checkout({
      ...expired,
      status: "CANCELLED",
      cancelledAt: noon,
      excessRequestedAt: noon,
    });
    const unrequested = await checkout({ ...expired, status: "CANCELLED", cancelledAt: noon });
    const again = await checkout({ status: "REFUNDED", refundedUnits: price - 7n });
    await checkout({ status: "REFUNDED", refundedUnits: price });
    await checkout({ status: "REFUNDED", refundedUnits: price - 7n, refundingUnits: 7n });
    const { items } = await read("over");
    const excess = new Map(
      items.flatMap((item) => (item.kind === "over" ? [[item.over.id, item.over.excessUnits]] : [])),
    );
    expect(excess).toEqual(
      new Map([
        [open.id, 5n],
        [accepted.id, 9n],
        [part.id, 2n],
        [cancelled.id, price],
        [unrequested.id, price],
        [again.id, 7n],
      ]),
    );
    const keep = (id: string) =>
      dismissExcess(
        partsOf<RefundParts>({ clock: { now: () => noon }, refunds: stores.refunds }),
        access,
        id,
      );
    // Two members at once are one decision.
    await Promise.all([keep(open.id), keep(open.id)]);
    expect((await idsOf("over")).sort()).toEqual(
      [accepted.id, part.id, cancelled.id, unrequested.id, again.id].sort(),
    );
    expect((await count()).over).toBe(5);
    expect(await outcome(keep((await checkout()).id))).toBe("CHECKOUT_NOT_REFUNDABLE");
  });

  it("pages through a kind forwards and back", async () => {
    const made: string[] = [];
    for (let n = 0; n < 26; n += 1)
      made.unshift((await checkout({ status: "LATE_PAID", createdAt: later(n) })).id);
    const first = await read("late");
    expect(first.items.map(idOf)).toEqual(made.slice(0, 25));
    const { older } = first;
    if (older?.kind !== "after") throw new Error("more follow");
    const second = await read("late", { kind: "late", after: older.cursor });
    expect(second.items.map(idOf)).toEqual(made.slice(25));
    const { newer } = second;
    if (newer?.kind !== "before") throw new Error("more came before");
    expect((await read("late", { before: newer.cursor })).items.map(idOf)).toEqual(made.slice(0, 25));
    expect((await readInbox(deps(known), access)).more).toEqual(["late"]);
  });

  it("compares a late payment's price with the current rate, and knows nothing without one", async () => {
    const fiat = { fiatAmount: "5.10", fiatCurrency: "USD", exchangeRateUsed: "1.275", exchangeRateAt: noon };
    await checkout({ status: "LATE_PAID", ...fiat });
    const moved = async (rates: typeof known | typeof unknown) =>
      (await readInboxOf(deps(rates), access, "late", {})).items.map((item) =>
        item.kind === "late" ? item.late.movedBps : undefined,
      );
    // 5.10 USD is 4.08 USDC now, and was 4.00.
    expect(await moved(known)).toEqual([200]);
    expect(await moved(unknown)).toEqual([null]);
  });

  it("reads people's last decisions on late payments from the audit log", async () => {
    const enter = (action: string, details: object, target = "chk_1") =>
      query(
        "INSERT INTO audit_log (project_id, action, target, details, created_at) VALUES ($1, $2, $3, $4, now())",
        [access.projectId, action, target, details],
      );
    const accepted = "checkout.payment_accepted";
    await enter(accepted, { movedBps: 7 });
    await enter(accepted, { movedBps: 8, rule: "late_payments" });
    await enter(accepted, { accepted: "1" });
    await enter("refund.requested", {}, "rfd_of_another_kind");
    await enter(accepted, { movedBps: -5 });
    const inbox = createInboxStore(stores.database);
    expect(await inbox.lateDecisions(access.projectId, 3)).toEqual([-5, 7]);
    expect(await inbox.lateDecisions(access.projectId, 1)).toEqual([-5]);
    expect(await inbox.lateDecisions(await stores.createProject(), 3)).toEqual([]);
    const { id } = await checkout({ status: "LATE_PAID" });
    await query(
      `INSERT INTO refunds (id, project_id, checkout_id, amount_units, chain_id, token_address, status, refund_type)
       VALUES ('rfd_01aaaaaaaaaaaaaaaaaaaaaaaa', $1, $2, 1, 31337, $3, 'AWAITING_ADDRESS', 'LATE_PAYMENT')`,
      [access.projectId, id, usdc],
    );
    await enter("refund.requested", {}, "rfd_01aaaaaaaaaaaaaaaaaaaaaaaa");
    expect(await inbox.lateDecisions(access.projectId, 2)).toEqual([null, -5]);
  });
});
