import type { Chain } from "@/lib/chain/chains.rules";
import type { ConfirmationPolicy, ConfirmationSpeed } from "@/lib/chain/confirmation-policy.rules";
import { multicall3Address } from "@/lib/chain/reader/balances.chain";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { buildChain, usdc, usdt } from "@/lib/testing/builders";
import { isFull } from "@/lib/testing/full-size";

/** Calls itself USDC, but is not listed. */
export const fakeUsdc: Hex = `0x${"ba".repeat(20)}`;

/** Contracts of every simulated chain. */
export const contracts: readonly Hex[] = [usdc, usdt, fakeUsdc, multicall3Address];

/** By block counts alone. */
const quick: Chain = buildChain({ chainId: 31337 });

/** Every kind of requirement: counts, both tags, and a count while a tag stands still. */
const tiered: ConfirmationPolicy = {
  fast: [{ belowTokens: 100, requirement: { kind: "blocks", blocks: 2 } }],
  paid: [
    { belowTokens: 1_000, requirement: { kind: "blocks", blocks: 4 } },
    { belowTokens: 5_000, requirement: { kind: "tag", tag: "safe" } },
    { belowTokens: 10_000, requirement: { kind: "tag", tag: "finalized", whenStalled: { blocks: 3 } } },
    { belowTokens: null, requirement: { kind: "tag", tag: "finalized" } },
  ],
  settle: { kind: "tag", tag: "safe" },
};

const careful: Chain = buildChain({
  chainId: 31338,
  confirmations: tiered,
  // Half of the histories have more addresses than that: then all transfers of the listed tokens are read.
  maxFilterAddresses: 2,
  maxBlockRange: 5,
});

export const chains: readonly [Chain, Chain] = [quick, careful];
export const tagLags = { safe: 3, finalized: 6 };

export type TokenChoice = { chainId: number; tokenAddress: Hex };

/** What a shop may take, in the order in which the arbitraries count. */
export const listedTokens: readonly TokenChoice[] = chains.flatMap(({ chainId }) =>
  [usdc, usdt].map((tokenAddress) => ({ chainId, tokenAddress })),
);

export type ModelProject = {
  toleranceBps: number;
  confirmationSpeed: ConfirmationSpeed;
  acceptedTokens: readonly TokenChoice[];
};

export const projects: readonly ModelProject[] = [
  { toleranceBps: 0, confirmationSpeed: "STANDARD", acceptedTokens: listedTokens },
  { toleranceBps: 150, confirmationSpeed: "FAST", acceptedTokens: listedTokens },
  { toleranceBps: 33, confirmationSpeed: "CAREFUL", acceptedTokens: listedTokens.slice(0, 3) },
];

export const payer: Hex = `0x${"f0".repeat(20)}`;
export const merchant: Hex = `0x${"a1".repeat(20)}`;
/** Where refunds are to go. */
export const refundDestination: Hex = `0x${"f1".repeat(20)}`;
/** Where none is to go. */
export const stranger: Hex = `0x${"f2".repeat(20)}`;

/** How many histories run, and which: the numbers that a failure prints replay it. */
export type ModelRuns = {
  histories: number;
  /** Absent: the fixed seed of `npm test`, a new one of `npm test -- --full`. */
  seed: number | undefined;
  path: string | undefined;
  replayPath: string | undefined;
};

/**
 * @param few in `npm test`
 * @param full in `npm test -- --full`
 */
export function modelRuns(few: number, full: number): ModelRuns {
  const { SEED, PATH_, REPLAY, HISTORIES } = process.env;
  // A path names one history: what would follow it is not what ran.
  const usual = PATH_ === undefined ? (isFull ? full : few) : 1;
  return {
    histories: HISTORIES === undefined ? usual : Number(HISTORIES),
    seed: SEED === undefined ? undefined : Number(SEED),
    path: PATH_,
    replayPath: REPLAY,
  };
}
