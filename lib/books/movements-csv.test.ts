import { describe, expect, it } from "vitest";
import { csvLine } from "@/lib/platform/lists/csv.rules";
import { buildChain, usdt } from "@/lib/testing/builders";
import { buildGas, buildMovement } from "@/lib/testing/movements";
import { movementCells, movementColumns } from "./export-books";
import type { Movement } from "./movement.rules";

const chains = [buildChain()];

function record(movement: Movement, of = chains): Record<string, string | null | undefined> {
  const cells = movementCells(movement, of, "Asia/Seoul");
  expect(cells).toHaveLength(movementColumns.length);
  return Object.fromEntries(movementColumns.map((column, index) => [column, cells[index]]));
}

const inWon = { currency: "KRW", perToken: "1400.5", at: new Date("2026-11-30T23:30:00Z"), source: "kraken" };

describe("a movement as a CSV record", () => {
  it("has the payment's times, amount, sides and value at the locked rate", () => {
    const movement = buildMovement({ amountUnits: 4_500_001n, referenceId: "order-7", rate: inWon });
    expect(record(movement)).toEqual({
      booked_at_utc: "2026-11-30T23:59:59.999Z",
      block_at_utc: "2026-11-30T23:59:50.000Z",
      kind: "payment",
      from_account: "customer",
      to_account: "deposit",
      amount: "4.500001",
      token: "USDC",
      network: "Local",
      fiat_value: "6302",
      fiat_currency: "KRW",
      rate: "1400.5",
      rate_at_utc: "2026-11-30T23:30:00.000Z",
      rate_source: "kraken",
      checkout: "chk_1",
      reference: "order-7",
      refund: null,
      settlement: null,
      from_address: `0x${"1".repeat(40)}`,
      to_address: `0x${"2".repeat(40)}`,
      transaction: `0x${"a".repeat(64)}`,
      block: "7",
      project: "prj_1",
      booked_at_local: "2026-12-01 08:59:59",
      time_zone: "Asia/Seoul",
    });
  });

  it("swaps the sides when it's reversed, and has no sign", () => {
    expect(record(buildMovement({ kind: "RECEIVED_REVERSED" }))).toMatchObject({
      kind: "payment_reversed",
      from_account: "deposit",
      to_account: "customer",
      amount: "4.50",
      from_address: `0x${"2".repeat(40)}`,
      to_address: `0x${"1".repeat(40)}`,
    });
  });

  it("has no value without a rate, or for a token that is no longer listed", () => {
    expect(record(buildMovement({}))).toMatchObject({ fiat_value: null, fiat_currency: null, rate: null });
    const unlisted = record(buildMovement({ rate: inWon }), []);
    expect(unlisted).toMatchObject({ fiat_value: null, amount: "4500000", network: "31337" });
  });

  it("has gas in the network's own coin, without a value", () => {
    expect(record(buildGas({}))).toMatchObject({
      kind: "gas",
      from_account: "operator",
      to_account: "network",
      amount: "0.00012129036652656",
      token: "ETH",
      settlement: "stl_1",
      fiat_value: null,
      to_address: null,
    });
  });

  it("guards a reference against formulas", () => {
    const line = csvLine(
      movementCells(buildMovement({ referenceId: "=1+1", tokenAddress: usdt }), chains, "UTC"),
    );
    expect(line).toContain(",'=1+1,");
  });
});
