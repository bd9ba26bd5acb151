import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Chain, Token } from "./chains.rules";
import {
  blocks,
  type ConfirmationPolicy,
  cautiousPolicy,
  finalized,
  type Requirement,
  safe,
} from "./confirmation-policy.rules";
import { gwei, type SendingPolicy } from "./sender/sending.rules";

/** Round figures of a chain, for customers who choose one. Measured orders of magnitude, not quotes. */
export type ChainTerms = {
  /** US dollars for one token transfer on an ordinary day, rounded up to one digit. */
  feeUsd: string;
  blockSeconds: number;
  /** Until the tags have passed a new block; null where a payment never waits for the tag, or it takes hours. */
  safeSeconds: number | null;
  finalizedSeconds: number | null;
};

type KnownChain = Pick<Chain, "chainId" | "name" | "tokens" | "nativeCoinUsd"> & {
  blockExplorerUrl: string;
  maxBlockRange?: number;
  confirmations: ConfirmationPolicy;
  sending: Partial<SendingPolicy>;
  terms: ChainTerms;
};

/** Issued by Circle: https://developers.circle.com/stablecoins/usdc-contract-addresses */
const usdc = (address: Hex): Token => ({
  symbol: "USDC",
  name: "USD Coin",
  address,
  decimals: 6,
  issuer: "Circle",
});

/** Issued by Circle: https://developers.circle.com/stablecoins/eurc-contract-addresses */
const eurc = (address: Hex): Token => ({
  symbol: "EURC",
  name: "Euro Coin",
  address,
  decimals: 6,
  currency: "EUR",
  issuer: "Circle",
});

/** Issued by Tether: https://tether.to/en/supported-protocols */
const usdt = (address: Hex): Token => ({
  symbol: "USDT",
  name: "Tether USD",
  address,
  decimals: 6,
  issuer: "Tether",
});

/** The form in which Tether brings USDT to more chains, locked one to one on Ethereum: https://usdt0.to */
const usdt0 = (address: Hex): Token => ({
  symbol: "USDT",
  name: "USDT0",
  address,
  decimals: 6,
  issuer: "USDT0",
});

/**
 * Issued by someone else against the real token: only as good as the bridge or exchange that holds it. The merchant's
 * settings say so; its name is the contract's own.
 */
const bridged = (symbol: string, name: string, issuer: string, address: Hex, decimals = 6): Token => ({
  symbol,
  name,
  address,
  decimals,
  issuer,
  bridged: true,
});

export const fastBelow100 = (requirement: Requirement) => [{ belowTokens: 100, requirement }];

const tiers = (below1000: Requirement, below10000: Requirement, above: Requirement) => [
  { belowTokens: 1_000, requirement: below1000 },
  { belowTokens: 10_000, requirement: below10000 },
  { belowTokens: null, requirement: above },
];

/** A rollup whose nodes show which blocks are on Ethereum (safe), and which of these are final there. */
const rollup = (count: number, fastCount: number) => ({
  fast: fastBelow100(blocks(fastCount)),
  paid: tiers(blocks(count), safe, finalized),
  settle: safe,
});

const rollupSeconds = { safeSeconds: 600, finalizedSeconds: 1_200 };

const milliCoin = 10n ** 15n;

/**
 * Public chains that an operator enables with their RPC URLs alone. `npm run chains` compares a row with the chain's
 * nodes. docs/operators/chains-and-nodes.md gives the reason for each number of confirmations.
 */
