import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { type Checkout, checkoutStatuses } from "@/lib/checkouts/checkout.rules";
import { countNewCheckouts } from "@/lib/checkouts/dashboard/list-checkouts";
import { excessUnits } from "@/lib/checkouts/state/overpayment.rules";
import { dayBounds, type ListPlace } from "@/lib/platform/lists/list-place.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { buildChain, buildTransfer, later, noon, uniqueHex, usdc, usdt } from "@/lib/testing/builders";
import { fileWorld } from "@/lib/testing/world";
import { openTestAccess } from "@/lib/testing/world/people";
import { type CheckoutListStore, createCheckoutListStore } from "./checkout-list.store";
import {
  type CheckoutFilter,
  createdViaValues,
  everyCheckout,
  readCheckoutList,
  searchedAmount,
  unevenPayments,
} from "./checkout-views.rules";

const { stores, project } = await fileWorld();
const projectId = project.id;

let finder: CheckoutListStore;

let strangers: string;

/** Newest first. */
let all: Checkout[];

const txHash = uniqueHex(32);

const wide = uniqueHex(20);

const chains = [
  {
    ...buildChain(),
    tokens: [...buildChain().tokens, { symbol: "WIDE", name: "Wide", address: wide, decimals: 18 }],
  },
];

const unitOf = (tokenAddress: Hex | null) => 10n ** (tokenAddress === wide ? 18n : 6n);

const dayMs = 86_400_000;

beforeAll(async () => {
  // Searches leave the newest rows for the index of words, as they do after thousands.
  finder = createCheckoutListStore(stores.database, chains, 5);
  strangers = await stores.createProject();
  // Few values, so that filters find several and many share their moment.
  const made = await Promise.all(Array.from({ length: 90 }, (_, n) => stores.createCheckout(checkoutOf(n))));
  all = made.filter((checkout) => checkout.projectId === projectId).sort(newestFirst);
  const paid = all.slice(3, 5);
  const transfers = paid.map((checkout, logIndex) => buildTransfer(checkout, { txHash, logIndex }));
  await stores.payments.transaction((tx) => tx.insertTransfers(transfers));
});

function checkoutOf(n: number): Partial<Checkout> & Pick<Checkout, "projectId"> {
  const status = checkoutStatuses[n % checkoutStatuses.length] ?? "PENDING";
  const isPaid = ["DETECTED", "PAID", "SETTLED", "LATE_PAID"].includes(status);
  const token = n % 7 === 6 && !isPaid ? null : n % 5 === 0 ? usdt : n % 5 === 1 ? wide : usdc;
  return {
    projectId: n % 6 === 5 ? strangers : projectId,
    status,
    createdAt: later((n % 11) * dayMs),
    createdVia: createdViaValues[n % 3] ?? "api_key",
    amountUnits: BigInt(1 + (n % 4)) * unitOf(token),
    tokenAddress: token,
    referenceId: n % 7 === 0 ? null : `order-${n % 5}`,
    itemName: n % 3 === 0 ? `Flat white, ${n % 4}.5` : `Oat-milk@${n % 4} white`,
    metadata: n % 4 === 0 ? { table: `${n % 4}/5`, note: "white-flat" } : {},
    ...(n % 8 === 0 ? { fiatAmount: "3.50", fiatCurrency: "USD" } : {}),
    lateAcceptedAt: status === "LATE_PAID" && n % 16 === 5 ? later(20 * dayMs) : null,
    ...(isPaid ? { paymentTxHash: uniqueHex(32), paidUnits: 3_000_000n, totalPaidUnits: 3_000_000n } : {}),
    ...(n % 2 === 0 ? { excessRequestedAt: later(20 * dayMs) } : {}),
    ...(n % 10 === 0 ? { excessDismissedAt: later(21 * dayMs) } : {}),
  };
}

function newestFirst(a: Checkout, b: Checkout): number {
  return b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1);
}

