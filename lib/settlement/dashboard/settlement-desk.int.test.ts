import type { Hex as ViemHex } from "viem";
import { beforeEach, describe, expect, it } from "vitest";
import { awaitReceipt } from "@/lib/chain/sender/await-receipt.chain";
import { sweepCall } from "@/lib/chain/sender/contract-calls.chain";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { ProjectAccess } from "@/lib/projects/project-access";
import { createRefundBody } from "@/lib/refunds/refund.schema";
import { requestRefundAs } from "@/lib/refunds/request-refund";
import { createHoldingStore } from "@/lib/settlement/dashboard/holding.store";
import {
  exportSettlements,
  listProjectSettlements,
  readProjectSettlement,
  readUnswept,
} from "@/lib/settlement/dashboard/read-settlements";
import { createSettlementListStore } from "@/lib/settlement/dashboard/settlement-list.store";
import { everySettlement } from "@/lib/settlement/dashboard/settlement-views.rules";
import { prepareSweepBatch, sumRequested, sweepNow } from "@/lib/settlement/dashboard/sweep-now";
import { listStrays } from "@/lib/strays/list-strays";
import { prepareSweep } from "@/lib/strays/prepare-sweep";
import { createStrayListStore } from "@/lib/strays/stray.store";
import { newId } from "@/lib/testing/builders";
import { testWallet } from "@/lib/testing/chain";
import { outcome } from "@/lib/testing/outcome";
import { freshWallet, price, testNetwork, testWorld } from "@/lib/testing/world";
import { openTestAccess } from "@/lib/testing/world/people";
import { ownedByMerchant } from "@/lib/testing/world/refunding";
import { settling } from "@/lib/testing/world/settling";

const chainId = 31337;
const merchantAccount = 2;
const first = { kind: "first" } as const;
const all = everySettlement;
let owner: ProjectAccess;
let stranger: ProjectAccess;

const network = await testNetwork();
const world = testWorld([network], { project: { settlementPolicy: "MANUAL" }, booksAgree: true });
const { lookOn, statuses, whereWalletHasCode } = settling(world);
beforeEach(async () => {
  await world.change({ settlementWallet: ownedByMerchant(network).settlementWallet });
  owner = await openTestAccess(world.stores, world.project.id, "OWNER");
  stranger = await openTestAccess(world.stores, await world.stores.createProject(), "OWNER");
});

const deps = () => ({
  ...world.deps,
  projects: world.stores.projects,
  holdings: createHoldingStore(world.stores.database),
  strayList: createStrayListStore(world.stores.database),
  settlementList: createSettlementListStore(world.stores.database),
  sweepCall,
});
async function receive(checkout: Checkout, token = network.usdc, units = price) {
  await network.pay(checkout.depositAddress, units, { token });
  await world.mineAndWatch(2);
}
const unswept = (as = owner) => readUnswept(deps(), as);
const everything = { kind: "chain", chainId } as const;
const asked = (checkout: Checkout, tokenAddress: Checkout["tokenAddress"]) => ({
  checkoutId: checkout.id,
  chainId,
  tokenAddress,
});
/** As a wallet of one of the chain's accounts sends what was prepared. */
async function send(call: { to: string; data: string }, account: number): Promise<boolean> {
  const wallet = testWallet(network.chain, account);
  const hash = await wallet.sendTransaction({
    to: call.to as ViemHex,
    data: call.data as ViemHex,
    gas: 900_000n,
  });
  await awaitReceipt(network.chain.client, hash);
  await world.mineAndWatch(2);
  return (await world.query("SELECT FROM sweeps WHERE tx_hash = $1", [hash])).length > 0;
}

