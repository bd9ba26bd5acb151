import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Checkout, CheckoutStatus } from "@/lib/checkouts/checkout.rules";
import { later } from "@/lib/testing/builders";
import { isFull } from "@/lib/testing/full-size";
import { outcome } from "@/lib/testing/outcome";
import { fileWorld } from "@/lib/testing/world";
import { byHand, customer } from "@/lib/testing/world/by-hand";

const runs = isFull ? 3_000 : 15;
const price = 100;
let histories = 0;
const world = await fileWorld({ project: { refundMode: "CONVENIENT" } });
const till = byHand(world);

/** What a history should have come to, told without any of the service's rules. */
type Model = {
  checkout: Checkout;
  status: CheckoutStatus;
  /** In the order in which they came; the time counts for the transfer that completes the price. */
  transfers: { units: number; final: boolean; late: boolean }[];
  refunds: number[];
  events: string[];
  over: boolean;
};

type Command = { name: string; run(model: Model): Promise<void> };

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const received = ({ transfers }: Model) => sum(transfers.map(({ units }) => units));
const finalUnits = (model: Model) =>
  sum(model.transfers.filter(({ final }) => final).map(({ units }) => units));

/** Moves the model to where its transfers carry it. */
function settle(model: Model): void {
  const move = (status: CheckoutStatus, event: string) => {
    model.status = status;
    model.events.push(event);
  };
  let total = 0;
  const completing = model.transfers.find(({ units }) => {
    total += units;
    return total >= price;
  });
  const onTime = completing !== undefined && !completing.late;
  const onTimeFinal = sum(
    model.transfers.filter(({ final, late }) => final && !late).map(({ units }) => units),
  );
  if (model.status === "PENDING" && onTime) move("DETECTED", "checkout.detected");
  if (model.status === "PENDING" && model.over) move("EXPIRED", "checkout.expired");
  if (model.status === "DETECTED" && onTimeFinal >= price) move("PAID", "checkout.paid");
  if ((model.status === "EXPIRED" || model.status === "CANCELLED") && finalUnits(model) >= price)
    move("LATE_PAID", "checkout.late_paid");
}

const pay = (units: number, final: boolean): Command => ({
  name: `pay ${units}${final ? "" : ", not final"}`,
  run: async (model) => {
    const before = received(model);
    model.transfers.push({ units, final, late: model.over });
    const isUnpaid = ["PENDING", "EXPIRED", "CANCELLED"].includes(model.status);
    if (isUnpaid && before + units < price) model.events.push("checkout.partially_paid");
    settle(model);
    await till.receive(model.checkout, BigInt(units), { final });
  },
});

const finalize: Command = {
  name: "finalize",
  run: async (model) => {
    for (const transfer of model.transfers) transfer.final = true;
    settle(model);
    await till.finalize(model.checkout);
  },
};

const passTime: Command = {
  name: "time passes",
  run: async (model) => {
    model.over = true;
    await till.passExpiry(model.checkout);
    settle(model);
    await till.look(model.checkout);
  },
};

const cancel: Command = {
  name: "cancel",
  run: async (model) => {
    const possible = model.status === "PENDING";
    if (possible) {
      model.status = "CANCELLED";
      model.events.push("checkout.cancelled");
      settle(model);
    }
    expect(await outcome(till.cancel(model.checkout))).toBe(possible ? "done" : "CHECKOUT_NOT_CANCELLABLE");
  },
};

const refund = (units: number): Command => ({
  name: `refund ${units}`,
  run: async (model) => {
    const open = model.status !== "PENDING" && model.status !== "DETECTED" && finalUnits(model) > 0;
    const rest = finalUnits(model) - sum(model.refunds);
    const expected = !open
      ? "CHECKOUT_NOT_REFUNDABLE"
      : units > rest
        ? "REFUND_AMOUNT_EXCEEDS_AVAILABLE"
        : "done";
    const asked = { amount: `${units}`, destinationAddress: customer };
    expect(await outcome(till.refund(model.checkout, asked))).toBe(expected);
    if (expected === "done") model.refunds.push(units);
  },
});

const units = fc.integer({ min: 1, max: 120 });
const command: fc.Arbitrary<Command> = fc.oneof(
  { arbitrary: fc.tuple(units, fc.boolean()).map(([amount, final]) => pay(amount, final)), weight: 4 },
  { arbitrary: units.map(refund), weight: 5 },
  { arbitrary: fc.constant(finalize), weight: 2 },
  { arbitrary: fc.constant(cancel), weight: 1 },
  { arbitrary: fc.constant(passTime), weight: 1 },
);

describe("any history of payments, refunds and a cancellation", () => {
  test(`comes to what a simple model of it comes to (${runs} histories)`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(command, { minLength: 1, maxLength: 14 }).map((commands) => ({
          commands,
          toString: () => commands.map(({ name }) => name).join("; "),
        })),
        async ({ commands }) => {
          // The scanned position outlives a history: each begins with its time ahead of it.
          world.now = later(++histories * 3_600_000);
          const checkout = await till.payable({ amountUnits: BigInt(price) });
          const model: Model = {
            checkout,
            status: "PENDING",
            transfers: [],
            refunds: [],
            events: ["checkout.created"],
            over: false,
          };
          for (const { run } of commands) {
            await run(model);
            expect(await world.find(checkout)).toMatchObject({
              status: model.status,
              totalPaidUnits: BigInt(received(model)),
              paidUnits: BigInt(finalUnits(model)),
              refundingUnits: BigInt(sum(model.refunds)),
              settlementFrozen: false,
            });
          }
          expect(await world.eventKinds(checkout)).toEqual(model.events);
          const kept = (await till.refunds(checkout)).map(({ amountUnits }) => Number(amountUnits));
          expect(kept.sort()).toEqual([...model.refunds].sort());
          expect(sum(model.refunds)).toBeLessThanOrEqual(finalUnits(model));
        },
      ),
      { numRuns: runs },
    );
  });
});
