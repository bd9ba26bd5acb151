import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkoutStatuses } from "@/lib/checkouts/checkout.rules";
import { addressOf, type ListPlace } from "@/lib/platform/lists/list-place.rules";
import { formatUnits } from "@/lib/platform/values/money.rules";
import {
  type CheckoutFilter,
  checkoutCursors,
  checkoutListParams,
  createdViaValues,
  everyCheckout,
  isFiltered,
  readCheckoutList,
  unevenPayments,
} from "./checkout-views.rules";

const hex = (length: number) =>
  fc
    .array(fc.constantFrom(..."0123456789abcdef"), { minLength: length, maxLength: length })
    .map((digits) => `0x${digits.join("")}` as const);

const id = fc
  .array(fc.constantFrom(..."0123456789abcdefghjkmnpqrstvwxyz"), { minLength: 26, maxLength: 26 })
  .map((characters) => characters.join(""));

const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });

const day = orNull(
  fc
    .date({ min: new Date("2020-01-01"), max: new Date("2090-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
);

const words = fc
  .string({ minLength: 1, maxLength: 60 })
  .filter((text) => text.trim() === text && !text.includes("\u0000"));

const search: fc.Arbitrary<CheckoutFilter["search"]> = fc.oneof(
  fc.constant(null),
  id.map((text) => ({ kind: "id" as const, text: `chk_${text}` })),
  hex(40).map((text) => ({ kind: "address" as const, text })),
  hex(64).map((text) => ({ kind: "transaction" as const, text })),
  words.map((text) => ({ kind: "text" as const, text: `order ${text}` })),
);

const amount = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 60n }), fc.constantFrom(0, 6, 18, 36))
  .map(([digits, scale]) => formatUnits(digits, scale, 0));

const filters: fc.Arbitrary<CheckoutFilter> = fc
  .record({
    statuses: fc.subarray([...checkoutStatuses]),
    fromDay: day,
    toDay: day,
    timeZone: fc.constant("UTC"),
    minAmount: orNull(amount),
    maxAmount: orNull(amount),
    token: orNull(
      fc.record({ chainId: fc.integer({ min: 1, max: 2_147_483_647 }), tokenAddress: orNull(hex(40)) }),
    ),
    referenceId: orNull(words),
    createdVia: orNull(fc.constantFrom(...createdViaValues)),
    paymentLinkId: orNull(id.map((text) => `lnk_${text}`)),
    lateOnly: fc.boolean(),
    paid: orNull(fc.constantFrom(...unevenPayments)),
    excessOnly: fc.boolean(),
    search,
  })
  .map(({ token, ...filter }) => ({
    ...filter,
    chainId: token?.chainId ?? null,
    tokenAddress: token?.tokenAddress ?? null,
  }));

const cursor = fc.record({
  createdAt: fc.integer({ min: 0, max: 10 ** 13 }).map((ms) => new Date(ms)),
  id: id.map((text) => `chk_${text}`),
});

const places: fc.Arbitrary<ListPlace> = fc.oneof(
  fc.constant({ kind: "first" as const }),
  cursor.map((at) => ({ kind: "after" as const, cursor: at })),
  cursor.map((at) => ({ kind: "before" as const, cursor: at })),
);

describe("a list's address", () => {
  test("says all of its filter and place: read again it is the same", () => {
    fc.assert(
      fc.property(filters, places, (filter, place) => {
        const address = new URL(
          addressOf("/", checkoutListParams(filter), place, checkoutCursors),
          "http://x",
        );
        expect(readCheckoutList(Object.fromEntries(address.searchParams), "UTC")).toEqual({
          filter,
          place,
          ignored: [],
        });
      }),
    );
  });

  test("ignores unreadable parts and names them", () => {
    const names = [
      "q",
      "status",
      "from",
      "to",
      "amount",
      "min",
      "max",
      "token",
      "reference",
      "via",
      "link",
      "late",
      "paid",
      "after",
      "before",
    ];
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...names), fc.oneof(fc.string(), fc.array(fc.string()))),
        (params) => {
          const { filter, ignored } = readCheckoutList(params, "UTC");
          expect(names).toEqual(expect.arrayContaining([...ignored]));
          expect(readCheckoutList(Object.fromEntries(checkoutListParams(filter)), "UTC").filter).toEqual(
            filter,
          );
        },
      ),
    );
    const bad = {
      status: "PAID,NONE",
      from: "2026-02-30",
      amount: `1.${"0".repeat(36)}1`,
      token: "0",
      after: "x",
      late: "2",
    };
    expect(readCheckoutList(bad, "UTC")).toEqual({
      filter: everyCheckout,
      place: { kind: "first" },
      ignored: ["status", "from", "amount", "token", "late", "after"],
    });
    expect(isFiltered(everyCheckout)).toBe(false);
  });

  test("names days of which the last one belongs to it, and amounts of whole tokens", () => {
    const { filter } = readCheckoutList(
      {
        from: "2026-01-01",
        to: "2026-01-31",
        amount: "12.50",
        status: "paid,settled",
      },
      "UTC",
    );
    expect(filter).toMatchObject({
      fromDay: "2026-01-01",
      toDay: "2026-01-31",
      minAmount: "12.5",
      maxAmount: "12.5",
      statuses: ["PAID", "SETTLED"],
    });
  });
});
