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
      <p className="mt-2 text-muted">{view.options.length === 0 ? t.chooseNone : t.chooseHint}</p>
      {problem !== null && (
        <p role="alert" className="mt-4 rounded-xl bg-bad-soft px-4 py-3 text-bad">
          {choiceProblem(problem, t)}
        </p>
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
