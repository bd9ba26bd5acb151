import { shownAmount } from "@/components/checkout/text/amounts";
import { fill } from "@/components/checkout/text/fill";
import { Banner } from "./screen-parts";
import type { ScreenProps } from "./screen-props";
import { TransactionLink } from "./transaction-link";

/** Payments on another network or in another token: that they do not count, are not lost, and what to do now. */
export function StrayPayments({ view, isPayable, t }: ScreenProps & { isPayable: boolean }) {
  const { strayPayments, token, network, merchantName } = view;
  if (strayPayments.length === 0) return null;
  const wanted = { wanted: token?.symbol ?? "", wantedNetwork: network?.name ?? "" };
  return (
    <Banner tone="warn" alert>
      {strayPayments.map((stray) => (
        <p key={`${stray.txHash} ${stray.tokenAddress} ${stray.amount}`} className="font-semibold">
          {fill(t.strayTitle, {
            amount: shownAmount(stray.amount, stray.token, t),
            token: stray.token.symbol,
            network: stray.network.name,
          })}
          <span className="block font-normal">
            <TransactionLink hash={stray.txHash} blockExplorerUrl={stray.network.blockExplorerUrl} t={t} />
          </span>
        </p>
      ))}
      {token !== null && <p className="mt-2">{fill(t.strayUncounted, wanted)}</p>}
      <p className="mt-2">{fill(t.strayReturn, { merchant: merchantName })}</p>
      {isPayable && <p className="mt-2">{fill(t.strayNext, wanted)}</p>}
    </Banner>
  );
}
