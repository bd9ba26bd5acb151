import { type Chain, enabledChain, type Token } from "@/lib/chain/chains.rules";
import type { RequiredContract } from "@/lib/chain/contracts/deposit-address.chain";
import { type ChainNode, type ChainNodes, ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import { describeSizes } from "@/lib/chain/reader/measured-sizes.rules";
import type { GasTerms } from "@/lib/chain/sender/sending.rules";
import type { Clock } from "@/lib/platform/clock";

export type CheckChainsDeps = {
  chains: readonly Chain[];
  reader(chainId: number): ChainNodes;
  requiredContracts: readonly RequiredContract[];
};

/** Whether settings and chain match, in sentences for the operator that don't name the chain. */
export type ChainCheck = {
  chainId: number;
  /** The chain's name and id, to be put before a sentence that stands alone. */
  chain: string;
  /** At least one node answered everything, and nothing is wrong. */
  passed: boolean;
  /** Faults: the chain must not accept payments. */
  faults: readonly string[];
  /** It works, but not as well as it could. */
  warnings: readonly string[];
  /** No node answered. */
  isSilent: boolean;
  /** How gas is priced; null when no node could say. */
  pricing: GasTerms["pricing"];
};

/** One node's result for one subject; `fault` is null when it is correct. */
type Finding = { subject: string; fault: string | null; necessary: boolean };
type NodeCheck =
  | { kind: "checked"; host: string; findings: readonly Finding[]; pricing: GasTerms["pricing"] }
  | { kind: "other chain"; host: string; servesChainId: number }
  | { kind: "unavailable"; host: string; reason: string };

/**
 * Compares the settings of a chain with each of its nodes: chain id, tokens and their decimals, deposit contracts, and
 * how gas is paid. A single node may lag or be wrong: if every node agrees, it's a fault; if only one reports it, a
 * warning. An unreachable node proves nothing.
 */
export async function checkChain(deps: CheckChainsDeps, chainId: number): Promise<ChainCheck> {
  const chain = enabledChain(deps.chains, chainId);
  const nodes = await Promise.all(
    deps.reader(chainId).nodes.map((node) => checkNode(chain, deps.requiredContracts, node)),
  );
  const faults = new Set<string>();
  const warnings = new Set<string>();
  const checked = nodes.filter((node) => node.kind === "checked");
  for (const { host, findings } of checked) {
    for (const { subject, fault, necessary } of findings) {
      if (fault === null) continue;
      const isCleared = checked.some((other) =>
        other.findings.some((finding) => finding.subject === subject && finding.fault === null),
      );
      if (isCleared) warnings.add(`the node ${host} shows otherwise than another: ${fault}`);
      else (necessary ? faults : warnings).add(fault);
    }
  }
  const nobodyKnows = nodes.every((node) => node.kind === "other chain");
  for (const node of nodes) {
    if (node.kind === "other chain") {
      const { host, servesChainId } = node;
      (nobodyKnows ? faults : warnings).add(
        `the node ${host} serves chain ${servesChainId}. Correct the chain's rpcUrls in CHAINS.`,
      );
    }
    if (node.kind === "unavailable")
      warnings.add(`the node ${node.host} could not be asked: ${node.reason}.`);
  }
  return {
    chainId,
    chain: titleOf(chain),
    passed: checked.length > 0 && faults.size === 0,
    faults: [...faults],
    warnings: [...warnings],
    isSilent: nodes.every((node) => node.kind === "unavailable"),
    pricing: checked.find(({ pricing }) => pricing !== null)?.pricing ?? null,
  };
}

function titleOf({ name, chainId }: Chain): string {
  return `${name} (${chainId})`;
}

async function checkNode(
  chain: Chain,
  contracts: readonly RequiredContract[],
  node: ChainNode,
): Promise<NodeCheck> {
  const { host } = node;
  try {
    const servesChainId = await node.askChainId();
    if (servesChainId !== chain.chainId) return { kind: "other chain", host, servesChainId };
    const findings = await Promise.all([
      ...chain.tokens.map((token) => checkToken(node, token)),
      ...contracts.map((contract) => checkContract(node, contract)),
    ]);
    const terms = await node.gasTerms();
    return {
      kind: "checked",
      host,
      findings: [...findings, ...checkGas(chain, terms)],
      pricing: terms.pricing,
    };
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    // Its message names chain and node again.
    const reason = error.cause instanceof Error ? error.cause.message : error.message;
    return { kind: "unavailable", host, reason };
  }
}

async function checkToken(node: ChainNode, { symbol, address, decimals }: Token): Promise<Finding> {
  const found = (fault: string | null): Finding => ({ subject: address, fault, necessary: true });
  if ((await node.code(address)) === "0x")
    return found(`there is no contract at ${address}, the address of ${symbol}. Correct it in CHAINS.`);
  const ofContract = await node.decimals(address);
  if (ofContract === decimals) return found(null);
  return found(
    ofContract === null
      ? `the contract at ${address}, the address of ${symbol}, doesn't implement decimals(), so it isn't an ERC-20 token. Correct it in CHAINS.`
      : `${symbol} at ${address} has ${ofContract} decimals and not ${decimals}. Correct its decimals or address in CHAINS.`,
  );
}

async function checkContract(node: ChainNode, contract: RequiredContract): Promise<Finding> {
  const { name, address, necessary } = contract;
  const found = (fault: string | null): Finding => ({ subject: address, fault, necessary });
  const code = await node.code(address);
  if (contract.matches(code)) return found(null);
  return found(
    code === "0x"
      ? `there is no ${name} at ${address}. ${contract.whenMissing(node.chainId)}`
      : `the contract at ${address} is not the ${name} of this service. Take the chain out of CHAINS.`,
  );
}

/** A payment that cannot be settled or refunded must not be accepted. */
function checkGas({ sending }: Chain, { pricing, l1Fee }: GasTerms): Finding[] {
  const found = (subject: string, fault: string | null, necessary: boolean) => ({
    subject,
    fault,
    necessary,
  });
  const priceless =
    "gas has no price: its blocks have no base fee, and eth_gasPrice fails. Use a node that answers eth_gasPrice.";
  return [
    found("gas price", pricing === null ? priceless : null, true),
    found(
      "data fee",
      l1Fee === sending.l1Fee
        ? null
        : l1Fee === "none"
          ? `it has no oracle that prices data as "${sending.l1Fee}" does. Set sending.l1Fee to "none" in CHAINS.`
          : `it charges for data besides gas, which is not counted. Set sending.l1Fee to "${l1Fee}" in CHAINS.`,
      sending.l1Fee !== "none",
    ),
  ];
}

/** How gas is priced, in words for operators. */
export const pricingInWords: Readonly<Record<NonNullable<GasTerms["pricing"]>, string>> = {
  base_fee: "by the blocks' base fee (EIP-1559 transactions)",
  gas_price: "by eth_gasPrice (legacy transactions)",
};

export type DescribeDeps = CheckChainsDeps & { clock: Clock };

/** A chain and its problems, in lines for an operator. */
export type ChainDescription = { lines: readonly string[]; check: ChainCheck };

/** Nodes with their heads, tokens with their decimals on chain, contracts, and every fault and warning. */
export async function describeChain(deps: DescribeDeps, chainId: number): Promise<ChainDescription> {
  const chain = enabledChain(deps.chains, chainId);
  const reader = deps.reader(chainId);
  const check = await checkChain(deps, chainId);
  const nodes = await Promise.all(reader.nodes.map((node) => describeNode(node, chain, deps.clock)));
  // Each further question would take a silent node's time limit.
  const ask = <T>(question: () => Promise<T>): Promise<Answer<T>> =>
    check.isSilent ? Promise.resolve({ ok: false }) : answerOf(question());
  const tokens = await Promise.all(
    chain.tokens.map(async ({ symbol, address, decimals }) => {
      const ofContract = await ask(() => reader.decimals(address));
      const words = ofContract.ok
        ? ofContract.value === decimals
          ? ""
          : ` (the contract has ${ofContract.value ?? "none"})`
        : " (not asked)";
      return `  token     ${symbol.padEnd(6)} ${address}  ${decimals} decimals${words}`;
    }),
  );
  const contracts = await Promise.all(
    deps.requiredContracts.map(async ({ name, address, matches }) => {
      const code = await ask(() => reader.code(address));
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
      check.chain,
      ...nodes.flat(),
      ...tokens,
      ...contracts,
      `  gas       ${check.pricing === null ? "no price read" : `priced ${pricingInWords[check.pricing]}`}`,
      ...check.faults.map((fault) => `  FAULT     ${fault}`),
      ...check.warnings.map((warning) => `  warning   ${warning}`),
    ],
    check,
  };
}

async function describeNode(node: ChainNode, chain: Chain, clock: Clock): Promise<string[]> {
  const served = await answerOf(node.askChainId());
  const say = (words: string) => [`  node      ${node.host}  ${words}`];
  if (!served.ok) return say("no answer");
  if (served.value !== chain.chainId) return say(`serves chain ${served.value}`);
  const head = await answerOf(node.latest());
  if (!head.ok) return say("tells no head");
  const seconds = Math.max(0, Math.round((clock.now().getTime() - head.value.timestamp.getTime()) / 1_000));
  const sizes = await node.measureSizes(chain, head.value.number);
  return [
    ...say(`block ${head.value.number}, ${seconds} s old`),
    `  accepts   ${node.host}  ${describeSizes(sizes)}`,
  ];
}

type Answer<T> = { ok: true; value: T } | { ok: false };

async function answerOf<T>(question: Promise<T>): Promise<Answer<T>> {
  try {
    return { ok: true, value: await question };
  } catch (error) {
    if (error instanceof ChainUnavailable) return { ok: false };
    throw error;
  }
}
