import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { buildQuote, later, noon, uniqueHex, usdt } from "@/lib/testing/builders";
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
  test("holds what may still be paid, confirmed or come late, and tells the oldest", async () => {
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
    expect((await stores.payments.watchedAddresses(now, 5))?.sort()).toEqual(expected);
    expect(await stores.payments.watchedAddresses(now, 4)).toBeNull();
    expect(await stores.payments.oldestWatched(now)).toEqual(later(10));
  });

  test("is empty when nothing is open", async () => {
    expect(await stores.payments.watchedAddresses(noon, 1)).toEqual([]);
    expect(await stores.payments.oldestWatched(noon)).toBeNull();
  });
});

describe("expirable", () => {
  const expiresAt = later(30 * minute);
  const now = later(40 * minute);
  const scanned = (...entries: [number, Date][]) => new Map(entries);

  test("waits until the chain was scanned strictly past the expiry", async () => {
    const { id } = await stores.createCheckout({ projectId, expiresAt });
    const at = (through: Date) => stores.payments.expirable(now, scanned([31337, through]), 9);
    expect(await at(later(-1, expiresAt))).toEqual([]);
    expect(await at(expiresAt)).toEqual([]);
    expect(await at(later(1, expiresAt))).toEqual([id]);
    expect(await stores.payments.expirable(expiresAt, scanned([31337, now]), 9)).toEqual([]);
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
    expect(await stores.payments.expirable(now, both(expiresAt), 9)).toEqual([]);
    // Of a chain that is not told of nothing is known, so nothing is concluded.
    expect(await stores.payments.expirable(now, scanned([31337, now]), 9)).toEqual([]);
    expect(await stores.payments.expirable(now, both(now), 9)).toEqual([checkout.id]);
  });

  test("goes by the clock without a quote, is oldest first, bounded, and PENDING alone", async () => {
    const none = { projectId, chainId: null, tokenAddress: null, amountUnits: null };
    const second = await stores.createCheckout({ ...none, expiresAt: later(1, expiresAt) });
    const first = await stores.createCheckout({ ...none, expiresAt });
    await stores.createCheckout({ ...none, expiresAt, status: "CANCELLED" });
    expect(await stores.payments.expirable(now, scanned(), 9)).toEqual([first.id, second.id]);
    expect(await stores.payments.expirable(now, scanned(), 1)).toEqual([first.id]);
  });
});

describe("saveHint", () => {
  test("keeps up to the limit of hashes in the window, and the same one again", async () => {
    const { id: checkoutId } = await stores.createCheckout({ projectId });
    const hint = (txHash: `0x${string}`, at = noon, submittedBy: string | null = null) =>
      stores.payments.saveHint({
        checkoutId,
        chainId: 31337,
        txHash,
        at,
        since: later(-10 * minute, at),
        submittedBy,
        limits: { each: 2, all: 3 },
      });
    const [a, b, c] = [uniqueHex(32), uniqueHex(32), uniqueHex(32)];
    expect([await hint(a), await hint(b), await hint(c), await hint(a)]).toEqual([true, true, false, true]);
    expect(await hint(c, later(11 * minute))).toBe(true);
    const rows = await stores.database.prisma.paymentHint.findMany({ where: { checkoutId } });
    expect(rows.map(({ txHash }) => txHash).sort()).toEqual([a, b, c].sort());
  });

  test("leaves a customer their own hashes when a stranger used up theirs, up to the checkout's limit", async () => {
    const { id: checkoutId } = await stores.createCheckout({ projectId });
    const hint = (submittedBy: string, txHash: `0x${string}` = uniqueHex(32)) =>
      stores.payments.saveHint({
        checkoutId,
        chainId: 31337,
        txHash,
        at: noon,
        since: later(-1),
        submittedBy,
        limits: { each: 2, all: 3 },
      });
    expect([await hint("stranger"), await hint("stranger"), await hint("stranger")]).toEqual([
      true,
      true,
      false,
    ]);
    const own = uniqueHex(32);
    expect(await hint("customer", own)).toBe(true);
    expect(await hint("customer")).toBe(false);
    expect(await hint("customer", own)).toBe(true);
  });

  test("holds the limit when hashes come in at the same moment", async () => {
    const { id: checkoutId } = await stores.createCheckout({ projectId });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        stores.payments.saveHint({
          checkoutId,
          chainId: 31337,
          txHash: uniqueHex(32),
          at: noon,
          since: later(-1),
          submittedBy: null,
          limits: { each: 5, all: 50 },
        }),
      ),
    );
    expect(answers.filter(Boolean)).toHaveLength(5);
  });
});
