import { overviewWords as words } from "@/components/dashboard/messages/overview";
import { Stat } from "@/components/dashboard/ui/card";
import { Link } from "@/components/dashboard/ui/link";
import { Moment } from "@/components/dashboard/ui/moment";
import { Notice } from "@/components/dashboard/ui/notice";
import { PageHeader } from "@/components/dashboard/ui/page-header";
import {
  conversionOf,
  type Figures,
  growthOf,
  type OverviewFigures,
  toNumber,
} from "@/lib/insights/overview-figures.rules";
import { daysOf, type OverviewRange, rangeNames } from "@/lib/insights/overview-range.rules";
import { ByNetwork, ByToken, CheckoutsChart, ConversionChart, TimeChart, VolumeChart } from "./charts";
import {
  changeText,
  countText,
  daysText,
  durationText,
  exactAmount,
  shareText,
  shownAmount,
} from "./figure-text";

/** The overview's range. The URL contains it, so it can be saved and shared. */
function RangeChooser({ base, range }: { base: string; range: OverviewRange }) {
  const { from, to } = daysOf(range);
  const days = [
    { name: "from", label: words.from, value: from },
    { name: "to", label: words.to, value: to },
  ];
  return (
    <div className="flex flex-wrap items-start gap-2">
      <nav aria-label={words.range} className="rounded-lg border border-line bg-well p-0.5">
        <ul className="flex flex-wrap">
          {rangeNames.map((name) => (
            <li key={name}>
              <Link
                href={`${base}?range=${name}`}
                aria-current={range.name === name ? "page" : undefined}
                className="flex min-h-8 items-center whitespace-nowrap rounded-md px-1.5 text-muted text-sm hover:text-ink sm:px-3 aria-[current=page]:bg-card aria-[current=page]:font-medium aria-[current=page]:text-ink"
              >
                {words.ranges[name]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <details className="relative" open={range.name === null}>
        <summary className="button-compact button-secondary list-none [&::-webkit-details-marker]:hidden">
          {words.chooseDays}
        </summary>
        <form action={base} className="mt-2 flex flex-wrap items-end gap-2">
          {days.map(({ name, label, value }) => (
            <label key={name} className="text-sm">
              <span className="caption block pb-1">{label}</span>
              <input type="date" name={name} defaultValue={value} required className="field-compact" />
            </label>
          ))}
          <button type="submit" className="button-compact button-secondary">
            {words.show}
          </button>
        </form>
      </details>
    </div>
  );
}

type Props = {
  /** The project's own address. */
  base: string;
  range: OverviewRange;
  /** The URL asked for an invalid range. */
  rangeIgnored: boolean;
  figures: OverviewFigures & { countedAt: Date | null };
  attention: React.ReactNode;
  latest: React.ReactNode;
};

/** A project's activity over some days, what needs a decision, and the latest checkouts. */
export function OverviewPage({ base, range, rangeIgnored, figures, attention, latest }: Props) {
  const days = daysText(range);
  return (
    <>
      <PageHeader
        title={words.title}
        description={
          figures.countedAt === null ? (
            words.notCounted
          ) : (
            <>
              {days}. {words.countedAt} <Moment at={figures.countedAt} />
            </>
          )
        }
      />
      <div className="flex flex-col gap-4">
        <RangeChooser base={base} range={range} />
        {rangeIgnored && <Notice kind="warn">{words.rangeIgnored}</Notice>}
        {attention}
        <FigureStats
          now={figures.now}
          previous={figures.previous}
          before={words.previous[range.name ?? "days"]}
        />
        {figures.unlistedPaidCount > 0 && <Notice>{words.unlisted(figures.unlistedPaidCount)}</Notice>}
        <div className="grid gap-4 lg:grid-cols-2">
          <VolumeChart figures={figures} days={days} />
          <CheckoutsChart steps={figures.steps} days={days} />
          <ConversionChart steps={figures.steps} days={days} />
          <TimeChart steps={figures.steps} days={days} />
        </div>
        <ByToken byToken={figures.byToken} />
        <ByNetwork byNetwork={figures.byNetwork} />
        {latest}
      </div>
    </>
  );
}

type StatsProps = { now: Figures; previous: Figures; before: string };

/** The four figures of a range, each compared with the previous period. */
function FigureStats({ now, previous, before }: StatsProps) {
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
