import {
  type Address,
  concatHex,
  createPublicClient,
  createTestClient,
  createWalletClient,
  erc20Abi,
  getContractAddress,
  type Hex,
  zeroHash,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import {
  deterministicDeployerAddress,
  factoryAddress,
  factoryDeploymentTransaction,
} from "@/lib/chain/contracts/deposit-address.chain";
import { exactProxyAddress, permit2Address } from "@/lib/chain/contracts/signing.rules";
import { askOnce, awaitReceipt } from "@/lib/chain/sender/await-receipt.chain";
import {
  localExactProxyBytecode,
  localPermit2Bytecode,
  localUsdcAbi,
  localUsdcBytecode,
  localUsdtBytecode,
} from "@/lib/contracts/abi/local";
import { StartError } from "@/lib/platform/process/start-error";

export interface LocalToken {
  symbol: "USDC" | "USDT";
  address: Address;
  decimals: number;
}

export interface LocalContracts {
  factory: Address;
  tokens: LocalToken[];
}

const tokenContracts = [
  { symbol: "USDC", decimals: 6, bytecode: localUsdcBytecode },
  { symbol: "USDT", decimals: 6, bytecode: localUsdtBytecode },
] as const;

/** Contracts that exist on real chains at addresses of their own, where a local chain must be told their code. */
const placedContracts = [
  { address: permit2Address, bytecode: localPermit2Bytecode },
  { address: exactProxyAddress, bytecode: localExactProxyBytecode },
] as const;

/** Addresses of the local tokens on every local chain: they depend only on their code. */
export const localTokens: readonly LocalToken[] = tokenContracts.map(({ symbol, decimals, bytecode }) => ({
  symbol,
  decimals,
  address: addressOf(bytecode),
}));

/**
 * Deploys the deposit factory and test tokens on a local chain through the deterministic deployer, and places Permit2
 * with its proxy. Existing ones stay, so a second start finds everything at the same addresses.
 *
 * @param deployerPrivateKey an account with ether on that chain.
 * @throws StartError `START_FAILED` when a contract is not at its expected address after deployment.
 */
export async function deployLocalContracts({
  rpcUrl,
  chainId,
  deployerPrivateKey,
}: {
  rpcUrl: string;
  chainId: number;
  deployerPrivateKey: Hex;
}): Promise<LocalContracts> {
  const transport = askOnce(rpcUrl);
  const reader = createPublicClient({ transport, pollingInterval: 50 });
  const deployer = createWalletClient({ transport, account: privateKeyToAccount(deployerPrivateKey) });

  const wanted: { address: Address; data: Hex }[] = [
    { address: factoryAddress, data: factoryDeploymentTransaction.data },
    ...[...tokenContracts, ...placedContracts].map(({ bytecode }) => ({
      address: addressOf(bytecode),
      data: concatHex([zeroHash, bytecode]),
    })),
  ];
  const missing: typeof wanted = [];
  for (const contract of wanted) {
    if ((await reader.getCode({ address: contract.address })) === undefined) missing.push(contract);
  }
  // Sends all, in the order of their nonces, before awaiting any: on a chain with a block time they share one block.
  const nonce = await reader.getTransactionCount({ address: deployer.account.address, blockTag: "pending" });
  const hashes: Hex[] = [];
  for (const [index, { data }] of missing.entries()) {
    const transaction = { chain: null, to: deterministicDeployerAddress, data, nonce: nonce + index };
    hashes.push(await deployer.sendTransaction(transaction));
  }
  for (const hash of hashes) await awaitReceipt(reader, hash, { withinMs: 30_000 });
  for (const { address } of missing) {
    if ((await reader.getCode({ address })) === undefined) {
      throw new StartError(
        "START_FAILED",
        `No contract appeared at ${address} on the local chain ${chainId}.`,
      );
    }
  }
  const node = createTestClient({ mode: "anvil", transport });
  for (const { address, bytecode } of placedContracts) {
    const code = await reader.getCode({ address: addressOf(bytecode) });
    if (code !== undefined) await node.setCode({ address, bytecode: code });
  }
  return { factory: factoryAddress, tokens: [...localTokens] };
}

function addressOf(bytecode: Hex): Address {
  return getContractAddress({
    opcode: "CREATE2",
    from: deterministicDeployerAddress,
    salt: zeroHash,
    bytecode,
  });
}

const plentyUnits = 1_000_000n * 10n ** 6n;

/** Tops up the demo's payer with play money of each token when it has less than half. */
export async function fundPayer(chain: {
  rpcUrl: string;
  tokens: readonly { address: Hex }[];
  minterPrivateKey: Hex;
  payer: Hex;
}): Promise<void> {
  const transport = askOnce(chain.rpcUrl);
  const reader = createPublicClient({ transport, pollingInterval: 100 });
  const minter = createWalletClient({ transport, account: privateKeyToAccount(chain.minterPrivateKey) });
  for (const { address } of chain.tokens) {
    const held = await reader.readContract({
      address,
      abi: erc20Abi,
      functionName: "balanceOf",
      args: [chain.payer],
    });
    if (held >= plentyUnits / 2n) continue;
    const hash = await minter.writeContract({
      chain: null,
      address,
      abi: localUsdcAbi,
      functionName: "mint",
      args: [chain.payer, plentyUnits],
    });
    await awaitReceipt(reader, hash);
  }
}
