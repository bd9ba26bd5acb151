import { expect, test } from "vitest";
import { depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { checkWallet } from "@/lib/projects/project-lifecycle";
import type { ProjectParts, WalletParts } from "@/lib/projects/projects.parts";
import { buildChain, uniqueHex, usdc, usdt } from "@/lib/testing/builders";
import { partsOf } from "@/lib/testing/parts";
import { requireWallet } from "./require-wallet";

const deposit = uniqueHex(20);
const deps: WalletParts = {
  chains: [buildChain()],
  deposits: {
    ownersOf: async (addresses) =>
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
  ["the token contract of USDC on Local", usdc],
  ["the token contract of USDT on Local", usdt],
  ["a deposit address", deposit],
  ["the factory of deposit addresses", depositAddresses.factory],
  ...depositAddresses.contracts
    .filter((address) => address !== depositAddresses.factory)
    .map((address): [string, Hex] => ["a contract behind deposit addresses", address]),
])("refuses %s by its kind and its field: %s", async (kind, address) => {
  const message = `must be a wallet: this is ${kind}`;
  await expect(requireWallet(deps, address, "merchantAddress")).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    param: "merchantAddress",
    message: `merchantAddress ${message}.`,
    details: [{ param: "merchantAddress", message }],
  });
});

const chains = [buildChain({ chainId: 1, name: "One" }), buildChain({ chainId: 2, name: "Two" })];
const check = (
  first: boolean | null,
  second: boolean | null,
  { wallet = `0x${"ab".repeat(20)}` as const, isOwner = true } = {},
) =>
  checkWallet(
    partsOf<ProjectParts>({
      chains,
      deposits: { ownersOf: async () => new Map() },
      depositAddresses,
      projectLifecycle: { mayFound: async () => isOwner },
      walletCode: {
        onChains: async () =>
          new Map([
            [1, first],
            [2, second],
          ]),
      },
    }),
    { userId: "usr_1" },
    wallet,
  );

test("lists a contract wallet's networks and those where it is missing", async () => {
  expect(await check(true, false)).toEqual({ kind: "contract", deployedOn: ["One"], missingOn: ["Two"] });
  expect(await check(true, null)).toEqual({ kind: "contract", deployedOn: ["One"], missingOn: [] });
});

test("returns an ordinary wallet, and names networks without an answer", async () => {
  expect((await check(false, false)).kind).toBe("key");
  expect((await check(false, null)).kind).toBe("unknown");
});

test("refuses a token as a contract wallet, and returns nothing without permission", async () => {
  await expect(check(true, true, { wallet: usdc })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  await expect(check(true, true, { isOwner: false })).rejects.toMatchObject({ code: "FORBIDDEN" });
});
