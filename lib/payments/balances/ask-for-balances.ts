import {
  type BalanceQuery,
  type ChainNodes,
  type ChainReader,
  ChainUnavailable,
} from "@/lib/chain/chain-reader.port";
import type { Hex } from "@/lib/platform/hex.rules";

/** So many nodes are asked where as many answer: one alone could tell of a payment and of the balance to go with it. */
const quorum = 2;

/**
 * What the nodes of a chain say of balances, each asked by itself; while they differ, further ones.
 *
 * @returns for each query what most of them say, else all that any says; nothing where the token gives no balance
 * @throws ChainUnavailable when no node answers
 */
export async function askForBalances(
  nodes: ChainNodes,
  at: { number: bigint; hash: Hex },
  queries: readonly BalanceQuery[],
): Promise<(readonly bigint[])[]> {
  const answers: (bigint | null)[][] = [];
  let failure: unknown;
  for (const node of awake(nodes)) {
    if (answers.length >= quorum && told(answers, queries).every((balances) => balances.length < 2)) break;
    try {
      answers.push(await node.balances(at, queries));
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      failure = error;
    }
  }
  if (answers.length === 0) throw failure;
  return told(answers, queries);
}

/** Those that do not rest; while all do, whichever is asked all the same. */
function awake(nodes: ChainNodes): readonly ChainReader[] {
  const resting = new Set(nodes.health().flatMap(({ host, healthy }) => (healthy ? [] : [host])));
  const found = nodes.nodes.filter(({ host }) => !resting.has(host));
  return found.length > 0 ? found : [nodes];
}

function told(answers: readonly (bigint | null)[][], queries: readonly BalanceQuery[]): bigint[][] {
  return queries.map((_, index) => {
    const balances = answers.flatMap((answer) => answer[index] ?? []);
    const most = balances.find(
      (one) => balances.filter((other) => other === one).length * 2 > balances.length,
    );
    return most === undefined ? [...new Set(balances)] : [most];
  });
}
