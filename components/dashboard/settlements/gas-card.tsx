import type { Chain } from "@/lib/chain/chains.rules";
import { settlementWords } from "../messages/settlements";
import { chainName } from "../money/chain-names";
import { GasCost } from "../money/gas-cost";
import { Card } from "../ui/card";
import { Facts } from "../ui/facts";

type Gas = {
  chainId: number;
  purpose: "SETTLEMENT" | "REFUND" | "RELAY";
  transactions: number;
  costWei: bigint;
};

const { gas: words } = settlementWords;

/** What the service paid for gas on the project's behalf, in each chain's own coin. */
export function GasCard({ chains, gas }: { chains: readonly Chain[]; gas: readonly Gas[] }) {
  return (
    <Card title={words.title}>
      {gas.length === 0 ? (
        <p className="text-muted text-sm">{words.none}</p>
      ) : (
        <Facts
          facts={gas.map(({ chainId, purpose, transactions, costWei }) => ({
            label: `${words.purposes[purpose]} · ${chainName(chains, chainId)}`,
            value: (
              <>
                <GasCost wei={costWei} chainId={chainId} />{" "}
                <span className="text-muted">{words.transactions(transactions)}</span>
              </>
            ),
          }))}
        />
      )}
    </Card>
  );
}
