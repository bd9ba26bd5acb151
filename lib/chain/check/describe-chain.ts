import { enabledChain } from "@/lib/chain/chains.rules";
import { type ChainNode, ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import type { Clock } from "@/lib/platform/clock";
import { type ChainCheck, type CheckChainsDeps, checkChain } from "./check-chains";

export type DescribeDeps = CheckChainsDeps & { clock: Clock };

/** A chain and its problems, in lines for an operator. */
export type ChainDescription = { lines: readonly string[]; check: ChainCheck };

/** Nodes with their heads, tokens with their decimals on chain, contracts, and every fault and warning. */
export async function describeChain(deps: DescribeDeps, chainId: number): Promise<ChainDescription> {
  const chain = enabledChain(deps.chains, chainId);
  const reader = deps.reader(chainId);
  const check = await checkChain(deps, chainId);
  const nodes = await Promise.all(reader.nodes.map((node) => describeNode(node, chainId, deps.clock)));
  const tokens = await Promise.all(
    chain.tokens.map(async ({ symbol, address, decimals }) => {
      const told = await answerOf(reader.decimals(address));
      const words = told.ok
        ? told.value === decimals
          ? ""
          : ` (tells ${told.value ?? "none"})`
        : " (not asked)";
      return `  token     ${symbol.padEnd(6)} ${address}  ${decimals} decimals${words}`;
    }),
  );
  const contracts = await Promise.all(
    deps.requiredContracts.map(async ({ name, address, matches }) => {
      const code = await answerOf(reader.code(address));
      const state = !code.ok
        ? "not asked"
        : code.value === "0x"
          ? "missing"
          : matches(code.value)
            ? "there"
            : "another contract";
      return `  contract  ${name}: ${state}  ${address}`;
    }),
  );
  return {
    lines: [
      `${chain.name} (${chainId})`,
      ...nodes,
      ...tokens,
      ...contracts,
      ...check.faults.map((fault) => `  FAULT     ${fault}`),
      ...check.warnings.map((warning) => `  warning   ${warning}`),
    ],
    check,
  };
}

async function describeNode(node: ChainNode, chainId: number, clock: Clock): Promise<string> {
  const served = await answerOf(node.askChainId());
  const say = (words: string) => `  node      ${node.host}  ${words}`;
  if (!served.ok) return say("no answer");
  if (served.value !== chainId) return say(`serves chain ${served.value}`);
  const head = await answerOf(node.latest());
  if (!head.ok) return say("tells no head");
  const seconds = Math.max(0, Math.round((clock.now().getTime() - head.value.timestamp.getTime()) / 1_000));
  return say(`block ${head.value.number}, ${seconds} s old`);
}

async function answerOf<T>(question: Promise<T>): Promise<{ ok: true; value: T } | { ok: false }> {
  try {
    return { ok: true, value: await question };
  } catch (error) {
    if (error instanceof ChainUnavailable) return { ok: false };
    throw error;
  }
}
