import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { Hint } from "@/lib/payments/payment-hints.store";
import {
  blockHash,
  buildQuote,
  buildSweep,
  buildTransfer,
  later,
  noon,
  uniqueHex,
  usdt,
} from "@/lib/testing/builders";
import { openTestStores, type TestStores } from "@/lib/testing/stores";

let stores: TestStores;
let projectId: string;

beforeEach(async () => {
  stores = await openTestStores();
  projectId = await stores.createProject();
});
afterEach(() => stores.close());

const minute = 60_000;

describe("watch", () => {
  test("includes checkouts that can be paid, confirmed or paid late, and returns the oldest", async () => {
    const now = later(48 * 60 * minute);
    const paid = { paymentTxHash: uniqueHex(32) };
    const at = (ms: number) => ({ createdAt: later(ms) });
    const watched = [
      await stores.createCheckout({ projectId, status: "PENDING", watchUntil: noon, ...at(30) }),
      await stores.createCheckout({ projectId, status: "DETECTED", watchUntil: noon, ...paid, ...at(20) }),
      await stores.createCheckout({ projectId, status: "EXPIRED", watchUntil: now, ...at(10) }),
      await stores.createCheckout({ projectId, status: "PAID", watchUntil: now, ...paid, ...at(40) }),
      // A customer who pays twice.
      await stores.createCheckout({ projectId, status: "SETTLED", watchUntil: now, ...paid, ...at(50) }),
    ];
    await stores.createCheckout({ projectId, status: "EXPIRED", watchUntil: later(-1, now), ...at(1) });
    await stores.createCheckout({
      projectId,
      status: "SETTLED",
      watchUntil: later(-1, now),
      ...paid,
      ...at(2),
    });
    const expected = watched.map(({ depositAddress }) => depositAddress).sort();
    expect((await stores.deposits.watchedAddresses(now, 5))?.sort()).toEqual(expected);
    expect(await stores.deposits.watchedAddresses(now, 4)).toBeNull();
    expect(await stores.deposits.oldestWatched(now)).toEqual(later(10));
  });

  test("is empty when nothing is open", async () => {
    expect(await stores.deposits.watchedAddresses(noon, 1)).toEqual([]);
    expect(await stores.deposits.oldestWatched(noon)).toBeNull();
  });
});

describe("expirable", () => {
  const expiresAt = later(30 * minute);
  const now = later(40 * minute);
  const scanned = (...entries: [number, Date][]) => new Map(entries);

  test("waits until the chain was scanned strictly past the expiry", async () => {
    const { id } = await stores.createCheckout({ projectId, expiresAt });
    const at = (through: Date) => stores.expiry.expirable(now, scanned([31337, through]), 9);
    expect(await at(later(-1, expiresAt))).toEqual([]);
    expect(await at(expiresAt)).toEqual([]);
    expect(await at(later(1, expiresAt))).toEqual([id]);
    expect(await stores.expiry.expirable(expiresAt, scanned([31337, now]), 9)).toEqual([]);
  });

  test("waits for every chain that was ever quoted", async () => {
    const checkout = await stores.createCheckout({ projectId, expiresAt });
    await stores.payments.transaction((tx) =>
      tx.saveAdvances([
        {
          checkout,
          previousStatus: "PENDING",
          newQuote: buildQuote({ chainId: 31338, tokenAddress: usdt }),
          timeline: [],
          events: [],
        },
      ]),
    );
    const both = (second: Date) => scanned([31337, now], [31338, second]);
    expect(await stores.expiry.expirable(now, both(expiresAt), 9)).toEqual([]);
    // Of a chain that is not told of nothing is known, so nothing is concluded.
    expect(await stores.expiry.expirable(now, scanned([31337, now]), 9)).toEqual([]);
    expect(await stores.expiry.expirable(now, both(now), 9)).toEqual([checkout.id]);
  });

  test("uses the clock without a quote; is oldest first, bounded, and PENDING only", async () => {
    const none = { projectId, chainId: null, tokenAddress: null, amountUnits: null };
    const second = await stores.createCheckout({ ...none, expiresAt: later(1, expiresAt) });
    const first = await stores.createCheckout({ ...none, expiresAt });
    await stores.createCheckout({ ...none, expiresAt, status: "CANCELLED" });
    expect(await stores.expiry.expirable(now, scanned(), 9)).toEqual([first.id, second.id]);
    expect(await stores.expiry.expirable(now, scanned(), 1)).toEqual([first.id]);
  });
});

const hint = (checkoutId: string, change: Partial<Hint> = {}) =>
  stores.hints.save({ checkoutId, chainId: 31337, txHash: uniqueHex(32), ...change }, noon);

