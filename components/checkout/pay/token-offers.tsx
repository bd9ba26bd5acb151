import type { ReactNode } from "react";
import type { Messages } from "@/components/checkout/messages/catalogue";
import { displayAmount } from "@/components/checkout/text/amounts";
import { fiatPrice } from "@/components/checkout/text/server-formats";
import { ChevronRight } from "@/components/ui/icons";
import { NetworkMark, TokenMark } from "@/components/ui/marks";
import type { PaymentOption } from "@/lib/checkouts/views/payment-option.schema";
import { fill, fillCount } from "@/lib/platform/i18n/message.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";

/** A choice; its card is drawn by the server, so that it adds nothing to the first scripts. */
export type TokenOffer = Pick<PaymentOption, "chainId" | "tokenAddress" | "amount"> & {
  head: ReactNode;
  terms: ReactNode;
};

/** A coin's cheapest network, and its others. */
export type CoinOffer = {
  cheapest: TokenOffer;
  others: readonly TokenOffer[];
  /** Opens the others. */
  summary: ReactNode;
};

/** Smaller fees are all alike to a customer. */
const leastFeeUsd = 0.01;

/** The coins in the choices' order, each with its networks, the cheapest first. The lowest fee is marked where the coins' fees differ. */
export function coinOffers(options: readonly PaymentOption[], t: Messages): CoinOffer[] {
  const coins = groupByCoin(options);
  const fees = coins.map(([first]) => feeUsd(first));
  const [lowest, highest] = [Math.min(...fees), Math.max(...fees)];
  return coins.map(([first, ...rest]) => ({
    cheapest: offerOf(first, lowest < highest && feeUsd(first) === lowest),
    others: rest.map((option) => offerOf(option, false)),
    summary: (
      <>
        <ChevronRight className="chevron size-4" />
        <span>{fill(t.otherNetworks, { token: first.token.symbol })}</span>
      </>
    ),
  }));

  function offerOf(option: PaymentOption, isLowest: boolean): TokenOffer {
    const facts = [feeWords(option, t), timeWords(option, t)].filter((words) => words !== null);
    return {
      chainId: option.chainId,
      tokenAddress: option.tokenAddress,
      amount: option.amount,
      head: <Head option={option} t={t} />,
      terms: (
        <>
          {facts.length > 0 && <span>{facts.join(" · ")}</span>}
          {isLowest && (
            <span className="rounded-md bg-ok-soft px-1.5 font-medium text-ok forced-colors:underline">
              {t.lowestFee}
            </span>
          )}
        </>
      ),
    };
  }
}

function Head({ option, t }: { option: PaymentOption; t: Messages }) {
  return (
    <>
      <span className="relative">
        <TokenMark iconUrl={option.token.iconUrl} />
        <NetworkMark
          chainId={option.chainId}
          className="-end-1.5 -bottom-1 absolute size-5 rounded-md ring-2 ring-card"
        />
      </span>
      <span className="min-w-0">
        <span translate="no" className="block font-semibold">
          {option.token.symbol}
        </span>
        <span className="caption block">{fill(t.chooseOn, { network: option.network.name })}</span>
      </span>
      {option.amount === null ? (
        <span className="caption text-end">{t.chooseUnavailable}</span>
      ) : (
        <span className="text-end font-semibold">
          <bdi translate="no">{`${displayAmount(option.amount, option.token, t)} ${option.token.symbol}`}</bdi>
        </span>
      )}
    </>
  );
}

/** Rounded up to the smallest fee that we show. */
function feeUsd({ typicalFeeUsd }: PaymentOption): number {
  return Math.max(leastFeeUsd, Number(typicalFeeUsd ?? Number.NaN));
}

function feeWords({ typicalFeeUsd }: PaymentOption, t: Messages): string | null {
  if (typicalFeeUsd === null) return null;
  return Number(typicalFeeUsd) < leastFeeUsd
    ? fill(t.feeUnder, { fee: fiatPrice(String(leastFeeUsd), "USD", t) })
    : fill(t.feeAbout, { fee: fiatPrice(typicalFeeUsd, "USD", t) });
}

/** Rounded up to ten seconds or to a minute. */
function timeWords({ typicalSeconds }: PaymentOption, t: Messages): string | null {
  if (typicalSeconds === null) return null;
  const tens = Math.ceil(Math.max(typicalSeconds, 1) / 10) * 10;
  const minute = minuteMs / 1_000;
  const minutes = Math.ceil(typicalSeconds / minute);
  return tens < minute
    ? fillCount(t.timeSeconds, tens, t.locale.language, { count: tens })
    : fillCount(t.timeMinutes, minutes, t.locale.language, { count: minutes });
}

type Option = { amount: string | null; typicalFeeUsd: string | null; token: { symbol: string } };

/**
 * The options of each coin, coins in the options' order. First the cheapest network that has a rate; equal ones stay in
 * the options' order, and one with an unknown fee counts as dearest.
 */
export function groupByCoin<Each extends Option>(options: readonly Each[]): [Each, ...Each[]][] {
  const coins = new Map<string, [Each, ...Each[]]>();
  for (const option of options) {
    const coin = coins.get(option.token.symbol);
    if (coin === undefined) coins.set(option.token.symbol, [option]);
    else coin.push(option);
  }
  for (const coin of coins.values()) coin.sort((a, b) => rank(a) - rank(b));
  return [...coins.values()];
}

function rank({ amount, typicalFeeUsd }: Option): number {
  if (amount === null) return Number.MAX_VALUE;
  return typicalFeeUsd === null ? Number.MAX_SAFE_INTEGER : Number(typicalFeeUsd);
}