describe("the balance of deposit addresses", () => {
  it("is summed by token with the reason, until a listed settlement sweeps it", async () => {
    expect(await unswept()).toMatchObject({
      policy: "MANUAL",
      sums: [],
      waiting: [],
      gas: [],
      isWhole: true,
    });
    const [one, two] = [await world.paid(), await world.paid()];
    const open = await world.create();
    await receive(open, network.usdc, 1n);
    expect(await unswept()).toMatchObject({
      sums: [{ chainId, tokenAddress: network.usdc, deposits: 3, units: 2n * price + 1n }],
      waiting: [
        { reason: null, policy: "MANUAL", deposits: 2, units: 2n * price, checkoutIds: [two.id, one.id] },
        { reason: "not_paid", deposits: 1, units: 1n },
      ],
    });
    expect(await unswept(stranger)).toMatchObject({ sums: [], waiting: [] });

    const answer = await sweepNow(deps(), owner, everything);
    expect(sumRequested(answer)).toEqual({
      opened: [{ chainId, deposits: 2 }],
      left: [{ reason: "not_paid", deposits: 1 }],
    });
    const [pending] = (await listProjectSettlements(deps(), owner, all, first)).items;
    expect(pending).toMatchObject({
      status: "PENDING",
      requested: true,
      itemCount: 2,
      sweptCount: 0,
      amounts: [{ tokenAddress: network.usdc, units: 2n * price }],
      txHash: null,
    });
    expect(
      await world.query(
        "SELECT user_id, details FROM audit_log WHERE action = 'settlement.requested' AND own(project_id)",
      ),
    ).toEqual([{ user_id: owner.userId, details: { chainId, settlements: pending?.id } }]);

    await lookOn();
    const { items } = await listProjectSettlements(deps(), owner, all, first);
    expect(items).toMatchObject([
      {
        id: pending?.id,
        status: "COMPLETED",
        itemCount: 2,
        sweptCount: 2,
        failedCount: 0,
        amounts: [{ tokenAddress: network.usdc, units: 2n * price }],
      },
    ]);
    expect(items[0]?.costWei).toBeGreaterThan(0n);
    const details = await readProjectSettlement(deps(), owner, pending?.id ?? "");
    expect(details.items).toMatchObject(
      [one, two].map(({ id }) => ({ checkoutId: id, status: "SWEPT", units: price, failureReason: null })),
    );
    const after = await unswept();
    expect(after.sums).toMatchObject([{ units: 1n }]);
    expect(after.gas).toMatchObject([{ chainId, purpose: "SETTLEMENT", transactions: 1 }]);

    const lines: string[] = [];
    for await (const line of exportSettlements(deps(), owner, { ...all, timeZone: "Asia/Seoul" }))
      lines.push(line);
    expect(lines.join("").split("\r\n")[1]).toMatch(
      new RegExp(`^${pending?.id},COMPLETED,.*,9\\.00,USDC,20[-0-9]{8} [:0-9]{8},Asia/Seoul$`),
    );
    const { id } = details;
    expect(await outcome(readProjectSettlement(deps(), stranger, id))).toBe("SETTLEMENT_NOT_FOUND");
    expect((await listProjectSettlements(deps(), stranger, all, first)).items).toEqual([]);
    expect((await listProjectSettlements(deps(), owner, { ...all, status: "FAILED" }, first)).items).toEqual(
      [],
    );
  });

  it("requires the role, in the caller's own project", async () => {
    const checkout = await world.paid();
    const viewer = await openTestAccess(world.stores, world.project.id, "DEVELOPER");
    expect(await outcome(sweepNow(deps(), viewer, everything))).toBe("FORBIDDEN");
    expect(await outcome(prepareSweep(deps(), viewer, asked(checkout, network.usdc)))).toBe("FORBIDDEN");
    const theirs = { kind: "checkout", checkoutId: checkout.id } as const;
    expect(await outcome(sweepNow(deps(), stranger, theirs))).toBe("CHECKOUT_NOT_FOUND");
    expect(await outcome(prepareSweep(deps(), stranger, asked(checkout, network.usdc)))).toBe(
      "CHECKOUT_NOT_FOUND",
    );
    expect(
      await outcome(prepareSweep(deps(), owner, asked({ ...checkout, id: newId("chk") }, network.usdc))),
    ).toBe("CHECKOUT_NOT_FOUND");
  });
});

