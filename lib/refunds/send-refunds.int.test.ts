import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { awaitReceipt } from "@/lib/chain/sender/await-receipt.chain";
import { CallRefused } from "@/lib/chain/sender/chain-sender.port";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { denylistTokenAbi, denylistTokenBytecode } from "@/lib/contracts/abi/testing/denylist-token";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { testWallet } from "@/lib/testing/chain";
import { changedBefore } from "@/lib/testing/gate";
import { dieAt, sendingMoments } from "@/lib/testing/power-cut";
import { freshWallet, price, testNetwork, testWorld } from "@/lib/testing/world";
import { deploy } from "@/lib/testing/world/odd-payments";
import { convenient, operator, refunding } from "@/lib/testing/world/refunding";
import { settling } from "@/lib/testing/world/settling";
import { approveRefund, cancelRefund } from "./refund-steps";
import { sendRefunds } from "./send-refunds";

let denylisted: Hex;
let customer: Hex;

const network = await testNetwork();
const world = testWorld([network], { project: convenient });
const desk = refunding(world);
beforeAll(async () => {
  denylisted = await deploy(network, denylistTokenAbi, denylistTokenBytecode);
  const { definition } = network;
  const token = { symbol: "DUSD", name: "Denylist Dollar", address: denylisted, decimals: 6 };
  network.definition = { ...definition, tokens: [...definition.tokens, token] };
  const wallet = testWallet(network.chain, 1);
  await wallet.writeContract({
    address: denylisted,
    abi: denylistTokenAbi,
    functionName: "mint",
    args: [wallet.account.address, 10n ** 12n],
  });
});
beforeEach(() => {
  customer = freshWallet();
});

/** Paid, and a refund of all of it asked for. */
async function refunded(amount = price) {
  const checkout = await desk.paid();
  return { checkout, ...(await desk.refund(checkout, customer, amount)) };
}
const lost = async () => ({ accepted: true, message: null });
const sorted = (amounts: readonly bigint[]) => amounts.toSorted((a, b) => (a < b ? -1 : 1));
const checkoutOf = (checkout: Checkout) => world.find(checkout);
const freeze = ({ id }: Checkout) =>
  world.query("UPDATE checkouts SET settlement_frozen = true WHERE id = $1", [id]);

async function openSettlementOf({ id, projectId, tokenAddress }: Checkout): Promise<void> {
  const { query } = world;
  await query("INSERT INTO settlements (id, project_id, chain_id) VALUES ('stl_1', $1, 31337)", [projectId]);
  const insert =
    "INSERT INTO settlement_items (settlement_id, checkout_id, token_address) VALUES ('stl_1', $1, $2)";
  await query(insert, [id, tokenAddress]);
}

describe("a refund that is ready to send", () => {
  it("is signed, stored and broadcast in the first pass, and paid exactly once", async () => {
    const { checkout, refund } = await refunded();
    expect(await desk.send()).toMatchObject({ open: 1 });
    expect(await desk.status(refund)).toBe("PROCESSING");
    expect(await desk.received(customer)).toEqual([price]);
    await desk.sendOn();
    expect(await desk.received(customer)).toEqual([price]);
    expect(await desk.status(refund)).toBe("COMPLETED");
    expect(await checkoutOf(checkout)).toMatchObject({
      status: "REFUNDED",
      refundedUnits: price,
      refundingUnits: 0n,
    });
    expect(await desk.send()).toEqual({ open: 0 });
  });

  it("is paid once by any number of concurrent workers", async () => {
    const checkout = await desk.paid();
    const parts = [1_000_000n, 1_500_000n, 2_000_000n];
    const refunds = await Promise.all(parts.map((units) => desk.refund(checkout, customer, units)));
    await Promise.all(Array.from({ length: 6 }, () => desk.send()));
    await desk.sendOn();
    expect(sorted(await desk.received(customer))).toEqual(parts);
    for (const { refund } of refunds) expect(await desk.status(refund)).toBe("COMPLETED");
    expect(await checkoutOf(checkout)).toMatchObject({ status: "REFUNDED", refundedUnits: price });
  });

  it.each(sendingMoments)(
    "is paid exactly once when the worker dies at %s (%s it is done)",
    async (...moment) => {
      const checkout = await desk.paid();
      const { refund } = await desk.refund(checkout, customer);
      dieAt(world.deps, moment);
      await expect(desk.send()).rejects.toThrow("the power went");
      await desk.sendOn(4);
      expect(await desk.received(customer)).toEqual([price]);
      expect(await desk.status(refund)).toBe("COMPLETED");
    },
  );

  it("isn't signed again until its nonce is finally used by another transaction, and then paid once", async () => {
    const { refund } = await refunded();
    await desk.sendWith(() => ({ broadcast: lost }));
    const wallet = testWallet(network.chain, 9);
    // Not by this service: anyone else who holds the key.
    await wallet.sendTransaction({ to: wallet.account.address, value: 0n });
    await world.watch();
    await desk.sendWith(() => ({ broadcast: lost }));
    expect(await desk.status(refund)).toBe("PROCESSING");
    expect(await world.query("SELECT FROM outgoing_transactions WHERE own(id)")).toHaveLength(1);
    await network.chain.mine(3);
    await world.watch();
    await desk.sendOn(4);
    expect(await desk.received(customer)).toEqual([price]);
    expect(await desk.status(refund)).toBe("COMPLETED");
  });
});

