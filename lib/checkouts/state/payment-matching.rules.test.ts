import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TokenRef } from "@/lib/chain/token.rules";
import type { Checkout, Transfer } from "@/lib/checkouts/checkout.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Quote } from "@/lib/rates/quote.rules";
import { buildCheckout } from "@/lib/testing/builders";
import { assessPayment, isPaymentToken, remainingUnits, requiredUnits } from "./payment-matching.rules";

const usdc: TokenRef = { chainId: 8453, tokenAddress: "0x00000000000000000000000000000000000000c1" };
const usdt: TokenRef = { chainId: 8453, tokenAddress: "0x00000000000000000000000000000000000000d1" };
const usdcElsewhere: TokenRef = { ...usdc, chainId: 137 };
const expiresAt = new Date("2026-05-01T12:00:00Z");

/** A transfer `block` seconds after (or, negative, before) the expiry. */
function transfer(
  token: TokenRef,
  amountUnits: bigint,
  second: number,
  options: Partial<Transfer> = {},
): Transfer {
  const logIndex = options.logIndex ?? 0;
  return {
    ...token,
    id: `pay_${second}_${logIndex}`,
    blockNumber: BigInt(1_000 + second),
    blockTimestamp: new Date(expiresAt.getTime() + second * 1_000),
    txHash: hash(second),
    logIndex,
    amountUnits,
    final: false,
    ...options,
  };
}

function hash(second: number): Hex {
  return `0x${(1_000 + second).toString(16).padStart(64, "0")}`;
}

function quote(token: TokenRef, amountUnits: bigint): Quote {
  return { ...token, amountUnits, exchangeRate: null, exchangeRateAt: null, exchangeRateProvider: null };
}

type Terms = Partial<Checkout>;

function assess(quotes: readonly Quote[], transfers: readonly Transfer[], terms: Terms = {}) {
  const unselected = { chainId: null, tokenAddress: null, amountUnits: null };
  const checkout = buildCheckout({ projectId: "prj_1", ...unselected, expiresAt, ...terms });
  return assessPayment({ checkout, quotes, transfers });
}

const hundred = [quote(usdc, 100n)];

describe("one quote", () => {
  test("nothing received", () => {
    expect(assess(hundred, [])).toEqual({
      quoteIndex: 0,
      requiredUnits: 100n,
      totalUnits: 0n,
      finalUnits: 0n,
      completedBy: null,
      onTime: false,
      final: false,
      onTimeUnits: 0n,
      finalOnTimeUnits: 0n,
      finalOnTime: false,
      strays: [],
    });
  });

  test("under: counted, not completed", () => {
    expect(assess(hundred, [transfer(usdc, 99n, -10, { final: true })])).toMatchObject({
      totalUnits: 99n,
      finalUnits: 99n,
      completedBy: null,
      onTime: false,
      final: false,
      finalOnTime: false,
    });
  });

  test("exact", () => {
    expect(assess(hundred, [transfer(usdc, 100n, -10)])).toMatchObject({
      totalUnits: 100n,
      finalUnits: 0n,
      completedBy: { txHash: hash(-10) },
      onTime: true,
      final: false,
    });
  });

  test("over", () => {
    const payment = assess(hundred, [transfer(usdc, 2n ** 256n - 1n, -10, { final: true })]);
    expect(payment).toMatchObject({
      totalUnits: 2n ** 256n - 1n,
      onTime: true,
      final: true,
      finalOnTime: true,
    });
  });

  test("in parts: the transfer that reaches the amount completes it", () => {
    const parts = [transfer(usdc, 40n, -30), transfer(usdc, 60n, -20), transfer(usdc, 5n, -10)];
    expect(assess(hundred, parts)).toMatchObject({ totalUnits: 105n, completedBy: { txHash: hash(-20) } });
  });

  test("two transfers in one block count in the order of their logs", () => {
    const parts = [
      transfer(usdc, 70n, -20, { logIndex: 9, id: "pay_second" }),
      transfer(usdc, 70n, -20, { logIndex: 3, id: "pay_first" }),
    ];
    expect(assess(hundred, parts).completedBy?.id).toBe("pay_second");
  });

  test("counts a block at the moment of expiry as on time, and one a second later as late", () => {
    expect(assess(hundred, [transfer(usdc, 100n, 0, { final: true })])).toMatchObject({
      onTime: true,
      finalOnTime: true,
    });
    expect(assess(hundred, [transfer(usdc, 100n, 1, { final: true })])).toMatchObject({
      onTime: false,
      final: true,
      finalOnTime: false,
    });
  });

  test("begun in time but completed late is late", () => {
    const parts = [transfer(usdc, 99n, -10, { final: true }), transfer(usdc, 1n, 1, { final: true })];
    expect(assess(hundred, parts)).toMatchObject({ onTime: false, final: true, finalOnTime: false });
  });

  test("is final despite later dust that isn't", () => {
    const parts = [transfer(usdc, 100n, -10, { final: true }), transfer(usdc, 1n, -5)];
    expect(assess(hundred, parts)).toMatchObject({ finalUnits: 100n, final: true, finalOnTime: true });
  });

  test("isn't final while a needed part isn't", () => {
    const parts = [transfer(usdc, 50n, -10, { final: true }), transfer(usdc, 50n, -5)];
    expect(assess(hundred, parts)).toMatchObject({ onTime: true, final: false, finalOnTime: false });
  });

  test("doesn't replace non-final on-time money by final late money", () => {
    const parts = [transfer(usdc, 100n, -10), transfer(usdc, 100n, 60, { final: true })];
    expect(assess(hundred, parts)).toMatchObject({ onTime: true, final: true, finalOnTime: false });
  });
});

