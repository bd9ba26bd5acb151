import { expect, test } from "vitest";
import { depositAddresses } from "@/lib/adapters/evm/deposit-address";
import type { Hex } from "@/lib/core/checkout";
import { buildChain, uniqueHex, usdc, usdt } from "@/lib/testing/builders";
import { type RequireWalletDeps, requireWallet } from "./require-wallet";

const deposit = uniqueHex(20);
const deps: RequireWalletDeps = {
  chains: [buildChain()],
  payments: {
    checkoutsByDepositAddress: async (addresses) =>
      new Map(addresses.filter((address) => address === deposit).map((address) => [address, "chk_1"])),
  },
  depositAddresses,
};

test("a wallet is taken", async () => {
  await expect(requireWallet(deps, uniqueHex(20), "merchantAddress")).resolves.toBeUndefined();
});

test("the contracts behind deposits are the factory, the deposit's code and the deployer of both", () => {
  expect(depositAddresses.contracts).toContain(depositAddresses.factory);
  expect(depositAddresses.contracts).toContain("0x4e59b44847b379578588920ca78fbf26c0b4956c");
  expect(new Set(depositAddresses.contracts).size).toBe(3);
});

test.each<[string, Hex]>([
  ["the zero address", `0x${"0".repeat(40)}`],
  ["a token", usdc],
  ["another token", usdt],
  ["a deposit address", deposit],
  ...depositAddresses.contracts.map((address): [string, Hex] => ["a contract behind deposits", address]),
])("%s is refused, by the field that named it: %s", async (_, address) => {
  await expect(requireWallet(deps, address, "merchantAddress")).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    param: "merchantAddress",
  });
});
