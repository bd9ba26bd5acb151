import { encodeFunctionData, erc20Abi, parseAbi } from "viem";
import { expect, test } from "vitest";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { callsTransfer } from "@/lib/refunds/refund-screen.rules";

const address = (digit: string): Hex => `0x${digit.repeat(40)}`;

const [merchantAddress, tokenAddress, destinationAddress] = [address("1"), address("2"), address("3")];

const refund = { merchantAddress, tokenAddress, destinationAddress, amountUnits: 4_500_000n };

const transfer = (to = destinationAddress, units = refund.amountUnits) =>
  encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, units] });

const ofSafe = (to: Hex, data: Hex, operation: number) =>
  encodeFunctionData({
    abi: parseAbi([
      "function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)",
    ]),
    args: [to, 0n, data, operation, 0n, 0n, 0n, address("0"), address("0"), "0xab"],
  });

const direct = { from: merchantAddress, to: tokenAddress, input: transfer() };

const bySafe = { from: address("9"), to: merchantAddress, input: ofSafe(tokenAddress, transfer(), 0) };

test("a transfer of the whole amount, by the wallet's key or through its Safe", () => {
  expect(callsTransfer(direct, refund)).toBe(true);
  expect(callsTransfer({ ...direct, input: `${transfer()}b5d8` }, refund)).toBe(true);
  expect(callsTransfer(bySafe, refund)).toBe(true);
});

test.each([
  ["of less", { ...direct, input: transfer(destinationAddress, refund.amountUnits - 1n) }],
  ["to another", { ...direct, input: transfer(address("4")) }],
  ["by another wallet", { ...direct, from: address("9") }],
  ["of another token", { ...direct, to: address("5") }],
  ["through another Safe", { ...bySafe, to: address("5") }],
  [
    "of less, through its Safe",
    { ...bySafe, input: ofSafe(tokenAddress, transfer(destinationAddress, 1n), 0) },
  ],
  ["of another token, through its Safe", { ...bySafe, input: ofSafe(address("5"), transfer(), 0) }],
  ["by code of its own, through its Safe", { ...bySafe, input: ofSafe(tokenAddress, transfer(), 1) }],
  ["cut off", { ...bySafe, input: bySafe.input.slice(0, 90) as Hex }],
  ["of a contract's making", { ...direct, to: null }],
])("rejects a call %s", (_, call) => {
  expect(callsTransfer(call, refund)).toBe(false);
});
