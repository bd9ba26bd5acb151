import type { Chain } from "@/lib/chain/chains.rules";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { shownDecimal } from "../money/shown-units";
import { tokenAmount } from "./token-text";

type Props = {
  checkout: Pick<Checkout, "fiatAmount" | "fiatCurrency" | "amountUnits" | "chainId" | "tokenAddress">;
  chains: readonly Chain[];
};

/** What is to be paid: as it was priced, and under it the tokens that it takes. */
export function CheckoutPrice({ checkout, chains }: Props) {
  const { fiatAmount, fiatCurrency, amountUnits, chainId, tokenAddress } = checkout;
  const token = chainId === null || tokenAddress === null ? null : { chainId, tokenAddress };
  const tokens = amountUnits === null ? null : tokenAmount(amountUnits, token, chains);
  if (fiatAmount === null) return <span className="whitespace-nowrap font-medium">{tokens}</span>;
  return (
    <span className="whitespace-nowrap">
      <span className="font-medium">{`${shownDecimal(fiatAmount)} ${fiatCurrency}`}</span>
      {tokens !== null && <span className="caption block">{tokens}</span>}
    </span>
  );
}
