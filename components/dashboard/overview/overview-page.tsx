import type { OverviewFigures } from "@/lib/insights/overview-figures.rules";
import type { OverviewRange } from "@/lib/insights/overview-range.rules";
import { overviewWords as words } from "../messages/overview";
import { Moment } from "../ui/moment";
import { Notice } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import { ByNetwork, ByToken } from "./breakdown";
import { CheckoutsChart } from "./checkouts-chart";
import { ConversionChart } from "./conversion-chart";
import { FigureStats } from "./figure-stats";
import { daysText } from "./figure-text";
import { RangeChooser } from "./range-chooser";
import { TimeChart } from "./time-chart";
import { VolumeChart } from "./volume-chart";

type Props = {
  /** The project's own address. */
  base: string;
  range: OverviewRange;
  /** Days were asked for that cannot be shown. */
  rangeIgnored: boolean;
  figures: OverviewFigures & { countedAt: Date | null };
  attention: React.ReactNode;
  latest: React.ReactNode;
};

/** What happened in a project in some days, what waits for somebody, and what came last. */
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
