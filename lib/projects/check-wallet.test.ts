import { expect, test } from "vitest";
import { depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import { checkWallet } from "@/lib/projects/project-lifecycle";
import { buildChain, usdc } from "@/lib/testing/builders";

const chains = [buildChain({ chainId: 1, name: "One" }), buildChain({ chainId: 2, name: "Two" })];
const check = (
  first: boolean | null,
  second: boolean | null,
  { wallet = `0x${"ab".repeat(20)}` as const, isOwner = true } = {},
) =>
  checkWallet(
    {
      chains,
      payments: { checkoutsByDepositAddress: async () => new Map() },
      depositAddresses,
      projectLifecycle: { mayFound: async () => isOwner },
      walletCode: {
        onChains: async () =>
          new Map([
            [1, first],
            [2, second],
          ]),
      },
    },
    { userId: "usr_1" },
    wallet,
  );

test("a contract wallet is told with the networks where it is, and where it is not", async () => {
  expect(await check(true, false)).toEqual({ kind: "contract", deployedOn: ["One"], missingOn: ["Two"] });
  expect(await check(true, null)).toEqual({ kind: "contract", deployedOn: ["One"], missingOn: [] });
});

test("a key's wallet, and one of which a network says nothing", async () => {
  expect((await check(false, false)).kind).toBe("key");
  expect((await check(false, null)).kind).toBe("unknown");
});

test("a token is no contract wallet, and who may name no wallet learns of none", async () => {
  await expect(check(true, true, { wallet: usdc })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  await expect(check(true, true, { isOwner: false })).rejects.toMatchObject({ code: "FORBIDDEN" });
});
