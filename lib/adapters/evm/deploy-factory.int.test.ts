import { type Hex, keccak256 } from "viem";
import { mnemonicToAccount } from "viem/accounts";
import { toHex } from "viem/utils";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Hex as Address } from "@/lib/core/checkout";
import { startTestChain, type TestChain, testMnemonic } from "@/lib/testing/chain";
import { FactoryNotDeployable, planFactoryDeployment } from "./deploy-factory";
import { factoryAddress } from "./deposit-address";
import { deterministicDeployerAddress } from "./factory-deployment";
import { requiredContracts } from "./required-contracts";

let chain: TestChain;
const funded = toHex(mnemonicToAccount(testMnemonic).getHdKey().privateKey ?? new Uint8Array());
const penniless: Hex = `0x${"5a".repeat(32)}`;

beforeEach(async () => {
  chain = await startTestChain();
});
afterEach(() => chain.stop());

const plan = (privateKey: Hex = funded, chainId = 31337) =>
  planFactoryDeployment({ chainId, rpcUrls: [chain.rpcUrl], privateKey });

async function codeAt(address: Address): Promise<Hex> {
  return (await chain.client.getCode({ address })) ?? "0x";
}

test("the factory is deployed for no more than was told, and leaves the code that is demanded", async () => {
  const missing = requiredContracts.filter(({ necessary }) => necessary);
  for (const { address, matches } of missing) expect(matches(await codeAt(address))).toBe(false);

  const deployment = await plan();
  expect(deployment.factory).toBe(factoryAddress);
  const hash = await deployment.send();
  const { gasUsed, effectiveGasPrice } = await chain.client.getTransactionReceipt({ hash });
  expect(gasUsed * effectiveGasPrice).toBeLessThanOrEqual(deployment.maxCostWei);
  for (const { address, matches, name } of requiredContracts)
    expect(matches(await codeAt(address)), `${name} ${keccak256(await codeAt(address))}`).toBe(true);
});

describe("refused, with nothing sent, is a chain", () => {
  test("that has it", async () => {
    await (await plan()).send();
    const before = await chain.client.getBlockNumber({ cacheTime: 0 });
    await expect(plan()).rejects.toThrow(FactoryNotDeployable);
    expect(await chain.client.getBlockNumber({ cacheTime: 0 })).toBe(before);
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