/** The filter once more, without a database. */
function fits(checkout: Checkout, filter: CheckoutFilter): boolean {
  const { from, before } = dayBounds(filter);
  const whole = (checkout.amountUnits ?? 0n) / unitOf(checkout.tokenAddress);
  return (
    (filter.statuses.length === 0 || filter.statuses.includes(checkout.status)) &&
    (from === null || checkout.createdAt >= from) &&
    (before === null || checkout.createdAt < before) &&
    (filter.minAmount === null || whole >= Number(filter.minAmount)) &&
    (filter.maxAmount === null || whole <= Number(filter.maxAmount)) &&
    (filter.chainId === null || checkout.chainId === filter.chainId) &&
    (filter.tokenAddress === null || checkout.tokenAddress === filter.tokenAddress) &&
    (filter.referenceId === null || checkout.referenceId === filter.referenceId) &&
    (filter.createdVia === null || checkout.createdVia === filter.createdVia) &&
    (!filter.lateOnly || (checkout.status === "LATE_PAID" && checkout.lateAcceptedAt === null)) &&
    (!filter.excessOnly ||
      (checkout.excessRequestedAt !== null &&
        checkout.excessDismissedAt === null &&
        excessUnits(checkout) > 0n)) &&
    (filter.search === null || says(checkout, filter.search.text))
  );
}

const between = /[-@._+\s,;:!?"'()<>[\]{}/\\|&*~`=#%^$]+/;
const betweenWords = /[\s,;:!?"'()<>[\]{}/\\|&*~`=#%^$]+/;
const split = (text: string, by: RegExp) =>
  text
    .toLowerCase()
    .split(by)
    .filter((part) => part !== "");

/** Each word's parts side by side, the last of which may continue; or the amount. */
function says({ itemName, referenceId, metadata, ...sold }: Checkout, text: string): boolean {
  const said = split([itemName, referenceId, ...Object.values(metadata ?? {})].join(" "), between);
  const words = split(text, betweenWords).map((word) => split(word, between));
  const isSaid = (parts: readonly string[]) =>
    said.some((_, at) =>
      parts.every((part, n) =>
        n < parts.length - 1 ? said[at + n] === part : said[at + n]?.startsWith(part),
      ),
    );
  const amount = searchedAmount(text);
  const costs = (price: string, decimals: number) =>
    amount !== null &&
    amount.digits * 10n ** BigInt(decimals) === BigInt(price) * 10n ** BigInt(amount.scale);
  return (
    (words.flat().length > 0 && words.every((parts) => parts.length === 0 || isSaid(parts))) ||
    costs(`${(sold.amountUnits ?? 0n) / unitOf(sold.tokenAddress)}`, 0) ||
    (sold.fiatAmount !== null && costs(sold.fiatAmount.replace(".", ""), 2))
  );
}

const maybe = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: null, freq: 2 });

const day = maybe("2026-01-01", "2026-01-03", "2026-01-06", "2026-01-11", "2026-02-01");

const searched: fc.Arbitrary<CheckoutFilter["search"]> = fc
  .constantFrom(
    "order-1",
    "4",
    "white",
    "flat whi",
    "WHITE-flat",
    "milk@2",
    "oat-m",
    "2/5",
    "3.5",
    "$3.50",
    "2",
    "1.5 x",
    "-",
  )
  .map((text) => ({ kind: "text", text }));

const anyFilter: fc.Arbitrary<CheckoutFilter> = fc.record({
  statuses: fc.oneof(fc.constant([]), fc.subarray([...checkoutStatuses])),
  fromDay: day,
  toDay: day,
  timeZone: fc.constantFrom("UTC", "Asia/Seoul", "America/New_York"),
  minAmount: maybe("1", "1.9999999", "3"),
  maxAmount: maybe("2", "3.000000000000000001", "4"),
  chainId: maybe(31337, 31338),
  tokenAddress: maybe(usdc, usdt, wide),
  referenceId: maybe("order-1", "order-4", "'; --"),
  createdVia: maybe(...createdViaValues),
  paymentLinkId: fc.constant(null),
  lateOnly: fc.boolean(),
  paid: fc.constant(null),
  excessOnly: fc.boolean(),
  search: searched,
});

/** Filters that leave many rows, or several at once. */
const usualFilter = fc.oneof(
  anyFilter,
  fc
    .tuple(anyFilter, fc.subarray<keyof CheckoutFilter>(["statuses", "fromDay", "createdVia", "search"]))
    .map(([filter, kept]) => ({
      ...everyCheckout,
      ...Object.fromEntries(kept.map((name) => [name, filter[name]])),
    })),
);

