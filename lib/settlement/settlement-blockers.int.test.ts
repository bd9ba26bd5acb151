import { concatHex, type Hex, numberToHex, size } from "viem";
import { describe, expect, it } from "vitest";
import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import { makeProjectDepositsDue } from "@/lib/checkouts/balances/deposit-holdings.store";
import { OperatorAccess } from "@/lib/projects/project-access";
import type { ProjectParts } from "@/lib/projects/projects.parts";
import { changeSettings } from "@/lib/projects/settings/change-settings";
import { createSettingsStore } from "@/lib/projects/settings/settings.store";
import { createRefundBody } from "@/lib/refunds/refund.schema";
import { cancelRefund } from "@/lib/refunds/refund-steps";
import { requestRefund } from "@/lib/refunds/request-refund";
import { uniqueHex } from "@/lib/testing/builders";
import type { TestNetwork } from "@/lib/testing/network";
import { partsOf } from "@/lib/testing/parts";
import { freshWallet, price, testNetwork, testWorld } from "@/lib/testing/world";
import { settling } from "@/lib/testing/world/settling";

const hourMs = 3_600_000;

const network = await testNetwork();
const world = testWorld([network], { booksAgree: true, stillClock: "what is due is due to the millisecond" });
const {
  itemsOf,
  look,
  lookOn,
  lookWith,
  paidClosed,
  paidTo,
  settlements,
  statuses,
  sweepAll,
  sweepAsStranger,
  transactions,
} = settling(world);

describe("a merchant whom the token denies", () => {
  it("waits alone, burns no gas, and is paid within an hour after the token allows it", async () => {
    const [first, denied, last] = [await paidTo(), await paidTo(), await paidTo()];
    const lift = await denyInToken(network, network.usdc, denied.merchantAddress);
    await lookOn();
    expect(await statuses(first, denied, last)).toEqual(["SETTLED", "PAID", "SETTLED"]);
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
      await lookOn();
    }
    expect(await itemsOf(denied)).toHaveLength(1);
    await lift();
    world.clockAheadMs += hourMs;
    await lookOn();
    expect(await world.status(denied)).toBe("SETTLED");
    expect(await network.balance(denied.merchantAddress)).toBe(price);
  });

  it("in a batch of its own has nothing sent", async () => {
    const denied = await paidTo();
    const lift = await denyInToken(network, network.usdc, denied.merchantAddress);
    await lookOn();
    expect(await itemsOf(denied)).toEqual([{ status: "FAILED", failure_reason: "NOTHING_SWEPT" }]);
    expect(await world.query("SELECT id FROM outgoing_transactions WHERE own(id)")).toEqual([]);
    expect(await settlements()).toEqual([{ status: "FAILED" }]);
    const other = await paidTo();
    await lookOn();
    expect(await statuses(denied, other)).toEqual(["PAID", "SETTLED"]);
    await lift();
  });

  it("denied only after the sweep was signed fails alone, and the others succeed", async () => {
    const [denied, other] = [await paidTo(), await paidTo()];
    let lift = async (): Promise<void> => undefined;
    await lookWith((sender) => ({
      broadcast: async (raw) => {
        lift = await denyInToken(network, network.usdc, denied.merchantAddress);
        return sender.broadcast(raw);
      },
    }));
    await lookOn();
    expect(await statuses(denied, other)).toEqual(["PAID", "SETTLED"]);
    expect(await itemsOf(denied)).toEqual([{ status: "FAILED", failure_reason: "NOT_SWEPT" }]);
    await lift();
  });
});

describe("a deposit that only the merchant may sweep", () => {
  it("is left to the merchant, with one notice, and delays nobody", async () => {
    const closed = await paidClosed();
    const open = await paidTo();
    for (let day = 0; day < 3; day++) {
      await lookOn();
      world.clockAheadMs += 24 * hourMs;
    }
    expect(await statuses(closed, open)).toEqual(["PAID", "SETTLED"]);
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
    const { operatorAddress } = world.deps.sender(31337);
    await world.change({ refundMode: "CONVENIENT" });
    world.deps.refundAuthority = operatorAddress;
    const closed = await paidClosed();
    expect(closed).toMatchObject({ openSweep: false, refundAuthority: operatorAddress });
    await lookOn();
    expect(await world.status(closed)).toBe("SETTLED");
  });
});