test("a submitted hash stays known for its checkout, also after a second submission", async () => {
  const { id } = await stores.createCheckout({ projectId });
  const known = { checkoutId: id, chainId: 31337, txHash: uniqueHex(32) };
  expect(await stores.hints.has(known, noon)).toBe(false);
  await stores.hints.save(known, noon);
  expect(await stores.hints.has(known, noon)).toBe(true);
  expect(await stores.hints.has({ ...known, txHash: uniqueHex(32) }, noon)).toBe(false);
  expect(await stores.hints.has({ ...known, chainId: 31338 }, noon)).toBe(false);
  expect(await stores.hints.has(known, later(1))).toBe(false);
  await stores.hints.save(known, later(1));
  expect(await stores.hints.has(known, later(1))).toBe(true);
});

const chainId = 31337;

describe("recorded logs", () => {
  let checkout: Checkout;

  beforeEach(async () => {
    checkout = await stores.createCheckout({ projectId });
  });

  test("returns a range's logs with their deposit address, without orphaned ones and other chains'", async () => {
    const [below, lowest, highest, above] = [9n, 10n, 20n, 21n].map((blockNumber) =>
      buildTransfer(checkout, { blockNumber }),
    );
    const swept = buildSweep(checkout, { blockNumber: 15n });
    const gone = buildTransfer(checkout, { blockNumber: 12n, blockHash: blockHash(12n, 1) });
    const elsewhere = buildTransfer(checkout, { blockNumber: 11n, chainId: 31338 });
    await stores.payments.transaction(async (tx) => {
      await tx.insertTransfers([below, lowest, highest, above, gone, elsewhere].flatMap((row) => row ?? []));
      await tx.insertSweeps([swept]);
      await tx.orphanMismatched(chainId, [{ number: 12n, hash: blockHash(12n) }]);
    });
    const found = await stores.recordedLogs.inBlocks(chainId, 10n, 20n);
    expect(found.map(({ kind, txHash }) => [kind, txHash])).toEqual([
      ["transfer", lowest?.txHash],
      ["sweep", swept.txHash],
      ["transfer", highest?.txHash],
    ]);
    const { id: _, blockTimestamp: __, ...log } = swept;
    const { depositAddress } = checkout;
    expect(found[1]).toEqual({ ...log, kind: "sweep", depositAddress, toAddress: null });
    expect(found[0]?.toAddress).toBe(depositAddress);
  });

  test("an address counts as unswept until a sweep of the token came after the transfer", async () => {
    const unswept = () => stores.recordedLogs.unsweptAddresses(chainId);
    const other = await stores.createCheckout({ projectId });
    await stores.payments.transaction((tx) =>
      tx.insertTransfers([
        buildTransfer(checkout, { blockNumber: 10n }),
        buildTransfer(other, { blockNumber: 10n, chainId: 31338 }),
      ]),
    );
    expect(await unswept()).toEqual([checkout.depositAddress]);
    await stores.payments.transaction((tx) =>
      tx.insertSweeps([
        buildSweep(checkout, { blockNumber: 9n }),
        buildSweep(checkout, { blockNumber: 11n, tokenAddress: usdt }),
      ]),
    );
    expect(await unswept()).toEqual([checkout.depositAddress]);
    await stores.payments.transaction((tx) => tx.insertSweeps([buildSweep(checkout, { blockNumber: 12n })]));
    expect(await unswept()).toEqual([]);
    await stores.payments.transaction((tx) =>
      tx.insertTransfers([buildTransfer(checkout, { blockNumber: 13n })]),
    );
    expect(await unswept()).toEqual([checkout.depositAddress]);
  });

  test("a hint is dropped for every checkout that named its transaction, on its chain", async () => {
    const other = await stores.createCheckout({ projectId });
    const [txHash, another] = [uniqueHex(32), uniqueHex(32)];
    const since = later(-60_000);
    for (const [{ id }, hash, chain] of [
      [checkout, txHash, chainId],
      [other, txHash, chainId],
      [checkout, txHash, 31338],
      [checkout, another, chainId],
    ] as const)
      await hint(id, { chainId: chain, txHash: hash });
    await stores.payments.transaction((tx) => tx.dropHints(chainId, txHash));
    const { id: checkoutId, depositAddress } = checkout;
    expect(await stores.hints.open(chainId, since, 9)).toEqual([
      { checkoutId, depositAddress, chainId, txHash: another },
    ]);
    expect(await stores.hints.open(31338, since, 9)).toEqual([
      { checkoutId, depositAddress, chainId: 31338, txHash },
    ]);
    expect(await stores.hints.open(chainId, later(1), 9)).toEqual([]);
  });
});