export const chainRows: readonly KnownChain[] = [
  {
    chainId: 8453,
    name: "Base",
    blockExplorerUrl: "https://basescan.org",
    nativeCoinUsd: 3_500,
    tokens: [
      usdc("0x833589fcd6edb6e08f4c7c32d4f71b54bda02913"),
      bridged("USDT", "Tether USD", "Base Bridge", "0xfde4c96c8593536e31f229ea8f37b2ada2699bb2"),
      eurc("0x60a3e35cc302bfa44cb288bc5a4f316fdb1adb42"),
    ],
    confirmations: rollup(10, 2),
    sending: { maxFeePerGasWei: 5n * gwei, dailyCapWei: 50n * milliCoin, l1Fee: "op-stack" },
    terms: { feeUsd: "0.01", blockSeconds: 2, ...rollupSeconds },
  },
  {
    chainId: 137,
    name: "Polygon",
    blockExplorerUrl: "https://polygonscan.com",
    nativeCoinUsd: 0.4,
    tokens: [
      usdc("0x3c499c542cef5e3811e1192ce70d8cc03d5c3359"),
      usdt0("0xc2132d05d31c914a87c6611c10748aeb04b58e8f"),
    ],
    confirmations: {
      fast: fastBelow100(blocks(16)),
      paid: [
        { belowTokens: 1_000, requirement: { kind: "tag", tag: "finalized", whenStalled: { blocks: 512 } } },
        { belowTokens: null, requirement: finalized },
      ],
      settle: finalized,
    },
    // Nodes reject tips below 25 gwei.
    sending: {
      maxFeePerGasWei: 2_000n * gwei,
      minPriorityFeePerGasWei: 25n * gwei,
      dailyCapWei: 200_000n * milliCoin,
    },
    terms: { feeUsd: "0.001", blockSeconds: 2, safeSeconds: 10, finalizedSeconds: 10 },
  },
  {
    chainId: 42161,
    name: "Arbitrum",
    blockExplorerUrl: "https://arbiscan.io",
    maxBlockRange: 10_000,
    nativeCoinUsd: 3_500,
    tokens: [
      usdc("0xaf88d065e77c8cc2239327c5edb3a432268e5831"),
      usdt0("0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9"),
    ],
    confirmations: rollup(60, 8),
    sending: { maxFeePerGasWei: 5n * gwei, minPriorityFeePerGasWei: 0n, dailyCapWei: 50n * milliCoin },
    terms: { feeUsd: "0.01", blockSeconds: 0.25, ...rollupSeconds },
  },
  {
    chainId: 1,
    name: "Ethereum",
    blockExplorerUrl: "https://etherscan.io",
    nativeCoinUsd: 3_500,
    tokens: [
      usdc("0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"),
      usdt("0xdac17f958d2ee523a2206206994597c13d831ec7"),
      eurc("0x1abaea1f7c830bd89acc67ec4af516284b1bc33c"),
    ],
    // Not `safe`: some nodes move it before validators have justified the block.
    confirmations: { ...cautiousPolicy, fast: fastBelow100(blocks(12)) },
    sending: { maxFeePerGasWei: 200n * gwei, dailyCapWei: 500n * milliCoin },
    terms: { feeUsd: "0.3", blockSeconds: 12, safeSeconds: 500, finalizedSeconds: 900 },
  },
  {
    chainId: 10,
    name: "Optimism",
    blockExplorerUrl: "https://optimistic.etherscan.io",
    nativeCoinUsd: 3_500,
    tokens: [
      usdc("0x0b2c639c533813f4aa9d7837caf62653d097ff85"),
      bridged("USDT", "Tether USD", "Optimism Bridge", "0x94b008aa00579c1307b0ef2c499ad98a8ce58e58"),
    ],
    confirmations: rollup(10, 2),
    sending: { maxFeePerGasWei: 5n * gwei, dailyCapWei: 50n * milliCoin, l1Fee: "op-stack" },
    terms: { feeUsd: "0.01", blockSeconds: 2, ...rollupSeconds },
  },
  {
    chainId: 56,
    name: "BNB Smart Chain",
    blockExplorerUrl: "https://bscscan.com",
    nativeCoinUsd: 900,
    tokens: [
      bridged("USDC", "USD Coin", "Binance", "0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d", 18),
      bridged("USDT", "Tether USD", "Binance", "0x55d398326f99059ff775485246999027b3197955", 18),
    ],
    confirmations: cautiousPolicy,
    // Blocks have a base fee of zero, and validators reject prices below 0.05 gwei.
    sending: {
      maxFeePerGasWei: 10n * gwei,
      minPriorityFeePerGasWei: gwei / 20n,
      dailyCapWei: 200n * milliCoin,
    },
    terms: { feeUsd: "0.005", blockSeconds: 0.75, safeSeconds: 2, finalizedSeconds: 3 },
  },
  {
    chainId: 43114,
    name: "Avalanche C-Chain",
    blockExplorerUrl: "https://snowtrace.io",
    nativeCoinUsd: 20,
    tokens: [
      usdc("0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e"),
      usdt("0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7"),
      eurc("0xc891eb4cbdeff6e073e859e987815ed1505c2acd"),
    ],
    confirmations: cautiousPolicy,
    sending: {
      maxFeePerGasWei: 300n * gwei,
      minPriorityFeePerGasWei: 0n,
      dailyCapWei: 10_000n * milliCoin,
    },
    terms: { feeUsd: "0.001", blockSeconds: 1.7, safeSeconds: 2, finalizedSeconds: 2 },
  },
  {
    chainId: 42220,
    name: "Celo",
    blockExplorerUrl: "https://celoscan.io",
    nativeCoinUsd: 0.2,
    tokens: [
      usdc("0xceba9300f2b948710d2653dd7b07f33a8b32118c"),
      usdt("0x48065fbbe25f71c9282ddf5e1cd6d6a887483d5e"),
    ],
    confirmations: rollup(20, 4),
    // The base fee never falls below 25 gwei. The fee for data is zero, and counted in case that changes.
    sending: { maxFeePerGasWei: 1_000n * gwei, dailyCapWei: 1_000_000n * milliCoin, l1Fee: "op-stack" },
    terms: { feeUsd: "0.001", blockSeconds: 1, ...rollupSeconds },
  },
  {
    chainId: 100,
    name: "Gnosis",
    blockExplorerUrl: "https://gnosisscan.io",
    nativeCoinUsd: 1,
    tokens: [
      bridged(
        "USDC.e",
        "Bridged USDC (Gnosis)",
        "Gnosis Bridge",
        "0x2a22f9c3b484c3629090feed35f17ff8f88f76f0",
      ),
      bridged("USDT", "Tether USD", "Gnosis Bridge", "0x4ecaba5870353805a9f068101a40e0f32ed605c6"),
    ],
    confirmations: { ...cautiousPolicy, fast: fastBelow100(blocks(12)) },
    // Block producers may leave out tips below 1 gwei.
    sending: {
      maxFeePerGasWei: 100n * gwei,
      minPriorityFeePerGasWei: gwei,
      dailyCapWei: 200_000n * milliCoin,
    },
    terms: { feeUsd: "0.001", blockSeconds: 5, safeSeconds: 100, finalizedSeconds: 180 },
  },
  {
    chainId: 59144,
    name: "Linea",
    blockExplorerUrl: "https://lineascan.build",
    nativeCoinUsd: 3_500,
    tokens: [
      usdc("0x176211869ca2b568f2a7d4ee941e073a821ee1ff"),
      bridged("USDT", "Tether USD", "Linea Bridge", "0xa219439258ca9da29e9cc4ce5596924745e12b93"),
    ],
    // Its nodes have no `safe`, and `finalized` waits hours for a proof.
    confirmations: {
      fast: fastBelow100(blocks(4)),
      paid: tiers(blocks(30), blocks(300), finalized),
      settle: blocks(300),
    },
    // The base fee is 7 wei: the tip pays for everything, the data too.
    sending: {
      maxFeePerGasWei: 5n * gwei,
      minPriorityFeePerGasWei: gwei / 20n,
      dailyCapWei: 50n * milliCoin,
    },
    terms: { feeUsd: "0.02", blockSeconds: 2, safeSeconds: null, finalizedSeconds: null },
  },
  {
    chainId: 534352,
    name: "Scroll",
    blockExplorerUrl: "https://scrollscan.com",
    nativeCoinUsd: 3_500,
    tokens: [
      bridged("USDC", "USD Coin", "Scroll Bridge", "0x06efdbff2a14a7c8e15944d1f4a48f9f95f663a4"),
      bridged("USDT", "Tether USD", "Scroll Bridge", "0xf55bec9cafdbe8730f096aa55dad6d22d44099df"),
    ],
    // By blocks alone: its documentation promises no tags. A block is proven on Ethereum after about 50 minutes.
    confirmations: {
      fast: fastBelow100(blocks(3)),
      paid: tiers(blocks(20), blocks(200), blocks(1_200)),
      settle: blocks(200),
    },
    sending: { maxFeePerGasWei: 5n * gwei, dailyCapWei: 50n * milliCoin, l1Fee: "scroll" },
    terms: { feeUsd: "0.02", blockSeconds: 3, safeSeconds: null, finalizedSeconds: null },
  },
];