describe("tolerance", () => {
  test.each([
    [1_000_000n, 0, 1_000_000n],
    [1_000_000n, 50, 995_000n],
    [999n, 1, 999n],
    [10_001n, 1, 10_000n],
    [19_999n, 1, 19_998n],
    [100n, 10_000, 0n],
  ])("%i less %i basis points is %i: rounded in the merchant's favour", (amount, bps, required) => {
    expect(requiredUnits(amount, bps)).toBe(required);
  });

  test("completes a payment short by the tolerance, and not by one unit more", () => {
    const quotes = [quote(usdc, 1_000_000n)];
    const terms = { toleranceBps: 50 };
    expect(assess(quotes, [transfer(usdc, 995_000n, -1)], terms).completedBy).not.toBeNull();
    expect(assess(quotes, [transfer(usdc, 994_999n, -1)], terms).completedBy).toBeNull();
  });

  test("requires a transfer even with full tolerance", () => {
    expect(assess(hundred, [], { toleranceBps: 10_000 }).completedBy).toBeNull();
  });
});

test("requests the whole rest, and nothing once only the tolerance is missing", () => {
  const left = (
    totalPaidUnits: bigint,
    amountUnits: bigint | null = 1_000n,
    acceptedUnits: bigint | null = null,
  ) => remainingUnits({ amountUnits, acceptedUnits, totalPaidUnits, toleranceBps: 100 });
  expect([0n, 989n, 990n, 1_000n, 1_500n].map((paid) => left(paid))).toEqual([1_000n, 11n, 0n, 0n, 0n]);
  expect(left(0n, null)).toBe(0n);
  expect([left(900n, 1_000n, 900n), left(899n, 1_000n, 900n), left(985n, 1_000n, 1_200n)]).toEqual([
    0n,
    1n,
    15n,
  ]);
});

describe("an accepted amount", () => {
  const terms = { ...usdc, amountUnits: 100n, status: "DETECTED" } as const;
  const paid = [transfer(usdc, 90n, -5, { final: true })];

  test("is the price: the transfer that reaches it completes the payment", () => {
    expect(assess(hundred, paid, { ...terms, acceptedUnits: 90n })).toMatchObject({
      requiredUnits: 90n,
      completedBy: paid[0],
      finalOnTime: true,
    });
    expect(assess(hundred, paid, terms).completedBy).toBeNull();
  });

  test("above the price changes nothing, and the tolerance isn't subtracted twice", () => {
    expect(assess(hundred, paid, { ...terms, acceptedUnits: 120n }).requiredUnits).toBe(100n);
    expect(assess(hundred, paid, { ...terms, toleranceBps: 1_000, acceptedUnits: 95n }).requiredUnits).toBe(
      90n,
    );
    expect(assess(hundred, paid, { ...terms, toleranceBps: 1_000, acceptedUnits: 80n }).requiredUnits).toBe(
      80n,
    );
  });

  test("applies to the checkout's own terms: another fully paid quote doesn't replace it", () => {
    const both = [...paid, transfer(usdt, 101n, -1, { final: true })];
    const quotes = [...hundred, quote(usdt, 101n)];
    expect(assess(quotes, both, { ...terms, acceptedUnits: 90n })).toMatchObject({
      quoteIndex: 0,
      totalUnits: 90n,
    });
    expect(assess(quotes, both, terms)).toMatchObject({ quoteIndex: 1 });
  });
});

