import { overviewWords as words } from "@/components/dashboard/messages/overview";
import { BarChart, ChartTable } from "@/components/dashboard/overview/bar-chart";
import { Card, Stat } from "@/components/dashboard/ui/card";
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
import { dayMs, hourMs, minuteMs } from "@/lib/platform/values/time.rules";
import { ByNetwork, ByToken, ConversionChart, VolumeChart } from "./charts";
import {
  changeText,
  compact,
  countText,
  daysText,
  durationText,
  exactAmount,
  shareText,
  shownAmount,
  stepName,
  stepText,
} from "./figure-text";

type CheckoutsChartProps = { steps: OverviewFigures["steps"]; days: string };

/** Checkouts created and paid, by step. */
function CheckoutsChart({ steps, days }: CheckoutsChartProps) {
  return (
    <Card title={words.checkouts} description={words.checkoutsNote(stepName(steps))}>
      <BarChart
        label={words.chartOf(words.checkouts, days)}
        arrangement="overlaid"
        wholeOnly
        series={[
          { name: words.paid, look: "strong" },
          { name: words.created, look: "outline" },
        ]}
        steps={steps.map((step) => ({
          label: stepText(step).short,
          title: `${stepText(step).full}: ${countText(step.createdCount)} ${words.created.toLowerCase()}, ${countText(step.paidCount)} ${words.paid.toLowerCase()}`,
          values: [step.paidCount, step.createdCount],
        }))}
        writeTick={compact}
        empty={
          steps.some(({ createdCount, paidCount }) => createdCount + paidCount > 0) ? null : words.nothing
        }
      />
      <ChartTable
        summary={words.table}
        caption={words.chartOf(words.checkouts, days)}
        rows={steps}
        rowKey={({ from }) => from.toISOString()}
        columns={[
          { key: "time", header: words.time, cell: (step) => stepText(step).full },
          {
            key: "created",
            header: words.created,
            align: "end",
            cell: (step) => countText(step.createdCount),
          },
          { key: "paid", header: words.paid, align: "end", cell: (step) => countText(step.paidCount) },
        ]}
      />
    </Card>
  );
}

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

const units = [
  { name: "d", ms: dayMs },
  { name: "h", ms: hourMs },
  { name: "min", ms: minuteMs },
] as const;

const seconds = { name: "s", ms: 1_000 } as const;

type TimeChartProps = { steps: OverviewFigures["steps"]; days: string };

/** Time to payment, by step. */
function TimeChart({ steps, days }: TimeChartProps) {
  const longest = Math.max(0, ...steps.map(({ meanPaidMs }) => meanPaidMs ?? 0));
  // Ticks at round numbers of the largest unit that occurs twice.
  const unit = units.find(({ ms }) => longest >= 2 * ms) ?? seconds;
  return (
    <Card title={words.timeToPaid} description={words.timeNote(stepName(steps))}>
      <BarChart
        label={words.chartOf(words.timeToPaid, days)}
        series={[{ name: words.timeToPaid, look: "strong" }]}
        steps={steps.map((step) => ({
          label: stepText(step).short,
          title: `${stepText(step).full}: ${durationText(step.meanPaidMs)}`,
          values: [(step.meanPaidMs ?? 0) / unit.ms],
        }))}
        writeTick={(value) => `${value} ${unit.name}`}
        empty={longest === 0 ? words.nothing : null}
      />
      <ChartTable
        summary={words.table}
        caption={words.chartOf(words.timeToPaid, days)}
        rows={steps}
        rowKey={({ from }) => from.toISOString()}
        columns={[
          { key: "time", header: words.time, cell: (step) => stepText(step).full },
          {
            key: "mean",
            header: words.timeToPaid,
            align: "end",
            cell: (step) => durationText(step.meanPaidMs),
          },
          { key: "paid", header: words.paid, align: "end", cell: (step) => countText(step.paidCount) },
        ]}
      />
    </Card>
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
