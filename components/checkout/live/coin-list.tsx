import type { ReactNode } from "react";
import type { CoinOffer, TokenOffer } from "@/components/checkout/pay/token-offers";

export const keyOf = (option: TokenOffer) => `${option.chainId}:${option.tokenAddress}`;

type Props = { coins: readonly CoinOffer[]; card: (option: TokenOffer) => ReactNode };

/** Each coin on its cheapest network; its others fold below. */
export function CoinList({ coins, card }: Props) {
  return (
    <ul className="mt-3 grid gap-3">
      {coins.map(({ cheapest, others, summary }) => (
        <li key={keyOf(cheapest)}>
          {card(cheapest)}
          {others.length > 0 && (
            <details>
              <summary className="caption flex min-h-11 w-fit cursor-pointer items-center gap-1">
                {summary}
              </summary>
              <div className="grid gap-3 ps-5 pb-3">{others.map(card)}</div>
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