describe("a deposit with an open refund", () => {
  it("waits, and is settled by the next pass after the refund was cancelled", async () => {
    const deps = world.deps;
    const checkout = await paidTo();
    const body = createRefundBody.parse({ amount: "1000000" });
    const { refund } = await requestRefund(deps, world.project, checkout.id, body);
    await look();
    expect(await itemsOf(checkout)).toEqual([]);
    await cancelRefund(deps, { projectId: null, userId: null }, refund.id);
    await look();
    expect(await itemsOf(checkout)).toEqual([{ status: "PENDING", failure_reason: null }]);
    await lookOn();
    expect(await world.status(checkout)).toBe("SETTLED");
  });
});

describe("a project that holds settlement back", () => {
  const hold = async (settlementHoldHours: number) => {
    const { database, projects } = world.stores;
    const deps = partsOf<ProjectParts>({
      ...world.deps,
      settings: createSettingsStore(database, makeProjectDepositsDue),
    });
    await changeSettings(deps, await OperatorAccess.open({ projects }, world.project.id), {
      settlementHoldHours,
    });
  };
  it("settles once its hours after PAID are over, and refunds meanwhile without a signature", async () => {
    await hold(4);
    await world.change({ refundMode: "CONVENIENT" });
    const checkout = await paidTo();
    const deps = world.deps;
    const body = createRefundBody.parse({ amount: "1000000", destinationAddress: freshWallet() });
    const { refund } = await requestRefund(deps, world.project, checkout.id, body);
    expect(refund.status).toBe("PENDING");
    await cancelRefund(deps, { projectId: null, userId: null }, refund.id);

    const { paidAt } = await world.find(checkout);
    world.stopClock();
    const endsInMs = (paidAt?.getTime() ?? 0) + 4 * hourMs - world.deps.clock.now().getTime();
    world.clockAheadMs += endsInMs - 1;
    await look();
    expect(await itemsOf(checkout)).toEqual([]);
    world.clockAheadMs += 1;
    await look();
    expect(await itemsOf(checkout)).toEqual([{ status: "PENDING", failure_reason: null }]);
    await lookOn();
    expect(await world.status(checkout)).toBe("SETTLED");
  });

  it("settles with the next pass once it stops holding back", async () => {
    await hold(720);
    const checkout = await paidTo();
    await lookOn();
    expect(await itemsOf(checkout)).toEqual([]);
    await hold(0);
    await lookOn();
    expect(await world.status(checkout)).toBe("SETTLED");
  });

  it("lets the merchant sweep now", async () => {
    await hold(720);
    const checkout = await paidTo();
    expect(await sweepAll()).toMatchObject({ settlements: [{ items: 1 }], left: [] });
    await lookOn();
    expect(await world.status(checkout)).toBe("SETTLED");
  });

  it("doesn't prevent sweeps by others", async () => {
    await hold(720);
    const checkout = await paidTo();
    await sweepAsStranger(checkout);
    await world.mineAndWatch(3);
    expect(await world.status(checkout)).toBe("SETTLED");
  });
});

describe("a deposit below its gas", () => {
  it("waits for more money", async () => {
    const { chains } = world.deps;
    const checkout = await paidTo();
    const { maxFeePerGas, maxPriorityFeePerGas } = await world.deps.sender(31337).fees();
    const gasPrice = (maxFeePerGas + maxPriorityFeePerGas) / 2n;
    // 4.50 dollars are what three sweeps of about 70,000 gas cost: less than five.
    const usd = Number((9n * 10n ** 18n) / (6n * 70_000n * gasPrice));
    world.deps.chains = chains.map((chain) => ({ ...chain, nativeCoinUsd: usd }));
    await lookOn();
    expect(await world.status(checkout)).toBe("PAID");
    expect(await settlements()).toEqual([]);

    await world.pay(checkout, 100n * price);
    await lookOn();
    expect(await world.status(checkout)).toBe("SETTLED");
    expect(await network.balance(checkout.merchantAddress)).toBe(101n * price);
  });

  it("is swept once five times its gas are no more than it holds", async () => {
    const { chains } = world.deps;
    world.deps.chains = chains.map((chain) => ({ ...chain, nativeCoinUsd: 1 }));
    await paidTo();
    const lookAtCost = (costNowWei: bigint) =>
      lookWith((sender) => ({
        prepareSweep: async (items) => {
          const { succeeds, call } = await sender.prepareSweep(items);
          return { succeeds, call: { ...call, costNowWei } };
        },
      }));
    await lookAtCost(900_001n * 10n ** 12n);
    expect(await settlements()).toEqual([]);
    world.clockAheadMs += hourMs;
    await lookAtCost(900_000n * 10n ** 12n);
    expect(await settlements()).toEqual([{ status: "PENDING" }]);
    await world.mineAndWatch();
  });
});

