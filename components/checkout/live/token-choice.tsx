"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, useState, useTransition } from "react";
import type { CoinOffer, TokenOffer } from "@/components/checkout/pay/token-offers";
import { untilLoaded } from "@/lib/browser/on-demand";
import { useMessages } from "../messages-provider";
import { choiceProblem } from "./choice-problem";
import { CoinList, keyOf } from "./coin-list";
import { OptionCard } from "./option-card";

/** Rendered by the server, so that they add nothing to the first scripts. */
type Signs = { next: ReactNode; pending: ReactNode };

type Props = { checkoutId: string; coins: readonly CoinOffer[]; signs: Signs };

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
        sign={busy && (chosen === keyOf(option) || chosen === null) ? signs.pending : signs.next}
        disabled={busy || option.amount === null}
      />
    </form>
  );

  return (
    <>
      <CoinList coins={coins} card={card} />
      <p role="alert" className="mt-4 text-bad empty:hidden">
        {problem}
      </p>
    </>
  );
}
