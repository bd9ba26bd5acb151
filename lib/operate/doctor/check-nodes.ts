import { randomBytes } from "node:crypto";
import { checkChain } from "@/lib/chain/check/check-chains";
import { usesTags } from "@/lib/chain/confirmation-policy.rules";
import { requiredContracts } from "@/lib/chain/contracts/deposit-address.chain";
import { createChainReader } from "@/lib/chain/reader/chain-reader.chain";
import { type BlockHeader, type ChainNode, ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import { busiestSizes, describeSizes } from "@/lib/chain/reader/measured-sizes.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";
import type { ConfiguredChain } from "@/lib/settings/chain-settings";
import { createFindings, type Finding } from "./finding";

/** A head older than this is no head of Base, Polygon or Arbitrum. */
const lateHeadMs = minuteMs;
const aheadMs = 15_000;
/** Below the heads, nodes that agree have the same block. */
const agreedBelow = 8n;
/** Balances are read at final blocks: on a rollup some twenty minutes below the head. */
const statesBack = 1_000n;

/** A chain's nodes: id, tokens, factory; head, sizes of requests, old states, and whether they agree. */
export async function checkNodes(chain: ConfiguredChain): Promise<Finding[]> {
  const { all, ok, warn, fault } = createFindings(chain.name);
  const reader = createChainReader({ ...chain, usesTags: usesTags(chain.confirmations) });
  const deps = { chains: [chain], reader: () => reader, requiredContracts };
  const { passed, faults, warnings } = await checkChain(deps, chain.chainId);
  for (const sentence of faults) fault(...split(sentence));
  for (const sentence of warnings) warn(...split(sentence));
  if (passed) ok("Its id, tokens and contracts match the settings.");
  else if (faults.length === 0)
    fault(
      "None of its nodes responds.",
      "Check its rpcUrls in CHAINS, the provider's key, and that this machine can connect.",
    );
  if (reader.nodes.length === 1 && !chain.local)
    warn("It has one node.", "Add a node of another provider to its rpcUrls: two nodes check each other.");

  const heads: { node: ChainNode; head: BlockHeader }[] = [];
  for (const node of reader.nodes) {
    const answer = await answerOf(node.latest());
    if (answer.kind !== "answered") continue;
    heads.push({ node, head: answer.value });
    judgeHead(node, answer.value);
    await judgeSizes(node, answer.value);
    await judgeStates(node, answer.value);
  }
  await judgeAgreement();
  return all;

  function judgeHead({ host }: ChainNode, { number, timestamp }: BlockHeader): void {
    const ageMs = Date.now() - timestamp.getTime();
    const seconds = Math.round(Math.abs(ageMs) / 1_000);
    if (ageMs < -aheadMs)
      fault(
        `The head of ${host} is ${seconds} s ahead of this machine's clock.`,
        "Turn on NTP on this machine.",
      );
    else if (ageMs > lateHeadMs && !chain.local)
      fault(
        `The head of ${host} is ${seconds} s old.`,
        "Either the node lags or this machine's clock is wrong. Use another node, or turn on NTP.",
      );
    else ok(`${host} is at block ${number}.`);
  }

  /** With requests as large as the service's at its busiest. */
  async function judgeSizes(node: ChainNode, head: BlockHeader): Promise<void> {
    const busiest = busiestSizes(chain, head.number);
    const { calls, blocks, addresses } = await node.measureSizes(chain, head.number);
    if (blocks === 0)
      return fault(
        `${node.host} returns no logs, not even of one block.`,
        "Use a node that answers eth_getLogs, or a plan that allows it.",
      );
    const accepts = `${node.host} accepts ${describeSizes({ calls, blocks, addresses })}`;
    if (calls === busiest.calls && blocks === busiest.blocks && addresses === busiest.addresses)
      return ok(`${accepts}.`);
    warn(
      `${accepts}, and the service would send ${describeSizes(busiest)}.`,
      "It works, with more requests. To send fewer, use a plan that allows more.",
    );
  }

  async function judgeStates(node: ChainNode, head: BlockHeader): Promise<void> {
    const [token] = chain.tokens;
    if (token === undefined) return;
    const number = head.number > statesBack ? head.number - statesBack : 0n;
    const found = await answerOf(node.header(number));
    const query = { tokenAddress: token.address, address: randomAddress() };
    const answer =
      found.kind === "answered" && found.value !== null
        ? await answerOf(node.balances({ number, hash: found.value.hash }, [query]))
        : found;
    if (answer.kind === "answered" && answer.value !== null) return;
    warn(
      `${node.host} has no state of block ${number}, ${head.number - number} below its head.`,
      "We confirm payments by balances at final blocks. Use a node that keeps state for longer, or an archive node.",
    );
  }

  async function judgeAgreement(): Promise<void> {
    if (heads.length < 2) return;
    const [lowest = 0n] = heads.map(({ head }) => head.number).sort((a, b) => (a < b ? -1 : 1));
    const number = lowest > agreedBelow ? lowest - agreedBelow : lowest;
    const hashes = new Map<string, string[]>();
    for (const { node } of heads) {
      const answer = await answerOf(node.header(number));
      if (answer.kind !== "answered" || answer.value === null) continue;
      hashes.set(answer.value.hash, [...(hashes.get(answer.value.hash) ?? []), node.host]);
    }
    if (hashes.size > 1)
      fault(
        `Its nodes have different blocks ${number}: ${[...hashes.values()].map((hosts) => hosts.join(" and ")).join(" and ")}.`,
        "One of them follows another chain or is broken. Compare both with a block explorer, and remove the wrong one from CHAINS.",
      );
    else ok(`Its nodes agree on block ${number}.`);
  }
}

/** The sentences of checks end with what to do. */
function split(sentence: string): [says: string, todo: string] {
  const text = sentence.charAt(0).toUpperCase() + sentence.slice(1);
  const at = text.search(/\. [A-Z]/);
  return at === -1
    ? [text, "To see every node, run npm run chains."]
    : [text.slice(0, at + 1), text.slice(at + 2)];
}

function randomAddress(): Hex {
  return `0x${randomBytes(20).toString("hex")}`;
}

async function answerOf<T>(question: Promise<T>): Promise<{ kind: "answered"; value: T } | { kind: "none" }> {
  try {
    return { kind: "answered", value: await question };
  } catch (error) {
    if (error instanceof ChainUnavailable) return { kind: "none" };
    throw error;
  }
}
