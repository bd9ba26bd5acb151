import { randomBytes } from "node:crypto";
import {
  type Abi,
  type Address,
  bytesToHex,
  createTestClient,
  decodeEventLog,
  getAddress,
  type Hex,
  keccak256,
  parseEventLogs,
  publicActions,
  walletActions,
} from "viem";
import { mnemonicToAccount } from "viem/accounts";
import { foundry } from "viem/chains";
import { toHex } from "viem/utils";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { ether } from "@/lib/chain/chains.rules";
import { askOnce, awaitReceipt } from "@/lib/chain/sender/await-receipt.chain";
import { depositAbi, depositFactoryAbi } from "@/lib/contracts/abi/deposit";
import { localUsdcAbi, localUsdcBytecode, localUsdtAbi, localUsdtBytecode } from "@/lib/contracts/abi/local";
import type { LocalChain } from "@/lib/demo/chain-state";
import { startLocalChain } from "@/lib/demo/local-chain";
import { startTestChain, type TestChain, testMnemonic } from "@/lib/testing/chain";
import { FactoryNotDeployable, planFactoryDeployment } from "./deploy-factory.chain";
import {
  checkoutKey,
  depositAddresses,
  depositImplementationAddress,
  deterministicDeployerAddress,
  factoryAddress,
  factoryDeploymentTransaction,
  requiredContracts,
} from "./deposit-address.chain";

const chainIds = [31337, 31338];

const started: LocalChain[] = [];

/** Starts a chain of this test's own and returns its RPC address. */
async function startChain(chainId: number): Promise<string> {
  const chain = await startLocalChain({ chainId });
  started.push(chain);
  return chain.rpcUrl;
}

const connect = (rpcUrl: string, id: number) =>
  createTestClient({
    mode: "anvil",
    chain: { ...foundry, id },
    transport: askOnce(rpcUrl),
    pollingInterval: 20,
  })
    .extend(publicActions)
    .extend(walletActions);

type Chain = ReturnType<typeof connect>;

/** Two accounts that anvil funds and unlocks. */
const [operator, stranger]: readonly [Address, Address] = [
  "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
  "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
];

async function mined(chain: Chain, hash: Hex) {
  const receipt = await awaitReceipt(chain, hash);
  expect(receipt.status).toBe("success");
  return receipt;
}

/** Calls a contract; mined well when it answers. */
const call = async (
  chain: Chain,
  account: Address,
  address: Address,
  abi: Abi,
  functionName: string,
  ...args: readonly unknown[]
) => mined(chain, await chain.writeContract({ account, address, abi, functionName, args }));

async function deployFactory(chain: Chain): Promise<void> {
  await mined(chain, await chain.sendTransaction({ account: operator, ...factoryDeploymentTransaction }));
}

async function deployToken(chain: Chain, abi: typeof localUsdcAbi | typeof localUsdtAbi, bytecode: Hex) {
  const receipt = await mined(chain, await chain.deployContract({ account: operator, abi, bytecode }));
  if (!receipt.contractAddress) throw new Error("no contract was created");
  return receipt.contractAddress;
}

const randomAddress = (): Address => bytesToHex(randomBytes(20));

const randomTerms = () => ({
  checkoutId: `chk_${randomBytes(16).toString("hex")}`,
  merchantAddress: randomAddress(),
  refundAuthority: randomAddress(),
  openSweep: randomBytes(1).readUInt8() % 2 === 0,
});

/** The terms as the contracts take them. */
const onChain = (terms: ReturnType<typeof randomTerms>) => ({
  checkoutKey: checkoutKey(terms.checkoutId),
  merchant: terms.merchantAddress,
  refundAuthority: terms.refundAuthority,
  openSweep: terms.openSweep,
});

let chains: readonly [Chain, Chain];

beforeAll(async () => {
  const [first, second] = await Promise.all(
    chainIds.map(async (chainId) => connect(await startChain(chainId), chainId)),
  );
  if (!first || !second) throw new Error("two chains are needed");
  chains = [first, second];
  // One chain has a past: addresses must not depend on when or by whom the factory was deployed.
  await deployToken(second, localUsdcAbi, localUsdcBytecode);
  await Promise.all(chains.map(deployFactory));
});

afterAll(async () => {
  await Promise.all(started.map((chain) => chain.stop()));
});

describe("the factory", () => {
  it("has its published address and implementation on both chains", async () => {
    for (const chain of chains) {
      const implementation = await chain.readContract({
        address: factoryAddress,
        abi: depositFactoryAbi,
        functionName: "depositImplementation",
      });
      expect(implementation).toBe(depositImplementationAddress);
      expect(await chain.getCode({ address: implementation })).toBeDefined();
    }
  });

  it("derives the same 1,000 random addresses as TypeScript, on both chains", async () => {
    const inputs = Array.from({ length: 1_000 }, randomTerms);
    const derived = inputs.map((terms) => getAddress(depositAddresses.derive(terms)));
    for (const chain of chains) {
      const addresses = await chain.multicall({
        contracts: inputs.map((terms) => ({
          address: factoryAddress,
          abi: depositFactoryAbi,
          functionName: "depositAddress" as const,
          args: [onChain(terms)] as const,
        })),
        allowFailure: false,
        deployless: true,
      });
      expect(addresses).toEqual(derived);
    }
  });
});

