import type { GasMovement, TokenMovement } from "@/lib/books/movement.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { usdc } from "./builders";

const hash = (digit: string): Hex => `0x${digit.repeat(64)}`;
const address = (digit: string): Hex => `0x${digit.repeat(40)}`;

const price = 4_500_000n;

/** A payment of the whole price, 4.50 USDC on the local chain, by default. */
export function buildMovement(overrides: Partial<TokenMovement>): TokenMovement {
  const { kind = "RECEIVED" } = overrides;
  const accounts = {
    RECEIVED: { fromAccount: "CUSTOMER", toAccount: "DEPOSIT" },
    RECEIVED_REVERSED: { fromAccount: "DEPOSIT", toAccount: "CUSTOMER" },
    SWEPT: { fromAccount: "DEPOSIT", toAccount: "MERCHANT" },
    SWEPT_REVERSED: { fromAccount: "MERCHANT", toAccount: "DEPOSIT" },
    REFUNDED: { fromAccount: "DEPOSIT", toAccount: "CUSTOMER" },
    REFUNDED_REVERSED: { fromAccount: "CUSTOMER", toAccount: "DEPOSIT" },
  } as const;
  return {
    kind,
    ...accounts[kind],
    id: 1n,
    bookedAt: new Date("2026-11-30T23:59:59.999Z"),
    projectId: "prj_1",
    checkoutId: "chk_1",
    referenceId: null,
    refundId: null,
    chainId: 31337,
    tokenAddress: usdc,
    amountUnits: price,
    customerAddress: address("1"),
    depositAddress: address("2"),
    merchantAddress: address("3"),
    txHash: hash("a"),
    blockNumber: 7n,
    blockTimestamp: new Date("2026-11-30T23:59:50Z"),
    isSelected: true,
    isPaid: true,
    priceUnits: price,
    acceptedUnits: null,
    toleranceBps: 0,
    receivedUnits: price,
    refundedUnits: 0n,
    fullyRefundedUnits: 0n,
    rate: null,
    ...overrides,
  };
}

/** Gas of a sweep. */
export function buildGas(overrides: Partial<GasMovement>): GasMovement {
  return {
    kind: "GAS",
    id: "out_1",
    bookedAt: new Date("2026-12-01T00:00:00Z"),
    projectId: "prj_1",
    checkoutId: null,
    refundId: null,
    settlementId: "stl_1",
    chainId: 31337,
    purpose: "SETTLEMENT",
    costWei: 121_290_366_526_560n,
    operatorAddress: address("4"),
    txHash: hash("b"),
    blockNumber: 8n,
    ...overrides,
  };
}
