import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { RefundStatus } from "@/lib/checkouts/refund-facts.rules";
import type { InsightParts } from "@/lib/insights/insights.parts";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { ProjectAccess } from "@/lib/projects/project-access";
import { createHoldingStore } from "@/lib/settlement/dashboard/holding.store";
import {
  buildChain,
  buildPosition,
  buildTransfer,
  newId,
  noon,
  uniqueHex,
  usdc,
  usdt,
} from "@/lib/testing/builders";
import { partsOf } from "@/lib/testing/parts";
import { fileWorld } from "@/lib/testing/world";
import { openTestAccess } from "@/lib/testing/world/people";
import { countWaiting } from "./read-inbox";
import { createTaskStore } from "./task.store";
import { createWaitingStore } from "./waiting.store";

const { stores } = await fileWorld();
let projectId: string;
let access: ProjectAccess;

const refundWallet: Hex = `0x${"7e".repeat(20)}`;

beforeAll(async () => {
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

const read = (as = access, more: Partial<InsightParts> = {}) =>
  countWaiting(
    partsOf<InsightParts>({
      clock: { now: () => noon },
      chains: [buildChain()],
      tasks: createTaskStore(stores.database),
      waiting: createWaitingStore(stores.database),
      holdings: createHoldingStore(stores.database),
      positions: stores.positions,
      sender: (chainId) => ({ chainId, operatorAddress: `0x${"e".repeat(40)}` }),
      refundWallet,
      ...more,
    }),
    as,
  );

const query = (text: string, values: unknown[] = []) => stores.database.pool.query(text, values);

const quiet = {
  late: 0,
  partial: 0,
  over: 0,
  stray: 0,
  stuck: 0,
  refunds: 0,
  endpoints: 0,
  closed: 0,
  gas: 0,
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

const refund = (checkout: Checkout, status: RefundStatus, stray = false) =>
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
        stray,
        createdAt: noon,
        completedAt: null,
      },
      null,
      [],
    ),
  );

describe("what waits in the inbox", () => {
  it("is empty when the project has no problem", async () => {
    await holding();
    expect(await read()).toEqual(quiet);
  });

  it("counts late payments until they are accepted or fully refunded", async () => {
    await holding({ status: "LATE_PAID" });
    const accepted = await holding({ status: "LATE_PAID" });
    await query("UPDATE checkouts SET late_accepted_at = $2 WHERE id = $1", [accepted.id, noon]);
    await holding({ status: "LATE_PAID", refundingUnits: 4_500_000n });
    expect(await read()).toMatchObject({ late: 1 });
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
    expect(await read()).toMatchObject({ partial: 1 });
    await query("UPDATE checkouts SET refunding_units = 2000000 WHERE id = $1", [checkout.id]);
    expect(await read()).toMatchObject({ partial: 0 });
  });

  it("counts refunds that wait for an approval, a signature or an address", async () => {
    const checkout = await holding();
    for (const status of [
      "AWAITING_APPROVAL",
      "AWAITING_SIGNATURE",
      "AWAITING_SIGNATURE",
      "AWAITING_ADDRESS",
      "PENDING",
    ] as const)
      await refund(checkout, status);
    expect(await read()).toMatchObject({ refunds: 4 });
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
    await add("failing_since = now(), disabled_at = now(), disabled_reason = 'Disabled by hand.'");
    await add("disabled_at = now(), disabled_reason = 'Gone.', deleted_at = now()");
    expect(await read(await openTestAccess(stores, projectId, "DEVELOPER"))).toMatchObject({ endpoints: 2 });
    expect(await read()).toMatchObject({ endpoints: 0 });
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
    await query("UPDATE deposit_holdings SET sweep_refusal = 'PAUSED' WHERE checkout_id = ANY ($1)", [
      [failed.id, frozen.id],
    ]);
    expect(await read()).toMatchObject({ stray: 2, stuck: 2, closed: 1 });
  });

  it("counts a stray that is being returned once, as its refund", async () => {
    const checkout = await holding({}, usdt);
    expect(await read()).toMatchObject({ stray: 1, refunds: 0 });
    await refund(checkout, "AWAITING_ADDRESS", true);
    for (const [status, refunds] of [
      ["AWAITING_ADDRESS", 1],
      ["AWAITING_APPROVAL", 1],
      ["AWAITING_SIGNATURE", 1],
      ["CANCELLED", 0],
    ] as const) {
      await query("UPDATE refunds SET status = $2::refund_status WHERE checkout_id = $1", [
        checkout.id,
        status,
      ]);
      expect(await read(), status).toMatchObject({ stray: 1 - refunds, refunds });
    }
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
    expect(await read()).toMatchObject({ closed: 1, stuck: 1 });
  });

  it("counts low gas for owners alone", async () => {
    const low = async () => [{ chainId: 31337, wallet: null, since: noon }];
    const tasks = { ...createTaskStore(stores.database), gas: low };
    const gasOf = async (role: "OWNER" | "ADMIN") =>
      (await read(await openTestAccess(stores, projectId, role), { tasks })).gas;
    expect([await gasOf("OWNER"), await gasOf("ADMIN")]).toEqual([1, 0]);
  });

  it("stops counting at a hundred", async () => {
    await query(
      `INSERT INTO refunds (id, project_id, checkout_id, amount_units, chain_id, token_address, status)
  SELECT 'rfd_' || lpad(n::text, 26, '0'), $1, $2, 1, 31337, $3, 'AWAITING_APPROVAL' FROM generate_series(1, 101) AS n`,
      [projectId, (await holding()).id, usdc],
    );
    expect(await read()).toMatchObject({ refunds: 100 });
  });
});