test("sums on-time money without later transfers", () => {
  const payment = assess([quote(usdc, 100n)], [transfer(usdc, 60n, -5), transfer(usdc, 50n, 5)]);
  expect(payment).toMatchObject({ totalUnits: 110n, onTimeUnits: 60n, onTime: false });
});

test("a counted stray that is gone leaves the customer the terms that were selected", () => {
  const counted = { ...quote(usdt, 100n), counted: true };
  expect(assess([quote(usdc, 100n), counted], [])).toMatchObject({ quoteIndex: 0 });
  expect(assess([quote(usdc, 100n), counted], [transfer(usdt, 100n, -5)])).toMatchObject({ quoteIndex: 1 });
});

describe("a token that was offered, and not selected", () => {
  const quotes = [{ ...quote(usdt, 101n), offered: true }, quote(usdc, 100n)];

  test("pays when all of its price comes", () => {
    const whole = transfer(usdt, 101n, -5);
    expect(assess(quotes, [whole])).toMatchObject({ quoteIndex: 0, totalUnits: 101n, completedBy: whole });
  });

  test("leaves the selected token its place, and a part of its price stray", () => {
    const part = transfer(usdt, 100n, -5);
    expect(assess(quotes, [])).toMatchObject({ quoteIndex: 1, totalUnits: 0n });
    expect(assess(quotes, [part])).toMatchObject({ quoteIndex: 1, totalUnits: 0n, strays: [part] });
  });

  test("does not win against the selected token when both are paid", () => {
    const both = [transfer(usdt, 101n, -5), transfer(usdc, 100n, -5)];
    expect(assess(quotes, both)).toMatchObject({ quoteIndex: 1 });
  });
});

test("a transfer belongs to the payment in a selected token, and in an offered one that paid", () => {
  const quotes = [{ ...quote(usdt, 101n), offered: true }, quote(usdc, 100n)];
  const belongsTo = (paidIn: TokenRef) => (token: TokenRef) =>
    isPaymentToken({ checkout: buildCheckout({ projectId: "prj_1", ...paidIn }), quotes }, token);
  expect([usdc, usdt, usdcElsewhere].map(belongsTo(usdc))).toEqual([true, false, false]);
  expect([usdc, usdt, usdcElsewhere].map(belongsTo(usdt))).toEqual([true, true, false]);
});

describe("several quotes", () => {
  test("without any, everything is stray", () => {
    const transfers = [transfer(usdc, 100n, -10, { final: true })];
    expect(assess([], transfers)).toEqual({
      quoteIndex: null,
      requiredUnits: 0n,
      totalUnits: 0n,
      finalUnits: 0n,
      completedBy: null,
      onTime: false,
      final: false,
      onTimeUnits: 0n,
      finalOnTimeUnits: 0n,
      finalOnTime: false,
      strays: transfers,
    });
  });

  test("a transfer from before the selection counts once its token is selected", () => {
    const early = [transfer(usdc, 100n, -600)];
    expect(assess([quote(usdt, 100n)], early)).toMatchObject({ completedBy: null, strays: early });
    expect(assess([quote(usdt, 100n), quote(usdc, 100n)], early)).toMatchObject({
      quoteIndex: 1,
      completedBy: { txHash: hash(-600) },
      strays: [],
    });
  });

  test("uses the newest while none is completed", () => {
    const quotes = [quote(usdc, 100n), quote(usdt, 101n)];
    expect(assess(quotes, [transfer(usdc, 99n, -10)])).toMatchObject({
      quoteIndex: 1,
      requiredUnits: 101n,
      totalUnits: 0n,
    });
  });

  test("completing an earlier quote pays: switching strands no money", () => {
    const quotes = [quote(usdc, 100n), quote(usdt, 101n)];
    expect(assess(quotes, [transfer(usdc, 100n, -10)])).toMatchObject({ quoteIndex: 0, onTime: true });
  });

  test("the earlier price of the same token still pays", () => {
    const quotes = [quote(usdc, 100n), quote(usdc, 105n)];
    expect(assess(quotes, [transfer(usdc, 100n, -10)])).toMatchObject({ quoteIndex: 0, requiredUnits: 100n });
    expect(assess(quotes, [transfer(usdc, 105n, -10)])).toMatchObject({ quoteIndex: 1, requiredUnits: 105n });
  });

  test("sums of two tokens do not add up", () => {
    const quotes = [quote(usdc, 100n), quote(usdt, 100n)];
    const parts = [transfer(usdc, 60n, -20), transfer(usdt, 60n, -10)];
    expect(assess(quotes, parts).completedBy).toBeNull();
  });

  test.each([
    ["on time before late", { second: 5, final: true }, { second: -5, final: false }],
    ["final before not final, both on time", { second: -5, final: false }, { second: -9, final: true }],
    ["final before not final, both late", { second: 5, final: false }, { second: 9, final: true }],
  ])("%s", (_, worse, better) => {
    const worseTransfer = transfer(usdc, 100n, worse.second, { final: worse.final });
    const betterTransfer = transfer(usdt, 100n, better.second, { final: better.final });
    const transfers = [worseTransfer, betterTransfer];
    expect(assess([quote(usdc, 100n), quote(usdt, 100n)], transfers).quoteIndex).toBe(1);
    expect(assess([quote(usdt, 100n), quote(usdc, 100n)], transfers).quoteIndex).toBe(0);
  });

  test("the newest of equals", () => {
    const transfers = [transfer(usdc, 100n, -10, { final: true }), transfer(usdt, 100n, -5, { final: true })];
    expect(assess([quote(usdc, 100n), quote(usdt, 100n)], transfers).quoteIndex).toBe(1);
    expect(assess([quote(usdt, 100n), quote(usdc, 100n)], transfers).quoteIndex).toBe(1);
  });
});

