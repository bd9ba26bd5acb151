import { type Hex, keccak256 } from "viem";
import { mnemonicToAccount } from "viem/accounts";
import { toHex } from "viem/utils";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Hex as Address } from "@/lib/platform/values/hex.rules";
import { startTestChain, type TestChain, testMnemonic } from "@/lib/testing/chain";
import { FactoryNotDeployable, planFactoryDeployment } from "./deploy-factory.chain";
import { deterministicDeployerAddress, factoryAddress, requiredContracts } from "./deposit-address.chain";

let chain: TestChain;
const funded = toHex(mnemonicToAccount(testMnemonic).getHdKey().privateKey ?? new Uint8Array());
const penniless: Hex = `0x${"5a".repeat(32)}`;

beforeEach(async () => {
  chain = await startTestChain();
});
afterEach(() => chain.stop());

const plan = (privateKey: Hex | null = funded, chainId = 31337) =>
  planFactoryDeployment({ chainId, rpcUrls: [chain.rpcUrl], privateKey });

async function deploy(): Promise<Hex> {
  const deployment = await plan();
  if (deployment === null) throw new Error("the factory is there already");
  return deployment.send();
}

async function codeAt(address: Address): Promise<Hex> {
  return (await chain.client.getCode({ address })) ?? "0x";
}

test("the factory is deployed for no more than was told, and leaves the code that is demanded", async () => {
  const missing = requiredContracts.filter(({ necessary }) => necessary);
  for (const { address, matches } of missing) expect(matches(await codeAt(address))).toBe(false);

  const deployment = await plan();
  if (deployment === null) throw new Error("the factory is there already");
  expect(deployment.factory).toBe(factoryAddress);
  const hash = await deployment.send();
  const { gasUsed, effectiveGasPrice } = await chain.client.getTransactionReceipt({ hash });
  expect(gasUsed * effectiveGasPrice).toBeLessThanOrEqual(deployment.maxCostWei);
  for (const { address, matches, name } of requiredContracts)
    expect(matches(await codeAt(address)), `${name} ${keccak256(await codeAt(address))}`).toBe(true);
});

describe("where it is already", () => {
  test("nothing is to be done, with or without a wallet", async () => {
    await deploy();
    const before = await chain.client.getBlockNumber({ cacheTime: 0 });
    expect(await plan()).toBeNull();
    expect(await plan(null)).toBeNull();
    expect(await chain.client.getBlockNumber({ cacheTime: 0 })).toBe(before);
  });

  test("a second deployment that was planned before the first one does no harm", async () => {
    const [first, second] = [await plan(), await plan()];
    await first?.send();
    const hash = await second?.send();
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/);
    expect(await plan()).toBeNull();
  });
});

describe("refused, with nothing sent, is a chain", () => {
  test.each(requiredContracts.filter(({ necessary }) => necessary))(
    "with other code where the $name belongs",
    async ({ name, address }) => {
      await deploy();
      await chain.client.setCode({ address, bytecode: "0x6001" });
      await expect(plan()).rejects.toThrow(
        `The code at ${address} is not that of the ${name}. No payment must be taken on this chain`,
      );
      await expect(plan()).rejects.toThrow(FactoryNotDeployable);
    },
  );

  test("that lacks it, for an operator without a wallet", async () => {
    await expect(plan(null)).rejects.toThrow("OPERATOR_PRIVATE_KEY is missing");
  });

  test("without the deterministic deployer", async () => {
    await chain.client.setCode({ address: deterministicDeployerAddress, bytecode: "0x" });
    await expect(plan()).rejects.toThrow(/has no deterministic deployer/);
  });

  test("on which the operator cannot pay", async () => {
    await expect(plan(penniless)).rejects.toThrow(
      /has 0 of chain 31337's coin and the deployment may cost 0\.\d+/,
    );
  });

  test("that the node does not serve", async () => {
    await expect(plan(funded, 10)).rejects.toThrow("The node serves chain 31337 and not 10.");
  });
});
