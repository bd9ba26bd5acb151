"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, useState, useTransition } from "react";
import type { CoinOffer, TokenOffer } from "@/components/checkout/pay/token-offers";
import { untilLoaded } from "@/lib/browser/on-demand";
import { useMessages } from "../messages-provider";
import { choiceProblem } from "./choice-problem";

/** Rendered by the server, so that they add nothing to the first scripts. */
type Signs = { next: ReactNode; pending: ReactNode };

type Props = { checkoutId: string; coins: readonly CoinOffer[]; signs: Signs };

const keyOf = (option: TokenOffer) => `${option.chainId}:${option.tokenAddress}`;

export function TokenChoice({ checkoutId, coins, signs }: Props) {
  const t = useMessages();
  const router = useRouter();
  const [chosen, setChosen] = useState<string | null>(null);
  const [problem, setProblem] = useState("");
  const [redrawing, startRedraw] = useTransition();
  const busy = chosen !== null || redrawing;

  const choose = async (event: FormEvent, option: TokenOffer) => {
    event.preventDefault();
    if (busy) return;
    setChosen(keyOf(option));
    setProblem("");
    const { chainId, tokenAddress } = option;
    const { selectToken } = await untilLoaded(() => import("@/lib/browser/checkout-api"));
    const answer = await selectToken(checkoutId, { chainId, tokenAddress });
    startRedraw(() => {
      setChosen(null);
      // `replace` drops `?change=1`, and after a refusal the reason with this screen; `refresh` shows the present state.
      if (answer.ok) router.replace(`/c/${checkoutId}`, { scroll: false });
      else setProblem(choiceProblem(answer.error.code, t));
      router.refresh();
    });
  };

  const card = (option: TokenOffer) => (
    <form
      key={keyOf(option)}
      action={`/api/c/${checkoutId}/select`}
      method="post"
      onSubmit={(event) => void choose(event, option)}
    >
      <input type="hidden" name="chainId" value={option.chainId} />
      <input type="hidden" name="tokenAddress" value={option.tokenAddress} />
      <OptionCard
        offer={option}
        signs={signs}
        disabled={busy || option.amount === null}
        pending={busy && (chosen === keyOf(option) || chosen === null)}
      />
    </form>
  );

  return (
    <>
      <ul className="mt-6 grid gap-3">
        {coins.map(({ cheapest, others, summary }) => (
          <li key={keyOf(cheapest)}>
            {card(cheapest)}
            {others.length > 0 && (
              <details className="group/networks">
                <summary className="caption flex min-h-11 w-fit cursor-pointer items-center gap-1">
                  {summary}
                </summary>
                <div className="grid gap-3 ps-5 pb-3">{others.map(card)}</div>
              </details>
            )}
          </li>
        ))}
      </ul>
      <p role="alert" className="mt-4 text-bad empty:hidden">
        {problem}
      </p>
    </>
  );
}

function OptionCard(props: { offer: TokenOffer; signs: Signs; disabled: boolean; pending: boolean }) {
  const { offer, signs, disabled, pending } = props;
  return (
    <button
      type="submit"
      disabled={disabled}
      className="group grid w-full grid-cols-[auto_1fr_auto_auto] items-center gap-x-4 rounded-2xl border border-line-strong bg-card p-4 text-start transition-colors duration-150 hover:border-accent hover:bg-accent-soft disabled:opacity-60"
    >
      {offer.head}
      {pending ? signs.pending : signs.next}
      <span className="caption col-span-3 col-start-2 mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 empty:hidden">
        {offer.terms}
      </span>
    </button>
  );
}
