import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { RefundStatus } from "@/lib/checkouts/refund-facts.rules";
import type { Incident } from "@/lib/platform/incidents/incident-store.port";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { ProjectAccess } from "@/lib/projects/project-access";
import { dismissExcess } from "@/lib/refunds/refund-excess";
import { createHoldingStore } from "@/lib/settlement/dashboard/holding.store";
import {
  buildChain,
  buildPosition,
  buildTransfer,
  later,
  newId,
  noon,
  uniqueHex,
  usdc,
  usdt,
} from "@/lib/testing/builders";
import { openTestAccess, openTestStores, type TestStores } from "@/lib/testing/stores";
import { createAttentionStore } from "./overview.store";
import { type ReadAttentionDeps, readAttention } from "./read-overview";

let stores: TestStores;
let projectId: string;
let access: ProjectAccess;

const refundWallet: Hex = `0x${"7e".repeat(20)}`;

beforeAll(async () => {
  stores = await openTestStores();
  await stores.payments.transaction((tx) => tx.savePosition(buildPosition({ blockNumber: 200n })));
});

beforeEach(async () => {
  projectId = await stores.createProject();
  access = await openTestAccess(stores, projectId, "VIEWER");
});

afterEach(async () => {
  // Nothing of one project shows in another.
  expect(await read(await openTestAccess(stores, await stores.createProject(), "VIEWER"))).toEqual(quiet);
});

afterAll(() => stores?.close());

const read = (as = access, more: Partial<ReadAttentionDeps> = {}) =>
  readAttention(
    {
      clock: { now: () => noon },
      chains: [buildChain()],
      attention: createAttentionStore(stores.database),
      holdings: createHoldingStore(stores.database),
      positions: stores.positions,
      sender: (chainId) => ({ chainId, operatorAddress: `0x${"e".repeat(40)}` }),
      refundWallet,
      ...more,
    },
    as,
  );

const query = (text: string, values: unknown[] = []) => stores.database.pool.query(text, values);

const quiet = {
  latePayments: 0,
  excessRequests: 0,
  refundsAwaitingApproval: 0,
  refundsAwaitingSignature: 0,
  refundsAwaitingAddress: 0,
  endpointsFailing: 0,
  endpointsDisabled: 0,
  strayFunds: 0,
  frozen: 0,
  closed: 0,
  parked: 0,
  incidents: [],
  waitingWallet: null,
};

/** Holds 4.50 USDC, unless told otherwise. */
async function holding(overrides: Partial<Checkout> = {}, tokenAddress = usdc): Promise<Checkout> {
  const checkout = await stores.createCheckout({
    projectId,
    status: "PAID",
    paidAt: noon,
    paymentTxHash: uniqueHex(32),
    totalPaidUnits: 4_500_000n,
    paidUnits: 4_500_000n,
    ...overrides,
  });
  await stores.payments.transaction((tx) => tx.insertTransfers([buildTransfer(checkout, { tokenAddress })]));
  return checkout;
}

const refund = (checkout: Checkout, status: RefundStatus) =>
  stores.refunds.transaction((tx) =>
    tx.insert(
      {
        id: newId("rfd"),
        projectId,
        checkoutId: checkout.id,
        chainId: 31337,
        tokenAddress: usdc,
        amountUnits: 1n,
        reason: null,
        refundType: "OTHER",
        status,
        destinationAddress: null,
        txHash: null,
        failureCode: null,
        viaApi: false,
        stray: false,
        createdAt: noon,
        completedAt: null,
      },
      null,
      [],
    ),
  );

