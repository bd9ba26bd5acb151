import {
  type BalanceQuery,
  type ChainNode,
  type ChainNodes,
  ChainUnavailable,
} from "@/lib/chain/reader/chain-reader.port";
import type { Clock } from "@/lib/platform/clock";
import type { Incident, IncidentStore } from "@/lib/platform/incidents/incident-store.port";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";

/**
 * How many nodes must show a claim before it counts as confirmed. One node may lie, lag or forget: every decision that
 * needs a second one is made here (docs/decisions/034-one-witness.md).
 *
 * | Policy      | Confirmed by                          | Used for                                                     |
 * | ----------- | ------------------------------------- | ------------------------------------------------------------ |
 * | `any`       | one node                              | money that arrived: a recorded transfer, enough balance      |
 * | `quorum`    | two configured nodes, one if alone    | money that leaves, our own transactions, the head of a chain |
 * | `unanimous` | all that answered                     | whether a wallet has code, which is remembered for good      |
 * | `majority`  | more than half of those that answered | balances and their block: no wait for a node that is down    |
 */
export type Policy = "any" | "quorum" | "unanimous" | "majority";

/** `refuted`: every configured node denies it. `unknown`: conclude nothing, and ask again later. */
export type Verdict = "confirmed" | "refuted" | "unknown";

/** A node's answer about a claim: it shows it, it denies it, or it can't say. */
export type Testimony = boolean | null;

/** One node's answer. */
export type NodeAnswer<Answer> = { host: string; answer: Answer };

/** All nodes of a chain, as configured. A node that rests or does not answer still counts. */
type ConfiguredNodes = { nodes: readonly unknown[] };

const quorum = 2;

/**
 * How many nodes of a chain must agree. We never count only those that are awake: when one of two is down, the other
 * would decide alone. A chain with one node has no second opinion.
 */
export function quorumOf({ nodes }: ConfiguredNodes): number {
  return Math.min(quorum, Math.max(1, nodes.length));
}

/** Whether the chain has enough nodes to compare their answers. */
export function hasQuorum({ nodes }: ConfiguredNodes): boolean {
  return nodes.length >= quorum;
}

export function judge(
  configured: ConfiguredNodes,
  policy: Policy,
  testimonies: readonly Testimony[],
): Verdict {
  const confirmed = testimonies.filter((testimony) => testimony === true).length;
  const denied = testimonies.filter((testimony) => testimony === false).length;
  const needed = {
    any: 1,
    quorum: quorumOf(configured),
    unanimous: Math.max(1, confirmed + denied),
    majority: Math.floor((confirmed + denied) / 2) + 1,
  }[policy];
  if (confirmed >= needed) return "confirmed";
  return denied >= configured.nodes.length ? "refuted" : "unknown";
}

/** The nodes that are not resting after a failure: those worth asking now. */
export function awakeNodes({ nodes, health }: ChainNodes): readonly ChainNode[] {
  const resting = new Set(health().flatMap(({ host, rests }) => (rests ? [host] : [])));
  return nodes.filter(({ host }) => !resting.has(host));
}

/**
 * Asks nodes one after another: all, or until the answers are enough.
 *
 * @param ask null and `ChainUnavailable` count as no answer
 */
export async function askNodes<Node extends { host: string }, Answer>(
  nodes: readonly Node[],
  ask: (node: Node) => Promise<Answer | null>,
  {
    isEnough,
    onFailure,
  }: {
    isEnough?: (answers: readonly NodeAnswer<Answer>[]) => boolean;
    onFailure?: (host: string, error: ChainUnavailable) => void;
  } = {},
): Promise<NodeAnswer<Answer>[]> {
  const answers: NodeAnswer<Answer>[] = [];
  for (const node of nodes) {
    if (isEnough?.(answers)) break;
    try {
      const answer = await ask(node);
      if (answer !== null) answers.push({ host: node.host, answer });
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      onFailure?.(node.host, error);
    }
  }
  return answers;
}

/**
 * Asks the chain's awake nodes about claims until all are confirmed.
 *
 * @param claims each reads what one node's answer says about it
 * @returns a verdict per claim
 */