describe("a frozen checkout", () => {
  it("is removed from a settlement opened earlier", async () => {
    const [frozen, other] = [await paidTo(), await paidTo()];
    const down = { prepareSweep: () => Promise.reject(new ChainUnavailable("down")) };
    await expect(lookWith(() => down)).rejects.toThrow(ChainUnavailable);
    expect(await itemsOf(frozen)).toEqual([{ status: "PENDING", failure_reason: null }]);
    await world.query("UPDATE checkouts SET settlement_frozen = true WHERE id = $1", [frozen.id]);
    await lookOn();
    expect(await statuses(frozen, other)).toEqual(["PAID", "SETTLED"]);
    expect(await itemsOf(frozen)).toEqual([{ status: "FAILED", failure_reason: "FROZEN" }]);
    expect(await network.balance(frozen.depositAddress)).toBe(price);
  });

  it("isn't swept when the freeze comes during its sweep's simulation", async () => {
    const [frozen, other] = [await paidTo(), await paidTo()];
    await lookWith(({ prepareSweep }) => ({
      prepareSweep: async (items) => {
        const prepared = await prepareSweep(items);
        await world.query("UPDATE checkouts SET settlement_frozen = true WHERE id = $1", [frozen.id]);
        return prepared;
      },
    }));
    expect(await transactions()).toEqual([]);
    await lookOn();
    expect(await statuses(frozen, other)).toEqual(["PAID", "SETTLED"]);
    expect(await itemsOf(frozen)).toEqual([{ status: "FAILED", failure_reason: "FROZEN" }]);
    expect(await network.balance(frozen.depositAddress)).toBe(price);
  });
});

const word = (opcodes: string): Hex => `0x${opcodes}`;

/**
 * Makes a token refuse transfers to one account, as USDC and USDT do to those on their denylist: a few instructions in
 * front of its own code, on its own storage. Answers what lifts it again.
 */
async function denyInToken({ chain }: TestNetwork, token: Hex, denied: Hex): Promise<() => Promise<void>> {
  const original = await chain.client.getCode({ address: token });
  if (original === undefined) throw new Error(`there is no token at ${token}`);
  const behind = `0x7e${uniqueHex(20).slice(4)}` as Hex;
  await chain.client.setCode({ address: behind, bytecode: original });
  await chain.client.setCode({ address: token, bytecode: guard(behind, denied) });
  return () => chain.client.setCode({ address: token, bytecode: original });
}

/** Reverts on `transfer(denied, …)`; hands everything else to the code at `behind`. */
function guard(behind: Hex, denied: Hex): Hex {
  // denied == calldata[4..36] and selector == transfer
  const question = concatHex([
    word("73"),
    denied,
    word("60043514"),
    word("63a9059cbb"),
    word("5f3560e01c"),
    word("14"),
    word("16"),
  ]);
  // copy the call, delegate it, copy the answer
  const passOn = concatHex([word("365f5f37"), word("5f5f365f73"), behind, word("5af4"), word("3d5f5f3e")]);
  const jump = 3;
  const answered = size(question) + jump + size(passOn) + jump + size("0x3d5ffd");
  const refused = answered + size("0x5b3d5ff3");
  return concatHex([
    question,
    word("60"),
    numberToHex(refused, { size: 1 }),
    word("57"),
    passOn,
    word("60"),
    numberToHex(answered, { size: 1 }),
    word("57"),
    word("3d5ffd"),
    word("5b3d5ff3"),
    word("5b5f5ffd"),
  ]);
}