const read = (project: string, filter: CheckoutFilter, place: ListPlace, take: number) =>
  finder.page(project, filter, place, take);

const ids = (checkouts: readonly Checkout[]) => checkouts.map(({ id }) => id);

describe("pages", () => {
  test("page forward and back through the whole list, without other projects' rows", async () => {
    await fc.assert(
      fc.asyncProperty(usualFilter, fc.integer({ min: 1, max: 20 }), async (filter, take) => {
        const expected = all.filter((checkout) => fits(checkout, filter));
        const forwards: Checkout[] = [];
        let place: ListPlace = { kind: "first" };
        for (let isMore = true; isMore; ) {
          const page = await read(projectId, filter, place, take);
          expect(page.newer !== null).toBe(forwards.length > 0 && page.items.length > 0);
          forwards.push(...page.items);
          expect(page.older !== null).toBe(forwards.length < expected.length);
          isMore = page.older !== null;
          place = page.older ?? place;
        }
        expect(forwards).toEqual(expected);
        expect(await finder.count(projectId, filter, 10_000)).toEqual({
          total: expected.length,
          isMore: false,
        });
        const end = expected.at(-1);
        if (end === undefined) return;

        const backwards: Checkout[] = [];
        for (let from: ListPlace | null = { kind: "before", cursor: end }; from !== null; ) {
          const page = await read(projectId, filter, from, take);
          backwards.unshift(...page.items);
          expect(page.newer !== null).toBe(backwards.length < expected.length - 1);
          from = page.newer;
        }
        expect(backwards).toEqual(expected.slice(0, -1));
      }),
      { numRuns: 30 },
    );
  });

  test("stay where they are while newer checkouts come", async () => {
    const shop = await stores.createProject();
    const create = (n: number) => stores.createCheckout({ projectId: shop, createdAt: later(n * 1_000) });
    const old = [];
    for (let n = 0; n < 6; n++) old.unshift(await create(n));
    const first = await read(shop, everyCheckout, { kind: "first" }, 3);
    expect(ids(first.items)).toEqual(ids(old.slice(0, 3)));
    const newest = await create(100);
    const next = await read(shop, everyCheckout, first.older ?? { kind: "first" }, 3);
    expect(ids(next.items)).toEqual(ids(old.slice(3)));
    const back = await read(shop, everyCheckout, next.newer ?? { kind: "first" }, 3);
    expect(ids(back.items)).toEqual(ids(old.slice(0, 3)));
    expect(back.newer).not.toBeNull();
    expect(ids((await finder.page(shop, everyCheckout, { kind: "first" }, 1)).items)).toEqual([newest.id]);
  });

  test("count the checkouts after a list's newest row, by its filter and up to 99", async () => {
    const shop = await stores.createProject();
    const access = await openTestAccess(stores, shop);
    const create = (n: number, status: Checkout["status"] = "PENDING") =>
      stores.createCheckout({ projectId: shop, status, createdAt: later(n) });
    const count = (filter: Partial<CheckoutFilter>, newest: Checkout | null) =>
      countNewCheckouts({ checkoutSearch: finder }, access, { ...everyCheckout, ...filter }, newest);
    const listed = await create(0);
    const sameMoment = await create(0);
    const [older, newer] = [listed, sameMoment].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(await count({}, older ?? null)).toEqual({ count: 1, isMore: false });
    expect(await count({}, newer ?? null)).toEqual({ count: 0, isMore: false });
    await create(1, "CANCELLED");
    await create(2);
    await stores.createCheckout({ projectId: strangers, createdAt: later(3) });
    expect(await count({}, newer ?? null)).toEqual({ count: 2, isMore: false });
    expect(await count({ statuses: ["CANCELLED"] }, newer ?? null)).toEqual({ count: 1, isMore: false });
    expect(await count({}, null)).toEqual({ count: 0, isMore: false });
    await Promise.all(Array.from({ length: 98 }, (_, n) => create(10 + n)));
    expect(await count({}, newer ?? null)).toEqual({ count: 99, isMore: true });
  });
});

