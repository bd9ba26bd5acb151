import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import {
  type Account,
  type Chain,
  createPublicClient,
  createWalletClient,
  fallback,
  type Hex,
  http,
  type PublicClient,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { NativeCurrency } from "@/lib/chain/chains.rules";
import { formatCoins } from "@/lib/chain/native-currency.rules";
import { awaitReceipt } from "@/lib/chain/sender/await-receipt.chain";
import { createChainSender, createLocalSigner } from "@/lib/chain/sender/chain-sender.chain";
import type { SendingPolicy } from "@/lib/chain/sender/sending.rules";
import {
  depositImplementationAddress,
  deterministicDeployerAddress,
  factoryAddress,
  factoryDeploymentTransaction,
  requiredContracts,
} from "./deposit-address.chain";
export type FactoryDeploymentOptions = {
  chainId: number;
  rpcUrls: readonly string[];
  nativeCurrency: NativeCurrency;
  /** Pays the gas; any key gives the same address. Not needed where the factory is deployed. */
  privateKey: Hex | null;
  /** Defaults to the built-in policy of the chain. */
  sending?: SendingPolicy;
};

/** What it takes to deploy the factory on a chain. */
export type FactoryDeployment = {
  /** Its address. */
  factory: Hex;
  /** The wallet that pays. */
  from: Hex;
  gas: bigint;
  /** The most that it can cost, in wei. */
  maxCostWei: bigint;
  balanceWei: bigint;
  /** Sends it and waits for its receipt. @returns the transaction's hash @throws FactoryNotDeployable */
  send(): Promise<Hex>;
};

/** The factory cannot be deployed on that chain; the message says why and what to do. */
export class FactoryNotDeployable extends Error {
  override readonly name = "FactoryNotDeployable";
}

const receiptWithinMs = 300_000;

/**
 * Plans the deployment of the factory through the deterministic deployer. Sends nothing.
 * @returns null when the factory is deployed with the expected code
 * @throws FactoryNotDeployable when other code is there, the deployer is missing, or the wallet cannot pay
 * @throws CallRefused when gas costs more than the chain's ceiling
 */
export async function planFactoryDeployment(
  options: FactoryDeploymentOptions,
): Promise<FactoryDeployment | null> {
  const { chainId, rpcUrls, privateKey, sending, nativeCurrency } = options;
  const chain: Chain = {
    id: chainId,
    name: `Chain ${chainId}`,
    nativeCurrency,
    rpcUrls: { default: { http: rpcUrls } },
  };
  const transport = fallback(rpcUrls.map((url) => http(url)));
  const reader = createPublicClient({ chain, transport, pollingInterval: 1_000 });
  const served = await reader.getChainId();
  if (served !== chainId)
    throw new FactoryNotDeployable(`The node serves chain ${served} and not ${chainId}. Correct CHAINS.`);
  if (await isDeployed(reader)) return null;
  if (privateKey === null)
    throw new FactoryNotDeployable("OPERATOR_PRIVATE_KEY is missing: its wallet pays for the deployment.");
  if ((await reader.getCode({ address: deterministicDeployerAddress })) === undefined) {
    throw new FactoryNotDeployable(
      `Chain ${chainId} has no deterministic deployer at ${deterministicDeployerAddress}. Have it deployed first (https://github.com/Arachnid/deterministic-deployment-proxy): only through it the factory gets its address.`,
    );
  }
  const account: Account = privateKeyToAccount(privateKey);
  const wallet = createWalletClient({ chain, transport, account });
  const call = { account, ...factoryDeploymentTransaction };
  const [estimated, fees, balanceWei] = await Promise.all([
    reader.estimateGas({ ...call, stateOverride: [{ address: account.address, balance: 10n ** 24n }] }),
    createChainSender({
      chainId,
      rpcUrls,
      sending,
      signer: createLocalSigner(privateKey),
      factoryAddress,
    }).fees(),
    reader.getBalance({ address: account.address }),
  ]);
  const gas = (estimated * 6n) / 5n;
  const { type, maxFeePerGas, maxPriorityFeePerGas } = fees;
  const maxCostWei = gas * maxFeePerGas;
  if (balanceWei < maxCostWei) {
    throw new FactoryNotDeployable(
      `${account.address} has ${formatCoins(balanceWei, nativeCurrency)} on chain ${chainId} and the deployment may cost ${formatCoins(maxCostWei, nativeCurrency)}. Send it the difference first.`,
    );
  }
  return {
    factory: factoryAddress,
    from: account.address,
    gas,
    maxCostWei,
    balanceWei,
    async send() {
      const hash = await wallet.sendTransaction({
        ...factoryDeploymentTransaction,
        gas,
        ...(type === "legacy" ? { gasPrice: maxFeePerGas } : { maxFeePerGas, maxPriorityFeePerGas }),
      });
      await awaitReceipt(reader, hash, { withinMs: receiptWithinMs });
      // A transaction may fail because another one deployed the same first: the code on the chain decides.
      if (await isDeployed(reader)) return hash;
      throw new FactoryNotDeployable(`The transaction ${hash} left no contract at ${factoryAddress}.`);
    },
  };
}

/**
 * Whether factory and implementation have the expected code.
 * @throws FactoryNotDeployable when there is other code
 */
async function isDeployed(reader: Pick<PublicClient, "getCode">): Promise<boolean> {
  const codes = await Promise.all(
    requiredContracts
      .filter(({ necessary }) => necessary)
      .map(async (contract) => ({
        ...contract,
        code: (await reader.getCode({ address: contract.address })) ?? "0x",
      })),
  );
  if (codes.every(({ code }) => code === "0x")) return false;
  const other = codes.find(({ code, matches }) => !matches(code));
  if (other === undefined) return true;
  throw new FactoryNotDeployable(
    `The code at ${other.address} is not that of the ${other.name}. No payment must be taken on this chain: take it out of CHAINS and find out what is there.`,
  );
}

/** Input for solc, which explorers call "Standard-Json-Input". */
export type StandardJsonInput = {
  language: "Solidity";
  sources: Record<string, { content: string }>;
  settings: typeof settings;
};

/** What an explorer asks besides the input. Neither contract takes constructor arguments. */
export const verifiedContracts: readonly { address: Hex; contract: string }[] = [
  { address: factoryAddress, contract: "src/DepositFactory.sol:DepositFactory" },
  { address: depositImplementationAddress, contract: "src/Deposit.sol:Deposit" },
];

/** The compiler version as explorers list it, as pinned by the contracts' `pragma`. */
export const compilerVersion = "v0.8.37+commit.f401782d";

/** Settings from lib/contracts/foundry.toml. */
const settings = {
  optimizer: { enabled: true, runs: 1_000_000 },
  evmVersion: "cancun",
  viaIR: false,
  metadata: { bytecodeHash: "none", appendCBOR: false },
  outputSelection: { "*": { "*": ["abi", "evm.bytecode.object", "evm.deployedBytecode.object"] } },
} as const;

const contractsFolder = fileURLToPath(new URL("../../contracts", import.meta.url));
const require = createRequire(import.meta.url);
const imported = /^import\s[^;]*?"([^"]+)";/gm;

/**
 * The input that compiles to the code of the deposit contracts: their sources, the OpenZeppelin sources that they
 * import, and the settings. Explorers compile it and compare the result with the code on chain.
 */
export async function readVerificationInput(): Promise<StandardJsonInput> {
  const sources: StandardJsonInput["sources"] = {};
  const open = ["src/DepositFactory.sol"];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (name in sources) continue;
    const content = await readFile(fileOf(name), "utf8");
    sources[name] = { content };
    for (const [, target = ""] of content.matchAll(imported)) {
      open.push(target.startsWith(".") ? path.posix.join(path.posix.dirname(name), target) : target);
    }
  }
  const inOrder = Object.entries(sources).sort(([a], [b]) => (a < b ? -1 : 1));
  return { language: "Solidity", sources: Object.fromEntries(inOrder), settings };
}

/** The file of a source, by the compiler's name for it. */
function fileOf(name: string): string {
  return name.startsWith("@") ? require.resolve(name) : path.join(contractsFolder, name);
}
