import {
  type Abi,
  createTestClient,
  createWalletClient,
  type Hex,
  http,
  numberToHex,
  pad,
  parseEther,
  publicActions,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { askOnce, awaitReceipt } from "@/lib/chain/sender/await-receipt.chain";
import { localUsdtAbi } from "@/lib/contracts/abi/local";
import { issuerUsdcAbi, issuerUsdcBytecode } from "@/lib/contracts/abi/testing/issuer-usdc";
import { deployLocalContracts } from "@/lib/demo/deploy-contracts";
import { startLocalChain } from "@/lib/demo/local-chain";
import { type DemoChain, tokenOf } from "../support/chain";
import type { Payer } from "./clients";

/** USDC on Base. Clients know its domain by this address, and count it as dollars. */
export const baseUsdc = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";

const chainId = 8453;
/** Where Base says what it charges for data. */
const gasPriceOracle = "0x420000000000000000000000000000000000000F";
/** Answers every call with 1. */
const answersOne = "0x600160005260206000f3";

type Act = "mint" | "blacklist" | "transferWithAuthorization" | "cancelAuthorization";

export type BaseChain = Awaited<ReturnType<typeof startBaseChain>>;

/**
 * A local chain with the id of Base and a USDC at its address there, so that clients need no more settings than for the
 * real one. The token has its issuer's powers, and asks wallets with code (ERC-1271). Its USDT has no signatures of its
 * own: it takes those of Permit2.
 */
export async function startBaseChain() {
  const { rpcUrl, stop } = await startLocalChain({ chainId, blockTimeSeconds: 1 });
  const transport = askOnce(rpcUrl);
  const node = createTestClient({ mode: "anvil", transport: http(rpcUrl) }).extend(publicActions);
  const issuerKey = generatePrivateKey();
  const issuer = createWalletClient({ transport, account: privateKeyToAccount(issuerKey) });
  await node.setBalance({ address: issuer.account.address, value: parseEther("1000") });
  const contracts = await deployLocalContracts({ rpcUrl, chainId, deployerPrivateKey: issuerKey });

  const mined = (hash: Hex) => awaitReceipt(node, hash);
  const deployed = await mined(
    await issuer.deployContract({ chain: null, abi: issuerUsdcAbi, bytecode: issuerUsdcBytecode }),
  );
  const source = deployed.contractAddress;
  const bytecode = source && (await node.getCode({ address: source }));
  if (!source || !bytecode) throw new Error("the token was not deployed");
  await node.setCode({ address: baseUsdc, bytecode });
  // The name and the symbol are in storage.
  for (const slot of [3, 4]) {
    const index = numberToHex(slot);
    const value = await node.getStorageAt({ address: source, slot: index });
    await node.setStorageAt({ address: baseUsdc, index: pad(index), value: value ?? pad("0x0") });
  }
  await node.setCode({ address: gasPriceOracle, bytecode: answersOne });

  const act = async (functionName: Act, args: readonly unknown[]) =>
    mined(
      await issuer.writeContract({
        ...{ chain: null, address: baseUsdc, abi: issuerUsdcAbi as Abi, functionName, args },
      }),
    );
  const chain: DemoChain = {
    chainId,
    rpcUrl,
    factory: contracts.factory,
    tokens: [
      { symbol: "USDC", address: baseUsdc, decimals: 6 },
      ...contracts.tokens.filter(({ symbol }) => symbol === "USDT"),
    ],
  };
  const usdt = { chain: null, address: tokenOf(chain, "USDT"), abi: localUsdtAbi } as const;
  return {
    chain,
    node,
    stop,
    mint: (to: Hex, units: bigint) => act("mint", [to, units]),
    mintUsdt: async (to: Hex, units: bigint) =>
      mined(await issuer.writeContract({ ...usdt, functionName: "mint", args: [to, units] })),
    blacklist: (wallet: Hex, isBlocked: boolean) => act("blacklist", [wallet, isBlocked]),
    /** Sends an authorization to the token itself, as anyone may who sees one. */
    submit: (args: readonly unknown[]) => act("transferWithAuthorization", args),
    /** Makes a nonce useless, as its wallet may. */
    cancel: async (wallet: Payer, nonce: Hex) => {
      const signature = await wallet.signTypedData({
        domain: { name: "USD Coin", version: "2", chainId, verifyingContract: baseUsdc },
        types: {
          CancelAuthorization: [
            { name: "authorizer", type: "address" },
            { name: "nonce", type: "bytes32" },
          ],
        },
        primaryType: "CancelAuthorization",
        message: { authorizer: wallet.address, nonce },
      });
      await act("cancelAuthorization", [wallet.address, nonce, signature]);
    },
    /** Drops the newest blocks with their transactions. */
    rollBack: (blocks: number) => node.request({ method: "anvil_rollback", params: [blocks] } as never),
    /** Holds blocks back during `work`. */
    withoutBlocks: async <T>(work: () => Promise<T>): Promise<T> => {
      await node.setIntervalMining({ interval: 0 });
      try {
        return await work();
      } finally {
        await node.setIntervalMining({ interval: 1 });
      }
    },
  };
}

/** Puts a wallet with code at an address: its owner's key signs for it (ERC-1271). */
export async function placeWallet({ node }: Pick<BaseChain, "node">, address: Hex, owner: Hex) {
  const recover = [
    // The digest, v, r and s for ecrecover.
    ...["600435600052", "60a43560f81c602052", "606435604052", "608435606052"],
    "602060806080600060015afa50",
  ];
  const isOwner = `60805173${owner.slice(2)}14`;
  const answer = "631626ba7e60e01b0260005260206000f3";
  await node.setCode({ address, bytecode: `0x${recover.join("")}${isOwner}${answer}` });
}
