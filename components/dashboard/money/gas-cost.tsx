import { formatUnits } from "@/lib/core/money";
import { settlementWords } from "../messages/settlements";

const coinDecimals = 18;
/** Of gas, more digits tell nothing; the whole of it is in the title. */
const shownDecimals = 6;

/** What a transaction cost in its chain's own coin. */
export function GasCost({ wei }: { wei: bigint | null }) {
  if (wei === null) return settlementWords.noGas;
  const exact = formatUnits(wei, coinDecimals, 0);
  const step = 10n ** BigInt(coinDecimals - shownDecimals);
  const rounded = (wei + step / 2n) / step;
  const shown = wei > 0n && rounded === 0n ? "< 0.000001" : formatUnits(rounded, shownDecimals, 0);
  return <span title={exact}>{shown}</span>;
}
