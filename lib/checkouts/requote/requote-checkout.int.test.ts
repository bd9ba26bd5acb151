import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { exampleOrder, toSentOrder } from "@/lib/checkouts/order-fields.rules";
import { selectToken } from "@/lib/checkouts/pending-checkout";
import { getPublicCheckout } from "@/lib/checkouts/views/read-checkout";
import { acceptPayment } from "@/lib/payments/accept-payment";
import { expireCheckouts } from "@/lib/payments/expire-checkouts";
import { verifyPayment } from "@/lib/payments/verify-payment";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { openPromise, uniqueHex } from "@/lib/testing/builders";
import { changedBefore, someoneWaits } from "@/lib/testing/gate";
import { outcome } from "@/lib/testing/outcome";
import { price, testNetwork, testWorld } from "@/lib/testing/world";
import type { ReplaceableCheckout } from "./replacement.store";
import { requoteCheckout } from "./requote-checkout";

const network = await testNetwork();
const second = await testNetwork({ chainId: 31338 });
const world = testWorld([network, second], { booksAgree: true });
beforeEach(() => allow());

const allow = (requoteExpired = true) =>
  world.stores.database.prisma.project.update({ where: { id: world.project.id }, data: { requoteExpired } });

/** Fiat-priced in USDC, and expired. */
async function expired(body: Partial<Parameters<typeof world.create>[0]> = {}): Promise<Checkout> {
  const usdc = { chainId: 31337, tokenAddress: network.usdc };
  const checkout = await world.create({
    fiatAmount: "4.50",
    fiatCurrency: "USD",
    expiryMinutes: 5,
    ...usdc,
    ...body,
  });
  await expire();
  return checkout;
}

async function expire(): Promise<void> {
  await world.pass(31 * 60);
  for (const chainId of [31337, 31338]) await world.scan(chainId);
  await expireCheckouts(world.deps);
}

function leaveWallet({ projectId, merchantAddress: fromWallet }: Checkout) {
  const at = world.deps.clock.now();
  const times = { createdAt: at, effectiveAt: at, appliedAt: at };
  const data = { id: "wch_1", projectId, fromWallet, toWallet: uniqueHex(20), ...times };
  return world.stores.database.prisma.walletChange.create({ data });
}

const requote = ({ id }: Pick<Checkout, "id">) =>
  requoteCheckout({ ...world.deps, replacements: world.stores.replacements }, id);
const refusal = (checkout: Pick<Checkout, "id">) => outcome(requote(checkout));
const successor = async (checkout: Pick<Checkout, "id">) => world.find({ id: await requote(checkout) });
const count = async () =>
  world.stores.database.prisma.checkout.count({ where: { projectId: world.project.id } });