describe("attention", () => {
  it("is empty when the project has no problem", async () => {
    await holding();
    expect(await read()).toEqual(quiet);
  });

  it("counts late payments until they are accepted or fully refunded", async () => {
    await holding({ status: "LATE_PAID" });
    const accepted = await holding({ status: "LATE_PAID" });
    await query("UPDATE checkouts SET late_accepted_at = $2 WHERE id = $1", [accepted.id, noon]);
    await holding({ status: "LATE_PAID", refundingUnits: 4_500_000n });
    expect(await read()).toMatchObject({ latePayments: 1 });
  });

  it("counts the part received by an expired checkout until it is accepted or refunded", async () => {
    const part = { status: "EXPIRED", paidAt: null, paymentTxHash: null } as const;
    const checkout = await holding({ ...part, totalPaidUnits: 2_000_000n, paidUnits: 2_000_000n });
    await holding({ ...part, totalPaidUnits: 0n, paidUnits: 0n });
    await holding({
      ...part,
      totalPaidUnits: 2_000_000n,
      paidUnits: 2_000_000n,
      refundedUnits: 2_000_000n,
    });
    await holding({ ...part, totalPaidUnits: 2_000_000n, paidUnits: 0n });
    expect(await read()).toMatchObject({ latePayments: 1 });
    await query("UPDATE checkouts SET refunding_units = 2000000 WHERE id = $1", [checkout.id]);
    expect(await read()).toMatchObject({ latePayments: 0 });
  });

  it("counts requests of a part that an ended checkout received", async () => {
    const part = { totalPaidUnits: 2_000_000n, paidUnits: 2_000_000n, excessRequestedAt: noon };
    await holding({ ...part, status: "EXPIRED" });
    await holding({ ...part, status: "CANCELLED" });
    await holding({ ...part, status: "CANCELLED", refundingUnits: 2_000_000n });
    await holding({ ...part, status: "PENDING" });
    expect(await read()).toMatchObject({ excessRequests: 2 });
  });

  it("counts requests of an overpayment until it is refunded or dismissed", async () => {
    const overpaid = { paidUnits: 16_500_000n, totalPaidUnits: 16_500_000n, excessRequestedAt: noon };
    const requested = await holding(overpaid);
    await holding({ ...overpaid, excessRequestedAt: null });
    await holding({ ...overpaid, refundingUnits: 12_000_000n });
    await holding({ ...overpaid, status: "REFUNDED", refundedUnits: 16_500_000n });
    await holding({ ...overpaid, excessDismissedAt: noon });
    expect(await read()).toMatchObject({ excessRequests: 1 });
    const admin = await openTestAccess(stores, projectId, "ADMIN");
    await dismissExcess({ clock: { now: () => noon }, refunds: stores.refunds }, admin, requested.id);
    expect(await read()).toMatchObject({ excessRequests: 0 });
  });

  it("counts refunds by the person they wait for", async () => {
    const checkout = await holding();
    for (const status of [
      "AWAITING_APPROVAL",
      "AWAITING_SIGNATURE",
      "AWAITING_SIGNATURE",
      "PENDING",
    ] as const)
      await refund(checkout, status);
    expect(await read()).toMatchObject({
      refundsAwaitingApproval: 1,
      refundsAwaitingSignature: 2,
      refundsAwaitingAddress: 0,
    });
  });

  it("counts failing and disabled endpoints, without those that the merchant disabled or removed", async () => {
    const secret = `whsec_${Buffer.alloc(32).toString("base64")}`;
    const add = async (state: string) => {
      const url = "https://example.com/hook";
      const { endpointId } = await stores.createWebhookEndpoint({
        projectId,
        url,
        kinds: ["checkout.paid"],
        secret,
        at: noon,
      });
      await query(`UPDATE webhook_endpoints SET ${state} WHERE id = $1`, [endpointId]);
    };
    await add("failing_since = now()");
    await add("disabled_at = now(), disabled_reason = 'Every attempt failed for five days.'");
    await add("disabled_at = now(), disabled_reason = 'Disabled by hand.'");
    await add("disabled_at = now(), disabled_reason = 'Gone.', deleted_at = now()");
    expect(await read()).toMatchObject({ endpointsFailing: 1, endpointsDisabled: 1 });
  });

  it("counts deposits that settlement leaves", async () => {
    await holding({}, usdt);
    // Of a token that no one lists anyone can send as many as they like.
    await holding({}, `0x${"9".repeat(40)}`);
    const coin = await holding();
    await stores.balances.noteNative(31337, 9n, [{ checkoutId: coin.id, amountWei: 7n }], noon);
    const frozen = await holding();
    await query("UPDATE checkouts SET settlement_frozen = true WHERE id = $1", [frozen.id]);
    await holding({ openSweep: false });
    const failed = await holding();
    await query("UPDATE deposit_holdings SET sweep_refusal = 'PAUSED' WHERE checkout_id = $1", [failed.id]);
    expect(await read()).toMatchObject({ strayFunds: 2, frozen: 1, closed: 1, parked: 1 });
  });

  it("counts as closed only deposits that need the merchant's wallet, as the settlements page does", async () => {
    const merchantAddress = uniqueHex(20);
    const safe = { openSweep: false, merchantAddress };
    await stores.walletCodes.save(merchantAddress, [{ chainId: 31337, hasCode: true, checkedAt: noon }]);
    await holding({ ...safe, refundAuthority: refundWallet });
    expect(await read()).toMatchObject({ closed: 0 });
    // Without its key the service cannot sweep for the merchant.
    expect(await read(access, { refundWallet: null })).toMatchObject({ closed: 1 });

    await holding({ ...safe, refundAuthority: merchantAddress });
    expect(await read()).toMatchObject({ closed: 1 });
    const toRefund = await holding({ ...safe, refundAuthority: merchantAddress });
    expect(await read()).toMatchObject({ closed: 2 });
    await refund(toRefund, "AWAITING_ADDRESS");
    expect(await read()).toMatchObject({ closed: 1 });
    await holding({ ...safe, refundAuthority: merchantAddress, status: "DETECTED" });
    const held = await holding({ ...safe, refundAuthority: merchantAddress });
    expect(await read()).toMatchObject({ closed: 2 });
    await query("UPDATE checkouts SET settlement_frozen = true WHERE id = $1", [held.id]);
    expect(await read()).toMatchObject({ closed: 1, frozen: 1 });
  });

  it("lists incidents of its own chains and checkouts without other projects' data", async () => {
    const own = await holding();
    const strangers = await stores.createCheckout({ projectId: await stores.createProject() });
    await query("INSERT INTO accepted_tokens VALUES ($1, 31337, $2)", [projectId, usdc]);
    const incident = { checkoutId: null, details: { wallet: "0xsecret" }, chainId: 31337 } as const;
    const raise = (one: Partial<Incident>, at: Date) =>
      stores.incidents.raise({ ...incident, kind: "OUT_OF_GAS", subject: newId("usr"), ...one }, at);
    await raise({}, noon);
    await raise({ kind: "CHAIN_LOST", chainId: 999 }, later(1));
    await raise({ kind: "PAYMENT_REVERTED", checkoutId: own.id }, later(2));
    await raise({ kind: "PAYMENT_REVERTED", checkoutId: strangers.id }, later(3));
    expect((await read()).incidents).toEqual([
      { kind: "PAYMENT_REVERTED", chainId: 31337, checkoutId: own.id, createdAt: later(2) },
      { kind: "OUT_OF_GAS", chainId: 31337, checkoutId: null, createdAt: noon },
    ]);
    await query("UPDATE incidents SET resolved_at = $1", [later(4)]);
    expect((await read()).incidents).toEqual([]);
  });

  it("names the pending settlement wallet", async () => {
    const insert = (id: string, applied: Date | null) =>
      query(
        `INSERT INTO wallet_changes (id, project_id, from_wallet, to_wallet, effective_at, applied_at)
    VALUES ($1, $2, $3, $4, $5, $6)`,
        [id, projectId, `0x${"a".repeat(40)}`, `0x${"b".repeat(40)}`, later(5), applied],
      );
    await insert("wch_1", noon);
    expect((await read()).waitingWallet).toBeNull();
    await insert("wch_2", null);
    expect((await read()).waitingWallet).toEqual({
      toWallet: `0x${"b".repeat(40)}`,
      effectiveAt: later(5),
    });
  });

  it("stops counting at a hundred", async () => {
    await query(
      `INSERT INTO refunds (id, project_id, checkout_id, amount_units, chain_id, token_address, status)
  SELECT 'rfd_' || lpad(n::text, 26, '0'), $1, $2, 1, 31337, $3, 'AWAITING_ADDRESS' FROM generate_series(1, 101) AS n`,
      [projectId, (await holding()).id, usdc],
    );
    expect(await read()).toMatchObject({ refundsAwaitingAddress: 100 });
  });
});