describe("after the checkout was paid", () => {
  const quotes = [quote(usdc, 100n), quote(usdt, 101n)];
  const paidInUsdc = { ...usdc, amountUnits: 100n };
  const both = [transfer(usdc, 100n, -10, { final: true }), transfer(usdt, 101n, -5, { final: true })];

  test.each(["PAID", "SETTLED", "LATE_PAID", "REFUNDED"] as const)(
    "%s: a second payment in another token leaves the quote that paid",
    (status) => {
      expect(assess(quotes, both, { status, ...paidInUsdc })).toMatchObject({
        quoteIndex: 0,
        totalUnits: 100n,
        strays: [{ tokenAddress: usdt.tokenAddress }],
      });
    },
  );

  test.each(["PENDING", "DETECTED", "EXPIRED", "CANCELLED"] as const)(
    "%s: nothing holds a quote yet",
    (status) => {
      expect(assess(quotes, both, { status, ...paidInUsdc }).quoteIndex).toBe(1);
    },
  );

  test("late money that paid stays, although on-time money in another token turns up", () => {
    const transfers = [transfer(usdc, 100n, 10, { final: true }), transfer(usdt, 101n, -5)];
    const terms = { status: "LATE_PAID", ...paidInUsdc } as const;
    expect(assess(quotes, transfers, terms)).toMatchObject({ quoteIndex: 0, final: true, onTime: false });
  });

  test("ignores late money in the token that paid on time", () => {
    const transfers = [transfer(usdc, 100n, 10, { final: true }), transfer(usdt, 101n, -5)];
    for (const status of ["PAID", "SETTLED"] as const)
      expect(assess(quotes, transfers, { status, ...paidInUsdc })).toMatchObject({
        quoteIndex: 1,
        onTime: true,
      });
    const accepted = { status: "SETTLED", lateAcceptedAt: expiresAt, ...paidInUsdc } as const;
    expect(assess(quotes, transfers, accepted)).toMatchObject({ quoteIndex: 0, final: true });
  });

  test("keeps a refunded checkout's terms while the refunded money is on the chain", () => {
    const transfers = [transfer(usdc, 60n, -10, { final: true }), transfer(usdt, 101n, -5, { final: true })];
    const refunded = { status: "REFUNDED", ...paidInUsdc } as const;
    expect(assess(quotes, transfers, { ...refunded, refundedUnits: 60n }).quoteIndex).toBe(0);
    expect(assess(quotes, transfers, { ...refunded, refundedUnits: 61n }).quoteIndex).toBe(1);
    // A reorg took a second payment after both were refunded.
    expect(assess(quotes, both, { ...refunded, refundedUnits: 200n }).quoteIndex).toBe(0);
  });

  test("compares the quotes again when a reorg removes the payment", () => {
    const [, second] = both;
    expect(assess(quotes, second ? [second] : [], { status: "PAID", ...paidInUsdc }).quoteIndex).toBe(1);
    const unfinal = [transfer(usdc, 100n, -10), transfer(usdt, 101n, -5, { final: true })];
    expect(assess(quotes, unfinal, { status: "PAID", ...paidInUsdc }).quoteIndex).toBe(1);
  });

  test("dust that would complete a dearer quote of the same token changes no terms", () => {
    const twice = [quote(usdc, 100n), quote(usdc, 105n)];
    const parts = [transfer(usdc, 100n, -10, { final: true }), transfer(usdc, 5n, -5, { final: true })];
    expect(assess(twice, parts, { status: "PAID", ...paidInUsdc }).quoteIndex).toBe(0);
  });
});