describe("a successor", () => {
  it("has the same terms at the current rate, with its own address, id and deadline", async () => {
    const old = await expired({
      ...toSentOrder(exampleOrder),
      merchantAddress: `0x${"b".repeat(40)}` as Hex,
    });
    world.rates = { USDC: { USD: "0.9" } };
    await world.pass(11 * 60);
    const made = await successor(old);
    expect(made).toMatchObject(exampleOrder);
    const { projectId, createdVia, merchantAddress, chainId, tokenAddress, tokenFixed, fixedChainId } = old;
    expect(made).toMatchObject({
      projectId,
      createdVia,
      merchantAddress,
      chainId,
      tokenAddress,
      tokenFixed,
      fixedChainId,
    });
    expect(made).toMatchObject({
      status: "PENDING",
      amountUnits: 5_000_000n,
      replaces: old.id,
      replacedBy: null,
    });
    expect(made.depositAddress).not.toBe(old.depositAddress);
    expect(made.expiresAt.getTime() - made.createdAt.getTime()).toBe(5 * 60_000);
    expect(await world.find(old)).toMatchObject({ status: "EXPIRED", replaces: null, replacedBy: made.id });
    const [event] = await world.query<{ body: string }>(
      "SELECT body FROM outbox_events WHERE checkout_id = $1",
      [made.id],
    );
    expect(JSON.parse(event?.body ?? "{}").data).toMatchObject({ replaces: old.id, replacedBy: null });
  });

  it("is created despite a stranger's dust, in any token and of any age", async () => {
    // Half of the limit: another transaction, which a reorganisation took, brought a unit less.
    const dust = 22_499n;
    const made = await world.create({
      fiatAmount: "4.50",
      fiatCurrency: "USD",
      chainId: 31337,
      tokenAddress: network.usdc,
    });
    await world.pay(made, dust);
    await expire();
    await second.pay(made.depositAddress, dust);
    await world.scan(31338);
    const view = await getPublicCheckout(world.deps, made.id);
    expect(view.requote).not.toBeNull();
    const next = await successor(made);
    expect(await getPublicCheckout(world.deps, next.id)).toMatchObject({ receivedEarlier: null });
    await expire();
    expect(await successor(next)).toMatchObject({ replaces: next.id, requoteCount: 2 });
  });

  it("isn't created when a cent of another token came, although the price has 18 decimals", async () => {
    await world.reopen({ tidy: "what a reorganisation took may return, so it counts" });
    await allow();
    const [dusted, paid] = [await expired(), await expired()];
    await second.pay(dusted.depositAddress, 9_999n);
    await second.pay(paid.depositAddress, 10_000n);
    await world.scan(31338);
    await world.stores.database.prisma.checkout.updateMany({
      where: { id: { in: [dusted.id, paid.id] } },
      data: { amountUnits: "4500000000000000000" },
    });
    expect(await refusal(paid)).toBe("CHECKOUT_NOT_REQUOTABLE");
    expect(await refusal(dusted)).toBe("done");
  });

  it("keeps a token that the customer chose, and lets them change it", async () => {
    const open = await world.create({ fiatAmount: "4.50", fiatCurrency: "USD" });
    await selectToken(world.deps, open.id, { chainId: 31338, tokenAddress: second.usdt });
    await expire();
    const made = await successor(open);
    expect(made).toMatchObject({
      chainId: 31338,
      tokenAddress: second.usdt,
      tokenFixed: false,
      fixedChainId: null,
    });
    await selectToken(world.deps, made.id, { chainId: 31337, tokenAddress: network.usdc });
    await expire();
    await world.stores.database.prisma.acceptedToken.deleteMany({
      where: { tokenAddress: network.usdc, chainId: 31337 },
    });
    expect(await successor(made)).toMatchObject({ chainId: null, tokenAddress: null, amountUnits: null });
  });

  it("pays like any other, and the order's earlier checkout stays expired", async () => {
    const old = await expired();
    const made = await successor(old);
    await world.pay(made);
    expect([await world.events(old), await world.events(made)]).toEqual([
      "created expired",
      "created detected paid",
    ]);
  });
});

describe("is refused", () => {
  it.each([
    [
      "after part of the amount came in time",
      async () => {
        const made = await world.create();
        await world.pay(made, 45_000n);
        await expire();
        return made;
      },
    ],
    [
      "after money came late",
      async () => {
        const old = await expired();
        await world.pay(old, price);
        return old;
      },
    ],
    [
      "after money came on another network",
      async () => {
        const old = await expired();
        await second.pay(old.depositAddress, 45_000n);
        await world.scan(31338);
        return old;
      },
    ],
    [
      "after money came that a reorganisation took, as it may return",
      async () => {
        const old = await expired();
        await network.pay(old.depositAddress, 45_000n);
        await world.scan();
        await network.chain.reorg(1);
        await network.chain.mine(1);
        await world.scan();
        expect(await world.find(old)).toMatchObject({ status: "EXPIRED", totalPaidUnits: 0n });
        return old;
      },
    ],
    [
      "after a network's own coin came",
      async () => {
        const old = await expired();
        await world.stores.database.prisma.nativeBalance.create({
          data: {
            checkoutId: old.id,
            chainId: 31337,
            amountWei: "1000000000000000",
            blockNumber: 1,
            seenAt: world.deps.clock.now(),
          },
        });
        return old;
      },
    ],
    [
      "when the token that the merchant set is no longer accepted",
      async () => {
        const old = await expired();
        await world.stores.database.prisma.acceptedToken.deleteMany({
          where: { tokenAddress: network.usdc, chainId: 31337 },
        });
        return old;
      },
    ],
    [
      "when the merchant has left the wallet",
      async () => {
        const old = await expired();
        await leaveWallet(old);
        return old;
      },
    ],
  ])("%s", async (_, prepare) => {
    const checkout = await prepare();
    const before = await count();
    expect(await getPublicCheckout(world.deps, checkout.id)).toMatchObject({ requote: null });
    expect(await refusal(checkout)).toBe("CHECKOUT_NOT_REQUOTABLE");
    expect(await count()).toBe(before);
  });

  it("while a submitted transaction is pending", async () => {
    const made = await world.create({
      fiatAmount: "4.50",
      fiatCurrency: "USD",
      expiryMinutes: 1,
      chainId: 31337,
      tokenAddress: network.usdc,
    });
    await world.pass(59);
    await verifyPayment(world.deps, made.id, { chainId: 31337, txHash: uniqueHex(32) });
    await world.pass(30);
    await world.scan();
    await expireCheckouts(world.deps);
    expect(await refusal(made)).toBe("CHECKOUT_NOT_REQUOTABLE");
    await world.pass(60);
    expect(await successor(made)).toMatchObject({ replaces: made.id });
  });

  it("for an unknown id, and temporarily without a rate", async () => {
    expect(await refusal({ id: "chk_00000000000000000000000000" })).toBe("CHECKOUT_NOT_FOUND");
    const old = await expired();
    world.rates = {};
    await world.pass(2 * 3_600);
    expect(await refusal(old)).toBe("EXCHANGE_RATE_UNAVAILABLE");
    expect(await world.find(old)).toMatchObject({ replacedBy: null });
  });
});

