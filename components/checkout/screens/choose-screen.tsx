import { choiceProblem } from "@/components/checkout/live/choice-problem";
import { TokenChoice } from "@/components/checkout/live/token-choice";
import { FirstTime } from "@/components/checkout/pay/first-time";
import { coinOffers } from "@/components/checkout/pay/token-offers";
import { ChevronRight, LoaderCircle } from "@/components/ui/icons";
import { fill } from "@/lib/platform/i18n/message.rules";
import { Banner, ScreenTitle } from "../screen-parts";
import type { ScreenProps, WaysAround } from "../screen-props";

/** Token and network, one tap each. Every card is a form of its own, so it works without scripts too. */
export function ChooseScreen(props: ScreenProps & { problem: string | null; waysAround: WaysAround }) {
  const { view, problem, waysAround, t } = props;
  return (
    <>
      <ScreenTitle>{t.chooseTitle}</ScreenTitle>
      {problem !== null && (
        <Banner tone="bad" alert>
          <span>{choiceProblem(problem, t)}</span>
        </Banner>
      )}
      {view.options.length === 0 ? (
        <p className="mt-1 text-pretty text-muted">{t.chooseNone}</p>
      ) : (
        waysAround(
          <>
            <p className="caption text-pretty">{t.chooseHint}</p>
            <TokenChoice
              checkoutId={view.id}
              coins={coinOffers(view.options, t)}
              signs={{
                next: <ChevronRight className="size-5 text-muted rtl:-scale-x-100" />,
                pending: <LoaderCircle className="size-5 animate-spin text-muted" />,
              }}
            />
          </>,
        )
      )}
      {view.token !== null && view.network !== null && (
        <a href={`/c/${view.id}`} className="quiet-link mt-5 self-start">
          {fill(t.keepCurrent, { token: view.token.symbol, network: view.network.name })}
        </a>
      )}
      <FirstTime order={null} t={t} />
    </>
  );
}
