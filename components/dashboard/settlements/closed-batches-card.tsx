import type { LiveMessages } from "@/components/checkout/messages/catalogue";
import type { Chain } from "@/lib/chain/chains.rules";
import { batchSize } from "@/lib/projects/settlement-policy.rules";
import type { ClosedBatch } from "@/lib/settlement/holding-views.rules";
import { settlementWords } from "../messages/settlements";
import { chainName } from "../money/chain-names";
import { SignBatch } from "../money/sign-sweep";
import { sweepNetwork } from "../money/sweep-network";
import { TokenAmount } from "../money/token-amount";
import { Card } from "../ui/card";
import { Notice } from "../ui/notice";
import { ShortHex } from "../ui/short-hex";

type Props = {
  projectId: string;
  chains: readonly Chain[];
  batches: readonly ClosedBatch[];
  canSweep: boolean;
  walletWords: LiveMessages;
};

const { batches: words } = settlementWords;

/** Deposits of contract wallets in strict mode: one transaction of the wallet sweeps all of them on a network. */
export function ClosedBatchesCard({ projectId, chains, batches, canSweep, walletWords }: Props) {
  if (batches.length === 0) return null;
  return (
    <Card title={words.title} description={words.text} flush>
      <ul className="divide-y divide-line border-line border-t">
        {batches.map(({ chainId, wallet, deposits, sums, isDeployed }) => {
          const network = chainName(chains, chainId);
          return (
            <li
              key={`${chainId} ${wallet}`}
              className="flex flex-wrap items-start justify-between gap-3 px-5 py-4"
            >
              <div className="flex min-w-0 flex-col gap-1 text-sm">
                <h3 className="font-medium">{words.deposits(deposits, network)}</h3>
                <ul className="flex flex-wrap gap-x-4">
                  {sums.map((sum) => (
                    <li key={sum.tokenAddress}>
                      <TokenAmount chains={chains} chainId={chainId} {...sum} />
                    </li>
                  ))}
                </ul>
                <p className="text-muted">
                  {words.sweptBy} <ShortHex value={wallet} what={words.sweptBy} />
                </p>
                {deposits > batchSize && <p className="caption">{words.limited(batchSize)}</p>}
                {!isDeployed && <Notice kind="warn">{words.notDeployed(network)}</Notice>}
              </div>
              {canSweep && isDeployed && (
                <SignBatch
                  projectId={projectId}
                  chainId={chainId}
                  wallet={wallet}
                  network={sweepNetwork(chains, chainId, walletWords)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