describe("in a race", () => {
  /** A press whose first look was before this change. */
  const pressAfter = (old: Checkout, change: () => Promise<unknown>) =>
    changedBefore({ ...world.deps, replacements: world.stores.replacements }, "insert", change, (deps) =>
      requoteCheckout(deps, old.id),
    );

  it("two presses make one successor, and both answer it, also later", async () => {
    const old = await expired();
    const before = await count();
    const answers: string[] = [];
    answers.push(await pressAfter(old, async () => answers.push(await requote(old))));
    expect(new Set(answers).size).toBe(1);
    expect(await count()).toBe(before + 1);
    await allow(false);
    expect(await requote(old)).toBe(answers[0]);
  });

  it.each<[string, (old: Checkout) => Promise<unknown>]>([
    ["insert under the lock: a payment to the expired checkout was recorded", (old) => world.pay(old)],
    ["insert under the lock: the merchant forbade to continue it", () => allow(false)],
    ["insert under the lock: the merchant left the expired checkout's wallet", (old) => leaveWallet(old)],
  ])("%s", async (_, change) => {
    const old = await expired();
    expect(await outcome(pressAfter(old, () => change(old)))).toBe("CHECKOUT_NOT_REQUOTABLE");
    expect(await world.find(old)).toMatchObject({ replacedBy: null });
  });

  it("a payment that is being recorded is waited for, and refuses it", async () => {
    const old = await expired();
    await network.pay(old.depositAddress, price);
    const [gate, reached] = [openPromise(), openPromise()];
    const slow = {
      ...world.deps.payments,
      transaction: ((work) =>
        world.stores.payments.transaction((tx) =>
          work({
            ...tx,
            insertTransfers: async (transfers) => {
              const inserted = await tx.insertTransfers(transfers);
              reached.resolve();
              await gate.promise;
              return inserted;
            },
          }),
        )) as typeof world.deps.payments.transaction,
    };
    world.deps.payments = slow;
    const scanned = world.scan();
    await reached.promise;
    const pressed = outcome(requote(old));
    await someoneWaits(world.stores.database);
    gate.resolve();
    await scanned;
    world.deps.payments = world.stores.payments;
    expect(await pressed).toBe("CHECKOUT_NOT_REQUOTABLE");
    await world.watch();
    await network.chain.mine(1);
    await world.watch();
    expect(await world.find(old)).toMatchObject({ status: "LATE_PAID", replacedBy: null });
  });
});

it("keeps money sent to the old address there, held even when late payments are accepted, and shown on the successor", async () => {
  await world.stores.database.prisma.project.update({
    where: { id: world.project.id },
    data: { latePaymentPolicy: "ACCEPT" },
  });
  const old = await expired();
  const made = await successor(old);
  await world.pay(old);
  expect(await world.find(old)).toMatchObject({
    status: "LATE_PAID",
    lateAcceptedAt: null,
    totalPaidUnits: price,
  });
  expect(await world.find(made)).toMatchObject({ status: "PENDING", totalPaidUnits: 0n });
  expect((await world.stores.checkouts.findPublic(made.id))?.receivedEarlier).toBe(old.id);
  await expire();
  expect(await refusal(made)).toBe("CHECKOUT_NOT_REQUOTABLE");
});

