import { Stat } from "@/components/dashboard/ui/card";
import { conversionOf, type Figures, growthOf, toNumber } from "@/lib/insights/overview-figures.rules";
import { overviewWords as words } from "../messages/overview";
import { changeText, countText, durationText, exactAmount, shareText, shownAmount } from "./figure-text";

type Props = { now: Figures; previous: Figures; before: string };

/** The four figures of a range, each compared with the previous period. */
export function FigureStats({ now, previous, before }: Props) {
  const [main, ...others] = now.volumes;
  const earlier = previous.volumes.find(({ symbol }) => symbol === main?.symbol);
  const compare = (value: number | null, was: number | null, text: string) => {
    const growth = growthOf(value, was);
    return growth === null ? words.nothingBefore(before) : words.compared(changeText(growth), before, text);
  };
  return (
    <dl className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      <Stat
        label={words.volume}
        value={
          main === undefined ? words.noVolume : <span title={exactAmount(main)}>{shownAmount(main)}</span>
        }
        note={
          <>
            {others.map((volume) => (
              <span key={volume.symbol} title={exactAmount(volume)} className="block text-ink">
                {shownAmount(volume)}
              </span>
            ))}
            {compare(
              main === undefined ? null : toNumber(main.amount),
              earlier === undefined ? null : toNumber(earlier.amount),
              earlier === undefined ? "" : shownAmount(earlier),
            )}
          </>
        }
      />
      <Stat
        label={words.paid}
        value={countText(now.paidCount)}
        note={compare(now.paidCount, previous.paidCount, countText(previous.paidCount))}
      />
      <Stat
        label={words.conversion}
        value={now.createdCount === 0 ? words.noneCreated : shareText(conversionOf(now))}
        note={
          <>
            <span className="block text-ink">
              {words.conversionOf(countText(now.convertedCount), countText(now.createdCount))}
            </span>
            {previous.createdCount === 0
              ? words.nothingBefore(before)
              : `${before}: ${shareText(conversionOf(previous))}`}
          </>
        }
      />
      <Stat
        label={words.timeToPaid}
        value={durationText(now.meanPaidMs)}
        note={compare(now.meanPaidMs, previous.meanPaidMs, durationText(previous.meanPaidMs))}
      />
    </dl>
  );
}
