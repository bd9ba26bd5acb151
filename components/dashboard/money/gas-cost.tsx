import { nativeCoin } from "@/lib/browser/payment-uri";
import { formatUnits } from "@/lib/platform/money.rules";
import { settlementWords } from "../messages/settlements";

/** Of gas, more digits tell nothing; the whole of it is in the title. */
const shownDecimals = 6;

/** What a transaction cost in its chain's own coin. */
export function GasCost({ wei, chainId }: { wei: bigint | null; chainId: number }) {
  if (wei === null) return settlementWords.noGas;
  const coin = nativeCoin(chainId);
  const exact = formatUnits(wei, coin.decimals, 0);
  const step = 10n ** BigInt(coin.decimals - shownDecimals);
  const rounded = (wei + step / 2n) / step;
  const shown = wei > 0n && rounded === 0n ? "< 0.000001" : formatUnits(rounded, shownDecimals, 0);
  return <span title={exact} className="whitespace-nowrap">{`${shown} ${coin.symbol}`}</span>;
}
