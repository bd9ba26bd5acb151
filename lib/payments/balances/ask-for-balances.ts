import { type BalanceQuery, type ChainNodes, ChainUnavailable } from "@/lib/chain/chain-reader.port";
import { askNodes, awakeNodes } from "@/lib/chain/quorum";
import type { Hex } from "@/lib/platform/hex.rules";

/**
 * The balances that a chain's nodes tell. While two nodes differ, further ones are asked.
 *
 * @returns for each query the majority's balance, else every balance told; empty where the token gives none
 * @throws ChainUnavailable when no node answers
 */
export async function askForBalances(
  nodes: ChainNodes,
  at: { number: bigint; hash: Hex },
  queries: readonly BalanceQuery[],
): Promise<(readonly bigint[])[]> {
  const awake = awakeNodes(nodes);
  if (awake.length === 0) return told([await nodes.balances(at, queries)], queries);
  const answers = await askNodes(
    awake,
    (node) => node.balances(at, queries),
    (some) => told(balancesOf(some), queries).every((balances) => balances.length < 2),
  );
  if (answers.length === 0) throw new ChainUnavailable(`no node of chain ${nodes.chainId} told balances`);
  return told(balancesOf(answers), queries);
}

function balancesOf<Balances>(answers: readonly { answer: Balances }[]): Balances[] {
  return answers.map(({ answer }) => answer);
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