export async function witness<Answer>(
  claims: readonly ((answer: Answer) => Testimony)[],
  nodes: ChainNodes,
  policy: Policy,
  ask: (node: ChainNode) => Promise<Answer | null>,
): Promise<{ verdicts: Verdict[]; answers: NodeAnswer<Answer>[] }> {
  const verdictsOf = (answers: readonly NodeAnswer<Answer>[]) =>
    claims.map((claim) =>
      judge(
        nodes,
        policy,
        answers.map(({ answer }) => claim(answer)),
      ),
    );
  const answers = await askNodes(awakeNodes(nodes), ask, {
    isEnough: (some) => verdictsOf(some).every((verdict) => verdict === "confirmed"),
  });
  return { verdicts: verdictsOf(answers), answers };
}

/**
 * Balances according to the chain's nodes. When two nodes differ, we ask further ones; when all rest, every one. A node
 * with another block in the block's place outweighs one that has it.
 *
 * @returns for each query the majority's balance, else every balance that a node returned; empty when the token returns
 * none
 * @throws ChainUnavailable when no node answers, and when not more nodes have the block than deny it
 */
export async function majorityBalances(
  nodes: ChainNodes,
  at: { number: bigint; hash: Hex },
  queries: readonly BalanceQuery[],
): Promise<bigint[][]> {
  const awake = awakeNodes(nodes);
  const balancesOf = (answers: readonly NodeAnswer<(bigint | null)[]>[]) =>
    queries.map((_, index) =>
      majorityOr(
        nodes,
        answers.map(({ answer }) => answer[index] ?? null),
      ),
    );
  let denials = 0;
  const answers = await askNodes(
    awake.length > 0 ? awake : nodes.nodes,
    (node) => node.balances(at, queries),
    {
      isEnough: (some) =>
        some.length >= quorumOf(nodes) + denials && balancesOf(some).every((balances) => balances.length < 2),
      onFailure: (_, { deniesBlock }) => {
        if (deniesBlock) denials += 1;
      },
    },
  );
  if (answers.length === 0) throw new ChainUnavailable(`no node of chain ${nodes.chainId} returned balances`);
  if (denials >= answers.length)
    throw new ChainUnavailable(`nodes of chain ${nodes.chainId} have different blocks ${at.number}`);
  return balancesOf(answers);
}

/** The value that most nodes gave, else every value. */
function majorityOr(nodes: ConfiguredNodes, values: readonly (bigint | null)[]): bigint[] {
  const distinct = [...new Set(values.filter((value) => value !== null))];
  const most = distinct.find((one) => {
    const testimonies = values.map((value) => (value === null ? null : value === one));
    return judge(nodes, "majority", testimonies) === "confirmed";
  });
  return most === undefined ? distinct : [most];
}

/**
 * How long nodes may differ before an operator has to act. Balances have no patience: they are read at blocks that every
 * healthy node has.
 */
const patienceMs = {
  balance: 0,
  /** A node shows another block than the scanned one: some rounds of reading. */
  block: 45_000,
  /** Every other node lacks the blocks that were scanned. */
  lag: 10 * minuteMs,
  /** Too few nodes show that our transaction reverted. */
  receipt: 10 * minuteMs,
};

type DisputeDeps = { clock: Clock; incidents: Pick<IncidentStore, "raise" | "resolve"> };

/** Nodes differ about the subject: opens NODES_DISAGREE once that has lasted too long. */
export async function noteDispute(
  { clock, incidents }: DisputeDeps,
  dispute: Omit<Incident, "kind">,
  about: keyof typeof patienceMs = "balance",
  lastedMs = 0,
): Promise<void> {
  if (lastedMs >= patienceMs[about])
    await incidents.raise({ kind: "NODES_DISAGREE", ...dispute }, clock.now());
}

/** Enough nodes agree about the subject again. */
export async function endDispute({ clock, incidents }: DisputeDeps, subject: string): Promise<void> {
  await incidents.resolve("NODES_DISAGREE", subject, clock.now());
}