describe("a refund that changed since the worker found it", () => {
  /** Right before the worker stores the signed call. */
  const sendAfter = (change: () => Promise<unknown>) =>
    changedBefore({ ...world.deps }, "storeSigned", change, (deps) => sendRefunds(deps, 31337));

  it("judge under the lock: it was cancelled", async () => {
    const { checkout, refund } = await refunded();
    await changedBefore(
      { ...world.deps },
      "lockCheckout",
      async () => {
        await cancelRefund(world.deps, operator, refund.id);
        await freeze(checkout);
      },
      (deps) => sendRefunds(deps, 31337),
    );
    expect(await desk.status(refund)).toBe("CANCELLED");
  });

  it("lockUnsentRefund under the lock: it was cancelled", async () => {
    const { refund } = await refunded();
    await sendAfter(() => cancelRefund(world.deps, operator, refund.id));
    await desk.sendOn(2);
    expect(await desk.status(refund)).toBe("CANCELLED");
    expect(await desk.received(customer)).toEqual([]);
  });

  it("lockUnsentRefund under the lock: its checkout was frozen", async () => {
    const { checkout, refund } = await refunded();
    await sendAfter(() => freeze(checkout));
    expect(await desk.status(refund)).toBe("PENDING");
    await desk.sendOn(2);
    expect(await desk.status(refund)).toBe("AWAITING_APPROVAL");
    expect(await desk.received(customer)).toEqual([]);
  });

  it("lockUnsentRefund under the lock: a settlement of its deposit was opened", async () => {
    const { checkout, refund } = await refunded();
    await sendAfter(() => openSettlementOf(checkout));
    expect(await desk.status(refund)).toBe("PENDING");
    expect(await desk.received(customer)).toEqual([]);
  });

  it("lockUnsentRefund under the lock: another worker's transaction for it was replaced", async () => {
    const { refund } = await refunded();
    const replaced = async () => {
      await desk.sendWith(() => ({ broadcast: lost }));
      await world.query("UPDATE refunds SET status = 'PENDING' WHERE id = $1", [refund.id]);
    };
    await sendAfter(replaced);
    expect(await desk.status(refund)).toBe("PENDING");
    expect(await world.query("SELECT FROM outgoing_transactions WHERE own(id)")).toHaveLength(1);
  });
});

