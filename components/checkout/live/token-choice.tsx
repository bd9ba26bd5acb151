"use client";

import { ChevronRight, LoaderCircle } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useState, useTransition } from "react";
import { shownAmount } from "@/components/checkout/text/amounts";
import { fill } from "@/components/checkout/text/fill";
import type { TokenOffer } from "@/components/checkout/text/option-terms";
import { NetworkMark, TokenMark } from "@/components/ui/marks";
import { selectToken } from "@/lib/browser/checkout-api";
import type { PaymentOption } from "@/lib/checkouts/views/public-checkout.schema";
import { useMessages } from "../messages-provider";
import { choiceProblem } from "./choice-problem";

type Props = { checkoutId: string; offers: readonly TokenOffer[] };

const keyOf = (option: PaymentOption) => `${option.chainId}:${option.tokenAddress}`;

export function TokenChoice({ checkoutId, offers }: Props) {
  const t = useMessages();
  const router = useRouter();
  const [chosen, setChosen] = useState<string | null>(null);
  const [problem, setProblem] = useState("");
  const [redrawing, startRedraw] = useTransition();
  const busy = chosen !== null || redrawing;

  const choose = async (event: FormEvent, option: PaymentOption) => {
    event.preventDefault();
    if (busy) return;
    setChosen(keyOf(option));
    setProblem("");
    const { chainId, tokenAddress } = option;
    const answer = await selectToken(checkoutId, { chainId, tokenAddress });
    startRedraw(() => {
      setChosen(null);
      if (!answer.ok) setProblem(choiceProblem(answer.error.code, t));
      // `replace` also drops `?change=1`; `refresh` shows the present state, after a refusal too.
      router.replace(`/c/${checkoutId}`, { scroll: false });
      router.refresh();
    });
  };

  return (
    <>
      <ul className="mt-6 grid gap-3">
        {offers.map(({ option, ...words }) => (
          <li key={keyOf(option)}>
            <form
              action={`/api/c/${checkoutId}/select`}
              method="post"
              onSubmit={(event) => void choose(event, option)}
            >
              <input type="hidden" name="chainId" value={option.chainId} />
              <input type="hidden" name="tokenAddress" value={option.tokenAddress} />
              <OptionCard
                option={option}
                {...words}
                disabled={busy || option.amount === null}
                pending={busy && (chosen === keyOf(option) || chosen === null)}
              />
            </form>
          </li>
        ))}
      </ul>
      <p role="alert" className="mt-4 text-bad empty:hidden">
        {problem}
      </p>
    </>
  );
}

function OptionCard(props: TokenOffer & { disabled: boolean; pending: boolean }) {
  const { option, terms, lowestFee, disabled, pending } = props;
  const t = useMessages();
  return (
    <button
      type="submit"
      disabled={disabled}
      className="group grid w-full grid-cols-[auto_1fr_auto_auto] items-center gap-x-4 rounded-2xl border border-line-strong bg-card p-4 text-start transition-colors duration-150 hover:border-accent hover:bg-accent-soft disabled:opacity-60"
    >
      <span className="relative">
        <TokenMark iconUrl={option.token.iconUrl} />
        <NetworkMark
          chainId={option.chainId}
          className="-end-1.5 -bottom-1 absolute size-5 rounded-md ring-2 ring-card"
        />
      </span>
      <span className="min-w-0">
        <span className="block font-semibold">{option.token.symbol}</span>
        <span className="caption block">{fill(t.chooseOn, { network: option.network.name })}</span>
      </span>
      <span className={`text-end ${option.amount === null ? "caption" : "font-semibold"}`}>
        {option.amount === null
          ? t.chooseUnavailable
          : `${shownAmount(option.amount, option.token, t)} ${option.token.symbol}`}
      </span>
      {pending ? (
        <LoaderCircle className="size-5 animate-spin text-accent" aria-hidden="true" />
      ) : (
        <ChevronRight
          className="size-5 text-muted rtl:-scale-x-100 group-hover:text-accent"
          aria-hidden="true"
        />
      )}
      <span className="caption col-span-3 col-start-2 mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 empty:hidden">
        {terms}
        {lowestFee !== null && (
          <span className="rounded-md bg-ok-soft px-1.5 font-medium text-ok forced-colors:underline">
            {lowestFee}
          </span>
        )}
      </span>
    </button>
  );
}