describe("the search finds", () => {
  const search = async (
    kind: NonNullable<CheckoutFilter["search"]>["kind"],
    text: string,
    project = projectId,
  ) =>
    ids(
      (await finder.page(project, { ...everyCheckout, search: { kind, text } }, { kind: "first" }, 50)).items,
    );

  test("an id, a deposit address, a payer's, a transaction that paid several; never a stranger's", async () => {
    const [checkout] = all;
    if (checkout === undefined) throw new Error("there are some");
    expect(await search("id", checkout.id)).toEqual([checkout.id]);
    expect(await search("address", checkout.depositAddress)).toEqual([checkout.id]);
    const payer = buildTransfer(checkout, { txHash: uniqueHex(32), fromAddress: uniqueHex(20) });
    await stores.payments.transaction((tx) => tx.insertTransfers([payer]));
    expect(await search("address", payer.fromAddress)).toEqual([checkout.id]);
    expect(await search("address", payer.fromAddress, strangers)).toEqual([]);
    expect(await search("transaction", txHash)).toEqual(ids(all.slice(3, 5)));
    expect(await search("id", checkout.id, strangers)).toEqual([]);
    expect(await search("address", checkout.depositAddress, strangers)).toEqual([]);
    expect(await search("transaction", txHash, strangers)).toEqual([]);
    expect(await search("transaction", uniqueHex(32))).toEqual([]);
  });
});

test("returns who sent each payment, without orphaned transfers and other transactions", async () => {
  const shop = await stores.createProject();
  const create = (paymentTxHash: Hex | null) => stores.createCheckout({ projectId: shop, paymentTxHash });
  const [both, orphaned] = [uniqueHex(32), uniqueHex(32)];
  const made = await Promise.all([both, both, orphaned, null].map(create));
  const [one, other, reverted, unpaid] = made;
  if (!one || !other || !reverted || !unpaid) throw new Error("four were made");
  const [ana, ben, cid] = [uniqueHex(20), uniqueHex(20), uniqueHex(20)];
  const lost = buildTransfer(reverted, { txHash: orphaned, logIndex: 3, fromAddress: cid });
  await stores.payments.transaction((tx) =>
    tx.insertTransfers([
      buildTransfer(one, { txHash: both, logIndex: 1, fromAddress: ana }),
      buildTransfer(one, { txHash: uniqueHex(32), logIndex: 1, fromAddress: cid }),
      buildTransfer(other, { txHash: both, logIndex: 2, fromAddress: ben }),
      lost,
      buildTransfer(unpaid, { txHash: both, logIndex: 4, fromAddress: cid }),
    ]),
  );
  await stores.payments.transaction((tx) => tx.orphanRows(lost.chainId, [lost.id]));
  expect(await finder.payers(made)).toEqual(
    new Map([
      [one.id, ana],
      [other.id, ben],
    ]),
  );
  expect(await finder.payers([])).toEqual(new Map());
});

describe("words and amounts", () => {
  let shop: string;

  beforeAll(async () => {
    shop = await stores.createProject();
    const sold: Partial<Checkout>[] = [
      {
        itemName: "Oat flat white",
        referenceId: "order-1001",
        metadata: { customer: "Ana.Novak@shop.example" },
      },
      { itemName: "Späte Teekanne", referenceId: "order-1002", metadata: { seat: "Row 7/12 (aisle)" } },
      { itemName: "抹茶 ラテ", referenceId: "INV 77", fiatAmount: "1234.50", fiatCurrency: "USD" },
      { itemName: "'; DROP -- $4.5 %x", referenceId: null, amountUnits: 12_340_000n },
    ];
    for (const [n, checkout] of sold.entries())
      await stores.createCheckout({ projectId: shop, createdAt: later(n), ...checkout });
    await stores.createCheckout({
      projectId: strangers,
      itemName: `Oat %${shop}`,
      referenceId: "order-1001",
    });
  });

  test.each([
    ["oat", ["Oat flat white"]],
    ["WHITE fla", ["Oat flat white"]],
    ["order-100", ["Späte Teekanne", "Oat flat white"]],
    ["1002", ["Späte Teekanne"]],
    ["rder-1001", []],
    ["1001-order", []],
    ["novak@shop", ["Oat flat white"]],
    ["shop.novak", []],
    ["ana.novak@shop", ["Oat flat white"]],
    ["teekanne späte", ["Späte Teekanne"]],
    ["(aisle", ["Späte Teekanne"]],
    ["抹茶", ["抹茶 ラテ"]],
    ["inv 77", ["抹茶 ラテ"]],
    ["1,234.50", ["抹茶 ラテ"]],
    ["$1234.5", ["抹茶 ラテ"]],
    ["12.34 USDC", ["'; DROP -- $4.5 %x"]],
    ["'; drop", ["'; DROP -- $4.5 %x"]],
    // A word of one, and the amount in tokens of the others.
    ["4.5", ["'; DROP -- $4.5 %x", "抹茶 ラテ", "Späte Teekanne", "Oat flat white"]],
    ["flat & nothing", []],
    ["lat", []],
    ["'!:*", []],
  ])("%s", async (q, names) => {
    const { filter } = readCheckoutList({ q }, "UTC");
    const { items: found } = await finder.page(shop, filter, { kind: "first" }, 50);
    expect(found.map(({ itemName }) => itemName)).toEqual(names);
    expect((await finder.count(shop, filter, 50))?.total).toBe(names.length);
  });
});