describe("a refund that the service cannot pay", () => {
  it("waits for the merchant when the service has no refund key, or another one", async () => {
    const checkout = await desk.paid();
    const { refund } = await desk.refund(checkout, customer, 1n);
    const other = await desk.refund(checkout, customer, 2n);
    const { refundSender } = world.deps;
    world.deps.refundSender = () => null;
    await desk.send();
    expect([await desk.status(refund), await desk.status(other.refund)]).toEqual([
      "AWAITING_SIGNATURE",
      "AWAITING_SIGNATURE",
    ]);
    world.deps.refundSender = refundSender;
    const third = await desk.refund(checkout, customer, 3n);
    await desk.sendWith(() => ({ operatorAddress: `0x${"12".repeat(20)}` }));
    expect(await desk.status(third.refund)).toBe("AWAITING_SIGNATURE");
    expect(await desk.received(customer)).toEqual([]);
  });

  it("waits for the merchant when the money was swept meanwhile", async () => {
    const { checkout, refund } = await refunded();
    await settling(world).sweepAsStranger(checkout);
    // The chain refuses what the books still allow: nothing is lost, and nothing fails.
    await desk.send();
    expect(await desk.status(refund)).toBe("PENDING");
    await desk.sendOn(1);
    await desk.send();
    expect(await desk.status(refund)).toBe("AWAITING_SIGNATURE");
  });

  it("waits for the merchant when the money was swept, and what came since isn't final", async () => {
    const { checkout, refund } = await refunded();
    await settling(world).sweepAsStranger(checkout);
    await network.pay(checkout.depositAddress, price);
    await world.watch();
    await desk.send();
    expect(await desk.status(refund)).toBe("AWAITING_SIGNATURE");
  });

  it("waits while a settlement of its deposit is open: the sweep may fail", async () => {
    const { checkout, refund } = await refunded();
    await openSettlementOf(checkout);
    await desk.send();
    expect(await desk.status(refund)).toBe("PENDING");
  });

  it("waits while the wallet can't pay gas, with an incident", async () => {
    const { refund } = await refunded();
    await desk.sendWith(() => ({
      prepareRefund: async () => Promise.reject(new CallRefused("NO_GAS_MONEY", "insufficient funds")),
    }));
    expect(await desk.status(refund)).toBe("PENDING");
    expect(await world.query("SELECT kind FROM incidents")).toEqual([{ kind: "OUT_OF_GAS" }]);
    await desk.sendOn();
    expect(await desk.received(customer)).toEqual([price]);
  });

  it("waits while gas costs more than the limit, with an incident that closes when gas is cheaper", async () => {
    const { refund } = await refunded();
    const tooDear = () => Promise.reject(new CallRefused("FEE_ABOVE_CEILING", "gas costs 20 gwei"));
    // Each pass looks whether the incident's cause is gone.
    for (const _ of [1, 2]) await desk.sendWith(() => ({ prepareRefund: tooDear, fees: tooDear }));
    expect(await desk.status(refund)).toBe("PENDING");
    expect(await world.query("SELECT kind, details->>'reason' AS reason FROM incidents")).toEqual([
      { kind: "TRANSACTION_STUCK", reason: "gas costs 20 gwei" },
    ]);
    await desk.sendOn();
    expect(await desk.received(customer)).toEqual([price]);
    expect(await world.query("SELECT FROM incidents WHERE resolved_at IS NULL")).toEqual([]);
  });

  it("waits when the call reverted once and has another error the second time", async () => {
    const { refund } = await refunded();
    const hindrances = ["REVERTED", "FEE_ABOVE_CEILING"] as const;
    let tries = 0;
    await desk.sendWith((sender) => ({
      prepareRefund: async (call) => {
        const hindrance = call.to === customer ? hindrances[tries++] : undefined;
        if (hindrance !== undefined) throw new CallRefused(hindrance, "not now");
        return sender.prepareRefund(call);
      },
    }));
    expect(tries).toBe(2);
    expect(await desk.status(refund)).toBe("PENDING");
  });
});

describe("a destination that the token refuses", () => {
  const deny = async (account: Hex, isDenied: boolean) => {
    const hash = await testWallet(network.chain, 0).writeContract({
      address: denylisted,
      abi: denylistTokenAbi,
      functionName: "setDenied",
      args: [account, isDenied],
    });
    await awaitReceipt(network.chain.client, hash);
  };
  const paid = async () => {
    const token = { chainId: 31337, tokenAddress: denylisted };
    await world.stores.admin.acceptTokens(world.project.id, [token], new Date());
    await world.change({});
    return desk.paid({ amount: price, ...token });
  };

  it("fails the refund, releases its amount and notifies the shop; another address is paid", async () => {
    const [checkout, another] = [await paid(), freshWallet()];
    await deny(customer, true);
    const { refund } = await desk.refund(checkout, customer);
    expect(await desk.send()).toEqual({ open: 0 });
    expect(await world.stores.refunds.find(null, refund.id)).toMatchObject({
      status: "FAILED",
      failureCode: "DESTINATION_REFUSED",
    });
    expect(await checkoutOf(checkout)).toMatchObject({ status: "PAID", refundingUnits: 0n });
    const told = ["checkout.created", "checkout.detected", "checkout.paid", "refund.failed"];
    expect(await world.eventKinds(checkout)).toEqual(told);
    const [event] = await world.query<{ body: string }>(
      "SELECT body FROM outbox_events WHERE kind = 'refund.failed'",
    );
    expect(JSON.parse(event?.body ?? "{}")).toMatchObject({
      event: "refund.failed",
      data: {
        checkoutId: checkout.id,
        status: "PAID",
        refund: { id: refund.id, status: "FAILED", failureCode: "DESTINATION_REFUSED" },
      },
    });
    await desk.refund(checkout, another);
    await desk.sendOn();
    expect(await desk.received(another, denylisted)).toEqual([price]);
    expect(await world.eventKinds(checkout)).toEqual([...told, "refund.completed", "checkout.refunded"]);
  });

  it("fail under the lock: the refund was cancelled", async () => {
    const checkout = await paid();
    await deny(customer, true);
    const { refund } = await desk.refund(checkout, customer);
    await desk.sendWith((sender) => ({
      prepareRefund: async (call) => {
        // The last question before it fails, to the sender's own address, is the probe.
        if (call.to === sender.operatorAddress) await cancelRefund(world.deps, operator, refund.id);
        return sender.prepareRefund(call);
      },
    }));
    expect(await desk.status(refund)).toBe("CANCELLED");
  });

  it("isn't blamed when the token refuses the deposit address: the refund waits", async () => {
    const checkout = await paid();
    await deny(checkout.depositAddress, true);
    const { refund } = await desk.refund(checkout, customer);
    await desk.send();
    expect(await desk.status(refund)).toBe("PENDING");
    await deny(checkout.depositAddress, false);
    await desk.sendOn();
    expect(await desk.received(customer, denylisted)).toEqual([price]);
  });
});