it("says nothing on the successor of money at the old address that a reorganisation took", async () => {
  const old = await expired();
  const made = await successor(old);
  const receivedEarlier = async () => (await getPublicCheckout(world.deps, made.id)).receivedEarlier;
  await network.pay(old.depositAddress, price);
  await world.scan();
  expect(await receivedEarlier()).toBe(old.id);
  await network.chain.reorg(1);
  await network.chain.mine(1);
  await world.scan();
  expect(await receivedEarlier()).toBeNull();
});

describe("of an order that may be paid twice", () => {
  /** Replaced, while a payment in time on a network that was only offered is not seen yet. */
  async function replaced(): Promise<[old: Checkout, made: Checkout]> {
    const old = await world.create({ fiatAmount: "4.50", fiatCurrency: "USD", expiryMinutes: 5 });
    await selectToken(world.deps, old.id, { chainId: 31337, tokenAddress: network.usdc });
    await second.pay(old.depositAddress, price);
    await world.pass(31 * 60);
    await world.scan();
    await expireCheckouts(world.deps);
    return [old, await successor(old)];
  }
  const findIt = async () => {
    await second.chain.mine(2);
    await world.watch(31338);
  };
  const accept = ({ id }: Checkout) =>
    acceptPayment(
      { ...world.deps, refunds: world.stores.refunds },
      { projectId: world.project.id, userId: null },
      id,
      undefined,
    );

  it("holds a payment in time that is found late, and offers it back once the successor is paid", async () => {
    const [old, made] = await replaced();
    await findIt();
    expect(await world.find(old)).toMatchObject({ status: "LATE_PAID", lateAcceptedAt: null });
    expect((await getPublicCheckout(world.deps, made.id)).receivedEarlier).toBe(old.id);
    await world.pay(made);
    expect(await world.status(made)).toBe("PAID");
    expect(await outcome(accept(old))).toBe("CHECKOUT_NOT_ACCEPTABLE");
    expect((await getPublicCheckout(world.deps, old.id)).moneyBack).toMatchObject({ amount: `${price}` });
  });

  it("cancels the open successor when the merchant accepts that payment, and holds what still comes there", async () => {
    await world.stores.database.prisma.project.update({
      where: { id: world.project.id },
      data: { latePaymentPolicy: "ACCEPT" },
    });
    const [old, made] = await replaced();
    await findIt();
    await accept(old);
    expect(await world.find(old)).toMatchObject({ status: "LATE_PAID", lateAcceptedAt: expect.any(Date) });
    expect(await world.events(made)).toBe("created cancelled");
    await world.pay(made);
    expect(await world.find(made)).toMatchObject({ status: "LATE_PAID", lateAcceptedAt: null });
    expect(await outcome(accept(made))).toBe("CHECKOUT_NOT_ACCEPTABLE");
  });
});

it("creates at most one successor in any order of events, and counts no money at another address", async () => {
  const act = fc.constantFrom("press", "press twice", "pay old", "pay new", "expire", "forbid", "allow");
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 8 }), async (acts) => {
      await allow();
      const first = await expired();
      const known: Checkout[] = [first];
      const sent = new Map<string, bigint>();
      const give = async (checkout: Checkout | undefined) => {
        if (checkout === undefined) return;
        await world.pay(checkout);
        sent.set(checkout.id, (sent.get(checkout.id) ?? 0n) + price);
      };
      for (const each of acts) {
        const last = known.at(-1) ?? first;
        const before: ReplaceableCheckout | null = await world.stores.replacements.read(
          last.id,
          world.deps.clock.now(),
        );
        if (each === "press" || each === "press twice") {
          const presses = await Promise.allSettled(
            Array.from({ length: each === "press" ? 1 : 3 }, () => requote(last)),
          );
          const made = new Set(
            presses.flatMap((press) => (press.status === "fulfilled" ? [press.value] : [])),
          );
          const possible =
            before?.isAllowed === true && !before.hasReceived && before.checkout.status === "EXPIRED";
          expect(made.size).toBe(possible ? 1 : 0);
          for (const id of made) known.push(await world.find({ id }));
        } else if (each === "pay old") await give(known.at(-2) ?? first);
        else if (each === "pay new") await give(last);
        else if (each === "expire") await expire();
        else await allow(each === "allow");
      }
      for (const [index, { id }] of known.entries()) {
        const now = await world.find({ id });
        expect(now).toMatchObject({
          replaces: known[index - 1]?.id ?? null,
          replacedBy: known[index + 1]?.id ?? null,
          totalPaidUnits: sent.get(id) ?? 0n,
        });
      }
    }),
    { numRuns: 8, seed: 7 },
  );
}, 60_000);
