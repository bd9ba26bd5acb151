import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildGas, buildMovement } from "@/lib/testing/movements";
import { changeOfShares, fiatValue, kindName, type Shares } from "./movement.rules";

const price = 10n;
const shares = (change: Partial<Shares>): Shares => ({
  sales: 0n,
  refunds: 0n,
  pending: 0n,
  overpaid: 0n,
  stray: 0n,
  ...change,
});

describe("customers' money", () => {
  it.each<[string, Parameters<typeof buildMovement>[0], Partial<Shares>]>([
    ["is a sale when it pays the price", { amountUnits: 10n, receivedUnits: 10n }, { sales: 10n }],
    ["is overpaid above the price", { amountUnits: 13n, receivedUnits: 13n }, { sales: 10n, overpaid: 3n }],
    ["waits while it is a part", { amountUnits: 4n, receivedUnits: 4n }, { pending: 4n }],
    [
      "becomes a sale with the part that completes the price",
      { amountUnits: 6n, receivedUnits: 10n },
      { sales: 10n, pending: -4n },
    ],
    [
      "waits while the checkout isn't paid",
      { amountUnits: 10n, receivedUnits: 10n, isPaid: false },
      { pending: 10n },
    ],
    [
      "is stray in another token",
      { amountUnits: 10n, receivedUnits: 10n, isSelected: false },
      { stray: 10n },
    ],
    [
      "is stray before a selection",
      { amountUnits: 10n, receivedUnits: 10n, priceUnits: null },
      { stray: 10n },
    ],
    [
      "is a sale within the tolerance",
      { amountUnits: 9n, receivedUnits: 9n, toleranceBps: 1_000 },
      { sales: 9n },
    ],
    [
      "is a sale of the part that the merchant accepted",
      { amountUnits: 4n, receivedUnits: 4n, acceptedUnits: 4n },
      { sales: 4n },
    ],
    [
      "goes back from the excess first",
      { kind: "REFUNDED", amountUnits: 2n, receivedUnits: 13n, refundedUnits: 2n },
      { overpaid: -2n },
    ],
    [
      "goes back from sales after the excess",
      { kind: "REFUNDED", amountUnits: 5n, receivedUnits: 13n, refundedUnits: 5n },
      { overpaid: -3n, refunds: -2n },
    ],
    [
      "goes back from a part that never paid",
      { kind: "REFUNDED", amountUnits: 4n, receivedUnits: 4n, refundedUnits: 4n, isPaid: false },
      { pending: -4n },
    ],
    [
      "comes back when a refund is reversed",
      { kind: "REFUNDED_REVERSED", amountUnits: 5n, receivedUnits: 13n, refundedUnits: 0n },
      { overpaid: 3n, refunds: 2n },
    ],
    [
      "is gone when a payment is reversed",
      { kind: "RECEIVED_REVERSED", amountUnits: 13n, receivedUnits: 0n },
      { sales: -10n, overpaid: -3n },
    ],
    [
      "is overpaid after a refund in full",
      { amountUnits: 9n, receivedUnits: 19n, refundedUnits: 10n, fullyRefundedUnits: 10n },
      { overpaid: 9n },
    ],
    [
      "goes back from what came after a refund in full",
      { kind: "REFUNDED", amountUnits: 9n, receivedUnits: 19n, refundedUnits: 19n, fullyRefundedUnits: 10n },
      { overpaid: -9n },
    ],
    [
      "is a sale again when the refund in full is reversed",
      {
        kind: "REFUNDED_REVERSED",
        amountUnits: 10n,
        receivedUnits: 19n,
        refundedUnits: 0n,
        fullyRefundedUnits: 10n,
      },
      { refunds: 10n },
    ],
    [
      "is a sale when a part was refunded in full before it",
      { amountUnits: 10n, receivedUnits: 14n, refundedUnits: 4n, fullyRefundedUnits: 4n },
      { sales: 10n },
    ],
    ["stays with its account when swept", { kind: "SWEPT", amountUnits: 13n, receivedUnits: 13n }, {}],
  ])("%s", (_, overrides, expected) => {
    expect(changeOfShares(buildMovement({ priceUnits: price, ...overrides }))).toEqual(shares(expected));
  });

  it("adds up to received less refunded after any history", () => {
    const step = fc.record({
      kind: fc.constantFrom("RECEIVED" as const, "REFUNDED" as const),
      amountUnits: fc.bigInt(1n, 12n),
    });
    const terms = fc.record({
      isPaid: fc.boolean(),
      isSelected: fc.boolean(),
      toleranceBps: fc.constantFrom(0, 1_000),
      acceptedUnits: fc.constantFrom(null, 4n),
    });
    fc.assert(
      fc.property(fc.array(step), terms, (steps, of) => {
        let [receivedUnits, refundedUnits, fullyRefundedUnits, sum] = [0n, 0n, 0n, 0n];
        for (const { kind, amountUnits } of steps) {
          if (kind === "RECEIVED") receivedUnits += amountUnits;
          else refundedUnits += amountUnits;
          const movement = buildMovement({
            kind,
            amountUnits,
            receivedUnits,
            refundedUnits,
            fullyRefundedUnits,
            priceUnits: price,
            ...of,
          });
          if (refundedUnits >= receivedUnits) fullyRefundedUnits = receivedUnits;
          for (const change of Object.values(changeOfShares(movement))) sum += change;
        }
        expect(sum).toBe(receivedUnits - refundedUnits);
      }),
    );
  });
});

describe("the fiat value", () => {
  it.each([
    [4_501_251n, "0.999722", "USD", "450"],
    [7_142_142n, "1400", "KRW", "9999"],
    [5_000n, "1", "USD", "1"],
    [4_999n, "1", "USD", "0"],
    [10n ** 24n, "0.123456789012345678", "USD", "12345678901234567800"],
  ])("of %s units at %s %s is %s of the smallest coin", (units, perToken, currency, digits) => {
    const value = fiatValue(units, 6, { currency, perToken, at: null, source: null });
    expect(value.digits).toBe(BigInt(digits));
  });
});

it("names each kind", () => {
  expect(
    [
      buildMovement({}),
      buildMovement({ isSelected: false }),
      buildMovement({ kind: "RECEIVED_REVERSED" }),
      buildMovement({ kind: "SWEPT" }),
      buildMovement({ kind: "REFUNDED_REVERSED" }),
      buildGas({}),
    ].map(kindName),
  ).toEqual(["payment", "stray", "payment_reversed", "sweep", "refund_reversed", "gas"]);
});
