import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import { refundCalls, sweepCall } from "@/lib/chain/sender/contract-calls.chain";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { createRefundBody } from "@/lib/checkouts/refunds/refund.schema";
import { newClaimToken } from "@/lib/platform/ids";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { OperatorAccess } from "@/lib/projects/project-access";
import { changeSettings } from "@/lib/projects/settings/change-settings";
import { createSettingsStore } from "@/lib/projects/settings/settings.store";
import { cancelRefund } from "@/lib/refunds/refund-steps";
import { requestRefund } from "@/lib/refunds/request-refund";
import { testWallet } from "@/lib/testing/chain";
import { denyInToken } from "@/lib/testing/deny-in-token";
import { startTestNetwork, type TestNetwork } from "@/lib/testing/network";
import { compareBooks, freshWallet, openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { requestSettlement } from "./request-settlement";
import { settleCheckouts } from "./settle-checkouts";

const price = 4_500_000n;
const hourMs = 3_600_000;
let network: TestNetwork;
let world: ServiceWorld;

beforeAll(async () => {
  network = await startTestNetwork();
});
afterAll(() => network?.stop());
beforeEach(async () => {
  world = await openServiceWorld([network]);
  await world.scan();
});
afterEach(async () => {
  const { books, chain } = await compareBooks(world, network);
  await world.close();
  expect(books).toEqual(chain);
});

const toWallet = (merchantAddress: Hex) => ({
  fiatAmount: "4.50",
  fiatCurrency: "USD",
  chainId: 31337,
  tokenAddress: network.usdc,
  merchantAddress,
});

async function paid(merchantAddress = freshWallet()): Promise<Checkout> {
  const checkout = await world.create(toWallet(merchantAddress));
  await network.pay(checkout.depositAddress, price);
  await network.chain.mine(1);
  await world.watch();
  expect(await world.status(checkout)).toBe("PAID");
  return checkout;
}

const settle = () => settleCheckouts(world.deps, 31337);
async function goOn(rounds = 3) {
  for (let round = 0; round < rounds; round++) {
    await settle();
    await network.chain.mine(2);
    await world.watch();
    world.clockAheadMs += 20_000;
  }
}
const itemsOf = ({ id }: Checkout) =>
  world.query<{ status: string; failure_reason: string | null }>(
    "SELECT status, failure_reason FROM settlement_items WHERE checkout_id = $1 ORDER BY settlement_id",
    [id],
  );
const statuses = (checkouts: readonly Checkout[]) => Promise.all(checkouts.map((one) => world.status(one)));

describe("a merchant whom the token denies", () => {
  it("waits alone, burns no gas, and is paid within an hour after the token relents", async () => {
    const [first, denied, last] = [await paid(), await paid(), await paid()];
    const lift = await denyInToken(network, network.usdc, denied.merchantAddress);
    await goOn();
    expect(await statuses([first, denied, last])).toEqual(["SETTLED", "PAID", "SETTLED"]);
    expect(await itemsOf(denied)).toEqual([{ status: "FAILED", failure_reason: "SWEEP_REFUSED" }]);
    expect(await network.balance(denied.depositAddress)).toBe(price);
    // The sweep that was sent did not even try it.
    const [sent] = await world.query<{ raw_transaction: string }>(
      "SELECT raw_transaction FROM transaction_attempts",
    );
    expect(sent?.raw_transaction).toContain(last.merchantAddress.slice(2));
    expect(sent?.raw_transaction).not.toContain(denied.merchantAddress.slice(2));

    for (let hour = 0; hour < 3; hour++) {
      world.clockAheadMs += hourMs;
      await goOn();
    }
    expect(await itemsOf(denied)).toHaveLength(1);
    await lift();
    world.clockAheadMs += hourMs;
    await goOn();
    expect(await world.status(denied)).toBe("SETTLED");
    expect(await network.balance(denied.merchantAddress)).toBe(price);
  });

  it("alone in its batch has nothing sent at all", async () => {
    const denied = await paid();
    const lift = await denyInToken(network, network.usdc, denied.merchantAddress);
    await goOn();
    expect(await itemsOf(denied)).toEqual([{ status: "FAILED", failure_reason: "NOTHING_SWEPT" }]);
    expect(await world.query("SELECT id FROM outgoing_transactions")).toEqual([]);
    expect(await world.query("SELECT status FROM settlements")).toEqual([{ status: "FAILED" }]);
    const other = await paid();
    await goOn();
    expect(await statuses([denied, other])).toEqual(["PAID", "SETTLED"]);
    await lift();
  });

  it("denied only after the sweep was signed fails by itself, and the others go through", async () => {
    const [denied, other] = [await paid(), await paid()];
    const { sender } = world.deps;
    let lift = async (): Promise<void> => undefined;
    world.deps.sender = (chainId) => ({
      ...sender(chainId),
      broadcast: async (raw) => {
        lift = await denyInToken(network, network.usdc, denied.merchantAddress);
        return sender(chainId).broadcast(raw);
      },
    });
    await settle();
    world.deps.sender = sender;
    await goOn();
    expect(await statuses([denied, other])).toEqual(["PAID", "SETTLED"]);
    expect(await itemsOf(denied)).toEqual([{ status: "FAILED", failure_reason: "NOT_SWEPT" }]);
    await lift();
  });
});

describe("a deposit that only the merchant may sweep", () => {
  it("is left to the merchant, who is told once, and holds up nobody", async () => {
    const { walletCode } = world.deps;
    world.deps.walletCode = { onChains: async () => new Map([[31337, true]]) };
    const closed = await paid();
    world.deps.walletCode = walletCode;
    const open = await paid();
    for (let day = 0; day < 3; day++) {
      await goOn();
      world.clockAheadMs += 24 * hourMs;
    }
    expect(await statuses([closed, open])).toEqual(["PAID", "SETTLED"]);
    expect(await itemsOf(closed)).toEqual([]);
    expect(await network.balance(closed.depositAddress)).toBe(price);
    expect(
      await world.query(
        "SELECT details FROM checkout_events WHERE checkout_id = $1 AND kind = 'settlement.waits_for_merchant'",
        [closed.id],
      ),
    ).toEqual([{ details: { chainId: 31337, tokenAddress: network.usdc } }]);
  });

  it("is swept when the operator is its refund authority", async () => {
    const { walletCode, refundAuthority, sender } = world.deps;
    await world.query("UPDATE projects SET refund_mode = 'CONVENIENT'");
    const project = await world.stores.projects.findById(world.project.id);
    Object.assign(world.project, project);
    world.deps.walletCode = { onChains: async () => new Map([[31337, true]]) };
    world.deps.refundAuthority = sender(31337).operatorAddress;
    const closed = await paid();
    Object.assign(world.deps, { walletCode, refundAuthority });
    expect(closed).toMatchObject({ openSweep: false, refundAuthority: sender(31337).operatorAddress });
    await goOn();
    expect(await world.status(closed)).toBe("SETTLED");
  });
});

describe("a deposit with an open refund", () => {
  it("waits, and is settled by the next look after the refund was taken back", async () => {
    const { refunds } = world.stores;
    const deps = {
      ...world.deps,
      refunds,
      refundCalls,
      newClaimToken,
      checkoutPageUrl: "https://pay.example",
    };
    const checkout = await paid();
    const body = createRefundBody.parse({ amount: "1000000" });
    const { refund } = await requestRefund(deps, world.project, checkout.id, body);
    await settle();
    expect(await itemsOf(checkout)).toEqual([]);
    await cancelRefund(deps, { projectId: null, userId: null }, refund.id);
    await settle();
    expect(await itemsOf(checkout)).toEqual([{ status: "PENDING", failure_reason: null }]);
    await goOn();
    expect(await world.status(checkout)).toBe("SETTLED");
  });
});

describe("a project that holds settlement back", () => {
  const hold = async (settlementHoldHours: number) => {
    const { database, projects } = world.stores;
    const deps = { ...world.deps, settings: createSettingsStore(database) };
    await changeSettings(deps, await OperatorAccess.open({ projects }, world.project.id), {
      settlementHoldHours,
    });
  };
  const refundable = async () => {
    await world.query("UPDATE projects SET refund_mode = 'CONVENIENT'");
    Object.assign(world.project, await world.stores.projects.findById(world.project.id));
    return paid();
  };

  it("settles when its hours after PAID are over, not before, and refunds meanwhile without a signature", async () => {
    await hold(4);
    const checkout = await refundable();
    const { refunds } = world.stores;
    const deps = {
      ...world.deps,
      refunds,
      refundCalls,
      newClaimToken,
      checkoutPageUrl: "https://pay.example",
    };
    const body = createRefundBody.parse({ amount: "1000000", destinationAddress: freshWallet() });
    const { refund } = await requestRefund(deps, world.project, checkout.id, body);
    expect(refund.status).toBe("PENDING");
    await cancelRefund(deps, { projectId: null, userId: null }, refund.id);

    const { paidAt } = await world.find(checkout);
    world.stopClock();
    const endsInMs = (paidAt?.getTime() ?? 0) + 4 * hourMs - world.deps.clock.now().getTime();
    world.clockAheadMs += endsInMs - 1;
    await settle();
    expect(await itemsOf(checkout)).toEqual([]);
    world.clockAheadMs += 1;
    await settle();
    expect(await itemsOf(checkout)).toEqual([{ status: "PENDING", failure_reason: null }]);
    await goOn();
    expect(await world.status(checkout)).toBe("SETTLED");
  });

  it("settles with the next look once it holds back no more", async () => {
    await hold(720);
    const checkout = await paid();
    await goOn();
    expect(await itemsOf(checkout)).toEqual([]);
    await hold(0);
    await goOn();
    expect(await world.status(checkout)).toBe("SETTLED");
  });

  it("lets the merchant sweep now", async () => {
    await hold(720);
    const checkout = await paid();
    const request = { projectId: world.project.id, chainId: null, what: { kind: "everything" } } as const;
    const { settlements, left } = await requestSettlement(world.deps, request);
    expect([settlements.length, left]).toEqual([1, []]);
    await goOn();
    expect(await world.status(checkout)).toBe("SETTLED");
  });

  it("has no say in what anyone sweeps", async () => {
    await hold(720);
    const checkout = await paid();
    const { id: checkoutId, depositAddress, merchantAddress, refundAuthority, openSweep } = checkout;
    const terms = { checkoutId, depositAddress, merchantAddress, refundAuthority, openSweep };
    const { to, data } = sweepCall([{ ...terms, tokenAddress: network.usdc }]);
    await testWallet(network.chain, 3).sendTransaction({ to, data });
    await network.chain.mined();
    await network.chain.mine(3);
    await world.watch();
    expect(await world.status(checkout)).toBe("SETTLED");
  });
});

describe("what is not worth its gas", () => {
  it("waits for more", async () => {
    const { chains } = world.deps;
    const checkout = await paid();
    const { maxFeePerGas, maxPriorityFeePerGas } = await world.deps.sender(31337).fees();
    const gasPrice = (maxFeePerGas + maxPriorityFeePerGas) / 2n;
    // 4.50 dollars are half of what two sweeps of about 70,000 gas cost.
    const usd = Number((9n * 10n ** 18n) / (2n * 70_000n * gasPrice));
    world.deps.chains = chains.map((chain) => ({ ...chain, nativeCoinUsd: usd }));
    await goOn();
    expect(await world.status(checkout)).toBe("PAID");
    expect(await world.query("SELECT id FROM settlements")).toEqual([]);

    await network.pay(checkout.depositAddress, 100n * price);
    await network.chain.mine(1);
    await world.watch();
    await goOn();
    expect(await world.status(checkout)).toBe("SETTLED");
    expect(await network.balance(checkout.merchantAddress)).toBe(101n * price);
  });

  it("goes at once where the coin costs little", async () => {
    const { chains } = world.deps;
    world.deps.chains = chains.map((chain) => ({ ...chain, nativeCoinUsd: 0.4 }));
    const checkout = await paid();
    await goOn();
    expect(await world.status(checkout)).toBe("SETTLED");
  });
});

describe("a frozen checkout", () => {
  it("is taken out of a settlement that was opened before", async () => {
    const [frozen, other] = [await paid(), await paid()];
    const { sender } = world.deps;
    world.deps.sender = (chainId) => ({
      ...sender(chainId),
      prepareSweep: () => Promise.reject(new ChainUnavailable("down")),
    });
    await expect(settle()).rejects.toThrow(ChainUnavailable);
    world.deps.sender = sender;
    expect(await itemsOf(frozen)).toEqual([{ status: "PENDING", failure_reason: null }]);
    await world.query("UPDATE checkouts SET settlement_frozen = true WHERE id = $1", [frozen.id]);
    await goOn();
    expect(await statuses([frozen, other])).toEqual(["PAID", "SETTLED"]);
    expect(await itemsOf(frozen)).toEqual([{ status: "FAILED", failure_reason: "FROZEN" }]);
    expect(await network.balance(frozen.depositAddress)).toBe(price);
  });
});