describe("the refund wallet's cap of a day", () => {
  it("sends refunds up to the cap and holds the rest until the next day", async () => {
    world.deps.refundDailyCap = 2_000_000n;
    const checkout = await desk.paid();
    const first = await desk.refund(checkout, customer, 1_500_000n);
    const second = await desk.refund(checkout, customer, 600_000n);
    const third = await desk.refund(checkout, customer, 500_000n);
    await desk.sendOn(2);
    expect(await desk.status(second.refund)).toBe("PENDING");
    expect(sorted(await desk.received(customer))).toEqual([500_000n, 1_500_000n]);
    expect(await world.query("SELECT kind, resolved_at FROM incidents")).toEqual([
      { kind: "DAILY_CAP_REACHED", resolved_at: null },
    ]);
    const dayMs = 24 * 3_600_000;
    world.clockAheadMs += dayMs;
    await desk.sendOn(2);
    expect(await desk.status(second.refund)).not.toBe("PENDING");
    expect((await desk.received(customer)).length).toBe(3);
    expect(
      await world.query("SELECT FROM incidents WHERE kind = 'DAILY_CAP_REACHED' AND resolved_at IS NULL"),
    ).toEqual([]);
    for (const { refund } of [first, third]) expect(await desk.status(refund)).toBe("COMPLETED");
  });

  it("holds for four concurrent workers that all find room", async () => {
    world.deps.refundDailyCap = 2_000_000n;
    for (let count = 0; count < 4; count++) await desk.refund(await desk.paid(), customer, 900_000n);
    const { refunds } = world.deps;
    const pending = await refunds.pending(31337, null, 9);
    expect(pending).toHaveLength(4);
    await Promise.all(
      pending.map((refund) =>
        sendRefunds({ ...world.deps, refunds: { ...refunds, pending: async () => [refund] } }, 31337),
      ),
    );
    await desk.sendOn(2);
    expect(await desk.received(customer)).toEqual([900_000n, 900_000n]);
  });
});

describe("a frozen checkout's refund", () => {
  const approve = (refund: { id: string }) =>
    approveRefund(world.deps, operator, refund.id, { destinationAddress: customer });

  it("isn't sent until an owner approved it as frozen", async () => {
    const { checkout, refund } = await refunded();
    await freeze(checkout);
    await desk.sendOn(2);
    expect(await desk.status(refund)).toBe("AWAITING_APPROVAL");
    expect(await desk.received(customer)).toEqual([]);
    await approve(refund);
    await desk.sendOn();
    expect(await desk.received(customer)).toEqual([price]);
  });

  it("isn't sent by an approval from before the freeze", async () => {
    await world.query("UPDATE projects SET refund_daily_limit_units = 0");
    const { checkout, refund } = await refunded(price - 1n);
    const { refund: other } = await desk.refund(checkout, customer, 1n);
    expect((await approve(refund)).status).toBe("PENDING");
    await freeze(checkout);
    await approve(other);
    await desk.sendOn(2);
    expect(await desk.status(refund)).toBe("AWAITING_APPROVAL");
    expect(await desk.received(customer)).toEqual([1n]);
    await approve(refund);
    await desk.sendOn();
    expect(await desk.received(customer)).toEqual([1n, price - 1n]);
  });
});