describe("a sweep that the merchant's wallet signs", () => {
  it("is the only way out of a deposit closed to others", async () => {
    const checkout = await whereWalletHasCode([[chainId, true]], () => world.paid());
    expect(checkout.openSweep).toBe(false);
    expect((await unswept()).waiting).toMatchObject([{ reason: "closed", deposits: 1 }]);
    expect(sumRequested(await sweepNow(deps(), owner, everything))).toMatchObject({
      opened: [],
      left: [{ reason: "closed", deposits: 1 }],
    });

    const call = await prepareSweep(deps(), owner, asked(checkout, network.usdc));
    expect(call).toMatchObject({ chainId, merchantAddress: world.project.settlementWallet });
    expect(call.from).toContain(world.project.settlementWallet);
    expect(await send(call, 1)).toBe(false);
    expect(await send(call, merchantAccount)).toBe(true);
    expect(await world.status(checkout)).toBe("SETTLED");
    expect(await outcome(prepareSweep(deps(), owner, asked(checkout, network.usdc)))).toBe("CONFLICT");
  });

  it("sweeps all deposits that wait for a wallet on a network in one transaction, each in isolation", async () => {
    const { settlementWallet } = world.project;
    const [first, second, third, refunded] = await whereWalletHasCode([[chainId, true]], async () => {
      return [await world.paid(), await world.paid(), await world.paid(), await world.paid()] as const;
    });
    const unpaid = await world.create();
    await receive(unpaid, network.usdc, 1n);
    await requestRefundAs(
      deps(),
      owner.by("refunds.request"),
      refunded.id,
      createRefundBody.parse({ amount: "1" }),
    );

    expect((await unswept()).closed).toEqual([
      {
        chainId,
        wallet: settlementWallet,
        deposits: 3,
        sums: [{ tokenAddress: network.usdc, units: 3n * price }],
        isDeployed: true,
      },
    ]);
    const batch = { chainId, wallet: settlementWallet };
    const call = await prepareSweepBatch(deps(), owner, batch);
    expect(call).toMatchObject({ from: [settlementWallet], merchantAddress: settlementWallet, deposits: 3 });
    // Someone else's call of the same bytes moves nothing.
    expect(await send(call, 1)).toBe(false);
    expect(await send(call, merchantAccount)).toBe(true);
    expect(await statuses(first, second, third, refunded)).toEqual(["SETTLED", "SETTLED", "SETTLED", "PAID"]);
    expect((await unswept()).closed).toEqual([]);
    expect(await outcome(prepareSweepBatch(deps(), owner, batch))).toBe("CONFLICT");
    expect(await outcome(prepareSweepBatch(deps(), stranger, batch))).toBe("CONFLICT");
  });

  it("isn't offered for a contract wallet that is missing on this network", async () => {
    await whereWalletHasCode([[chainId, true]], () => world.paid());
    const elsewhere = [
      [chainId, false],
      [8453, true],
    ] as const;
    await whereWalletHasCode(elsewhere, async () => {
      expect((await unswept()).closed).toMatchObject([{ deposits: 1, isDeployed: false }]);
      const batch = { chainId, wallet: world.project.settlementWallet };
      expect(await outcome(prepareSweepBatch(deps(), owner, batch))).toBe("CONFLICT");
    });
  });

  it("waits while the checkout can be paid, and for an open refund", async () => {
    const open = await world.create();
    await receive(open, network.usdc, 1n);
    expect(await outcome(prepareSweep(deps(), owner, asked(open, network.usdc)))).toBe("CONFLICT");
    // The coin never pays, so it need not wait.
    expect(await outcome(prepareSweep(deps(), owner, asked(open, null)))).toBe("done");
    const checkout = await world.paid();
    await prepareSweep(deps(), owner, asked(checkout, network.usdc));
    await requestRefundAs(
      deps(),
      owner.by("refunds.request"),
      checkout.id,
      createRefundBody.parse({ amount: "1" }),
    );
    expect(await outcome(prepareSweep(deps(), owner, asked(checkout, network.usdc)))).toBe("CONFLICT");
  });
});

describe("stray funds", () => {
  it("include other tokens and the native coin; both can be swept", async () => {
    const merchantAddress = freshWallet();
    const checkout = await world.create({
      amount: price,
      chainId,
      tokenAddress: network.usdc,
      merchantAddress,
    });
    await receive(checkout, network.usdt, 7n);
    const strays = async (as = owner) => (await listStrays(deps(), as, { kind: "first" })).items;
    expect(await strays()).toMatchObject([
      {
        checkoutId: checkout.id,
        tokenAddress: network.usdt,
        units: 7n,
        checkoutStatus: "PENDING",
        closed: false,
      },
    ]);
    expect(await strays(stranger)).toEqual([]);

    // To prepare one decides nothing: the wallet may never send it.
    expect(await outcome(prepareSweep(deps(), owner, asked(checkout, network.usdt)))).toBe("done");
    expect(await world.query("SELECT FROM stray_decisions WHERE checkout_id = $1", [checkout.id])).toEqual(
      [],
    );
    expect(await world.query("SELECT FROM audit_log WHERE target = $1", [checkout.id])).toEqual([]);

    await receive(checkout);
    await world.stores.balances.noteNative(
      chainId,
      9n,
      [{ checkoutId: checkout.id, amountWei: 5n }],
      new Date(),
    );
    expect(await strays()).toMatchObject([
      { tokenAddress: network.usdt },
      { tokenAddress: null, units: 5n, txHash: null },
    ]);
    // By anyone's wallet, since it pays no one but the merchant.
    const call = await prepareSweep(deps(), owner, asked(checkout, network.usdt));
    expect(call.from).toBeNull();
    expect(await send(call, 1)).toBe(true);
    expect(await strays()).toMatchObject([{ tokenAddress: null }]);
    const coin = await prepareSweep(deps(), owner, asked(checkout, null));
    expect(coin.merchantAddress).toBe(merchantAddress);
  });
});
