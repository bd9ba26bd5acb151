import { Banner } from "../banner";
import { fill } from "../fill";
import { choiceProblem } from "../live/choice-problem";
import { TokenChoice } from "../live/token-choice";
import type { ScreenProps } from "../screen-props";
import { ScreenTitle } from "../screen-title";

/** Token and network, one tap each. Every card is a form of its own, so it works without scripts too. */
export function ChooseScreen({ view, problem, t }: ScreenProps & { problem: string | null }) {
  return (
    <>
      <ScreenTitle>{t.chooseTitle}</ScreenTitle>
      <p className="mt-1 text-pretty text-muted">{view.options.length === 0 ? t.chooseNone : t.chooseHint}</p>
      {problem !== null && (
        <Banner tone="bad" alert>
          {choiceProblem(problem, t)}
        </Banner>
      )}
      <TokenChoice checkoutId={view.id} options={view.options} />
      {view.token !== null && view.network !== null && (
        <a href={`/c/${view.id}`} className="text-link mt-5 self-start">
          {fill(t.keepCurrent, { token: view.token.symbol, network: view.network.name })}
        </a>
      )}
    </>
  );
}