describe("strays", () => {
  test("are transfers of another token, and at the same address on another chain", () => {
    const strays = [transfer(usdt, 500n, -20), transfer(usdcElsewhere, 500n, -15)];
    const payment = assess(hundred, [...strays, transfer(usdc, 40n, -10)]);
    expect(payment).toMatchObject({ totalUnits: 40n, completedBy: null, strays });
  });

  test("include money of an earlier selection that did not complete it", () => {
    const left = transfer(usdc, 40n, -20);
    const payment = assess([quote(usdc, 100n), quote(usdt, 100n)], [left, transfer(usdt, 100n, -10)]);
    expect(payment).toMatchObject({ quoteIndex: 1, strays: [left] });
  });
});

const anyTransfer = fc
  .record({
    token: fc.constantFrom(usdc, usdt, usdcElsewhere),
    amountUnits: fc.bigInt(1n, 120n),
    second: fc.integer({ min: -20, max: 20 }),
    final: fc.boolean(),
  })
  .map(({ token, amountUnits, second, final }) => transfer(token, amountUnits, second, { final }));
/** Transfers with distinct places in the chain, as canonical logs have. */
const anyTransfers = fc
  .array(anyTransfer, { maxLength: 8 })
  .map((list) => list.map((item, index) => ({ ...item, logIndex: index, id: `pay_${index}` })));
const anyQuotes = fc.array(
  fc.tuple(fc.constantFrom(usdc, usdt), fc.bigInt(1n, 200n)).map(([token, amount]) => quote(token, amount)),
  { maxLength: 4 },
);

describe("for any transfers", () => {
  test("the order in which transfers are found makes no difference", () => {
    const shuffled = anyTransfers.chain((transfers) =>
      fc.tuple(
        fc.constant(transfers),
        fc.shuffledSubarray(transfers, { minLength: transfers.length, maxLength: transfers.length }),
      ),
    );
    fc.assert(
      fc.property(
        anyQuotes,
        shuffled,
        fc.integer({ min: 0, max: 500 }),
        (quotes, [found, other], toleranceBps) => {
          const byId = (payment: ReturnType<typeof assess>) => ({
            ...payment,
            strays: payment.strays.map(({ id }) => id).sort(),
          });
          expect(byId(assess(quotes, other, { toleranceBps }))).toEqual(
            byId(assess(quotes, found, { toleranceBps })),
          );
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test("every transfer is either counted or stray", () => {
    fc.assert(
      fc.property(anyQuotes, anyTransfers, (quotes, transfers) => {
        const payment = assess(quotes, transfers);
        const all = transfers.reduce((sum, { amountUnits }) => sum + amountUnits, 0n);
        const strays = payment.strays.reduce((sum, { amountUnits }) => sum + amountUnits, 0n);
        expect(payment.totalUnits + strays).toBe(all);
        expect(payment.finalUnits <= payment.totalUnits).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test("some quote is completed exactly if some quoted token's sum reaches its amount", () => {
    fc.assert(
      fc.property(anyQuotes, anyTransfers, (quotes, transfers) => {
        const reached = quotes.some(
          ({ chainId, tokenAddress, amountUnits }) =>
            transfers
              .filter((item) => item.chainId === chainId && item.tokenAddress === tokenAddress)
              .reduce((sum, item) => sum + item.amountUnits, 0n) >= amountUnits,
        );
        const payment = assess(quotes, transfers);
        expect(payment.completedBy !== null).toBe(reached);
        if (payment.finalOnTime) expect(payment.onTime && payment.final).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});