test("compares amounts in the decimals of each token, to its last unit", async () => {
  const shop = await stores.createProject();
  const create = (itemName: string, tokenAddress: Hex | null, amountUnits: bigint) =>
    stores.createCheckout({
      projectId: shop,
      itemName,
      fiatAmount: null,
      fiatCurrency: null,
      tokenAddress,
      amountUnits,
    });
  await create("six", usdc, 4_500_000n);
  await create("none", null, 4_500_000n);
  await create("wide", wide, 45n * 10n ** 17n);
  await create("wide and one", wide, 45n * 10n ** 17n + 1n);
  // As many units as 4.50 of the other.
  await create("a trillion and a half", usdc, 45n * 10n ** 17n);
  await create("crumbs", wide, 4_500_000n);
  const found = async (params: Record<string, string>) => {
    const { filter } = readCheckoutList(params, "UTC");
    const { items } = await finder.page(shop, filter, { kind: "first" }, 50);
    expect((await finder.count(shop, filter, 50))?.total).toBe(items.length);
    return items.map(({ itemName }) => itemName).sort();
  };
  expect(await found({ amount: "4.5" })).toEqual(["none", "six", "wide"]);
  expect(await found({ q: "4.50 USDC" })).toEqual(["none", "six", "wide"]);
  expect(await found({ amount: "4.500000000000000001" })).toEqual(["wide and one"]);
  expect(await found({ q: "4.500000000000000001" })).toEqual(["wide and one"]);
  expect(await found({ min: "4.500000000000000001" })).toEqual(["a trillion and a half", "wide and one"]);
  expect(await found({ max: "4.4999999" })).toEqual(["crumbs"]);
  expect(await found({ min: "1", max: "5" })).toEqual(["none", "six", "wide", "wide and one"]);
  expect(await found({ max: "5", token: `31337:${wide}` })).toEqual(["crumbs", "wide", "wide and one"]);
  expect(await found({ min: "4.5", token: "31337" })).toEqual([
    "a trillion and a half",
    "none",
    "six",
    "wide",
    "wide and one",
  ]);
});

test("finds overpaid payments, tolerated short ones and partial ones", async () => {
  const shop = await stores.createProject();
  const create = (itemName: string, totalPaidUnits: bigint, paidAt: Date | null) =>
    stores.createCheckout({ projectId: shop, itemName, amountUnits: 10n, totalPaidUnits, paidAt });
  await create("exact", 10n, noon);
  await create("nothing", 0n, null);
  await create("over", 11n, noon);
  await create("under", 9n, noon);
  await create("partial", 9n, null);
  for (const paid of unevenPayments) {
    const { items: found } = await finder.page(shop, { ...everyCheckout, paid }, { kind: "first" }, 50);
    expect(found.map(({ itemName }) => itemName)).toEqual([paid]);
  }
});

describe("a count", () => {
  test("ends at its limit, and says that there are more", async () => {
    expect(await finder.count(projectId, everyCheckout, 10)).toEqual({ total: 10, isMore: true });
    expect(await finder.count(projectId, everyCheckout, all.length)).toEqual({
      total: all.length,
      isMore: false,
    });
    const none = { ...everyCheckout, lateOnly: true, statuses: ["PAID"] as const };
    expect(await finder.count(projectId, none, 10)).toEqual({ total: 0, isMore: false });
  });
});