describe("a sweep", () => {
  const sweepMany = (chain: Chain, items: readonly unknown[]) =>
    call(chain, stranger, factoryAddress, depositFactoryAbi, "sweepMany", items);

  it.each([
    ["USDC", localUsdcAbi, localUsdcBytecode],
    ["USDT, which returns nothing", localUsdtAbi, localUsdtBytecode],
  ] as const)("of %s sent by a stranger pays the merchant on both chains", async (_, abi, bytecode) => {
    const terms = { ...randomTerms(), openSweep: true };
    const deposit = getAddress(depositAddresses.derive(terms));
    for (const chain of chains) {
      const token = await deployToken(chain, abi, bytecode);
      await call(chain, operator, token, localUsdcAbi, "mint", operator, 5_000_000n);
      // A plain transfer, as a wallet makes it: viem's ERC-20 ABI would trip over USDT's missing bool.
      await call(chain, operator, token, localUsdtAbi, "transfer", deposit, 4_250_000n);

      const receipt = await sweepMany(chain, [{ terms: onChain(terms), token }]);

      const balanceOf = (account: Address) =>
        chain.readContract({ address: token, abi: localUsdcAbi, functionName: "balanceOf", args: [account] });
      expect(await balanceOf(terms.merchantAddress)).toBe(4_250_000n);
      expect(await balanceOf(deposit)).toBe(0n);
      const [swept] = parseEventLogs({ abi: depositAbi, eventName: "DepositSwept", logs: receipt.logs });
      expect(swept?.address).toBe(deposit.toLowerCase());
      expect(swept?.args.amount).toBe(4_250_000n);
    }
  });

  it("of fifty deposits costs at most 75,000 gas each by the receipt, with viem's estimate", async () => {
    const [chain] = chains;
    const token = await deployToken(chain, localUsdcAbi, localUsdcBytecode);
    const merchantAddress = randomAddress();
    const items = Array.from({ length: 50 }, () => ({ ...randomTerms(), merchantAddress, openSweep: true }));
    for (const to of [...items.map(depositAddresses.derive), merchantAddress])
      await call(chain, operator, token, localUsdcAbi, "mint", to, 1_000_000n);

    const receipt = await sweepMany(
      chain,
      items.map((item) => ({ terms: onChain(item), token })),
    );

    const names = receipt.logs
      .filter((log) => log.address !== token)
      .map((log) => decodeEventLog({ abi: [...depositAbi, ...depositFactoryAbi], ...log }).eventName);
    expect(names).toEqual(items.map(() => "DepositSwept"));
    expect(Number(receipt.gasUsed) / items.length).toBeLessThanOrEqual(75_000);
  });
});

const funded = toHex(mnemonicToAccount(testMnemonic).getHdKey().privateKey ?? new Uint8Array());
const penniless: Hex = `0x${"5a".repeat(32)}`;

describe("deployment of the factory", () => {
  let chain: TestChain;

  beforeEach(async () => {
    chain = await startTestChain();
  });
  afterEach(() => chain.stop());

  const plan = (privateKey: Hex | null = funded, chainId = 31337) =>
    planFactoryDeployment({ chainId, rpcUrls: [chain.rpcUrl], privateKey, nativeCurrency: ether });

  async function deploy(): Promise<Hex> {
    const deployment = await plan();
    if (deployment === null) throw new Error("the factory is there already");
    return deployment.send();
  }

  async function codeAt(address: Hex): Promise<Hex> {
    return (await chain.client.getCode({ address })) ?? "0x";
  }

  test("deploys the factory for the estimated cost, with the expected code", async () => {
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
    test("does nothing, with or without a wallet", async () => {
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
      "with other code at the $name",
      async ({ name, address }) => {
        await deploy();
        await chain.client.setCode({ address, bytecode: "0x6001" });
        await expect(plan()).rejects.toThrow(
          `The code at ${address} is not that of the ${name}. No payment must be taken on this chain`,
        );
        await expect(plan()).rejects.toThrow(FactoryNotDeployable);
      },
    );

    test("without it, for an operator without a wallet", async () => {
      await expect(plan(null)).rejects.toThrow("OPERATOR_PRIVATE_KEY is missing");
    });

    test("without the deterministic deployer", async () => {
      await chain.client.setCode({ address: deterministicDeployerAddress, bytecode: "0x" });
      await expect(plan()).rejects.toThrow(/has no deterministic deployer/);
    });

    test("on which the operator can't pay", async () => {
      await expect(plan(penniless)).rejects.toThrow(
        /has 0 ETH on chain 31337 and the deployment may cost 0\.\d+ ETH/,
      );
    });

    test("that the node does not serve", async () => {
      await expect(plan(funded, 10)).rejects.toThrow("The node serves chain 31337 and not 10.");
    });
  });
});
