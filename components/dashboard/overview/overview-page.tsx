import { ChevronDown } from "lucide-react";
import { overviewWords as words } from "@/components/dashboard/messages/overview";
import { counted } from "@/components/dashboard/messages/text";
import { Menu } from "@/components/dashboard/shell/menu";
import { Card, PageHeader } from "@/components/dashboard/ui/card";
import { CheckedForm } from "@/components/dashboard/ui/form/action-form";
import { Link } from "@/components/dashboard/ui/link";
import { FilterText } from "@/components/dashboard/ui/list/filter-form";
import { Notice } from "@/components/dashboard/ui/notice";
import type { Overview, Revenue } from "@/lib/insights/overview-figures.rules";
import { type Measure, measures, type OverviewRange, rangeNames } from "@/lib/insights/overview-range.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import { FigureChart } from "./figure-chart";
import { daysText, dollarsText } from "./figure-text";

type Props = {
  /** The project's own address. */
  base: string;
  range: OverviewRange;
  /** The URL asked for an invalid range. */
  rangeIgnored: boolean;
  measure: Measure;
  figures: Overview;
  inbox: React.ReactNode;
  latest: React.ReactNode;
};

/** What waits, what came in, and the latest checkouts: one screen. */
export function OverviewPage({ base, range, rangeIgnored, measure, figures, inbox, latest }: Props) {
  const days = daysText(range);
  return (
    <>
      <PageHeader title={words.title} />
      <div className="flex flex-col gap-4">
        {inbox}
        {rangeIgnored && (
          <div id="range-problem">
            <Notice kind="warn">{words.rangeIgnored}</Notice>
          </div>
        )}
        <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <Card title={words.revenue}>
            <dl className="flex flex-wrap gap-x-12 gap-y-3">
              <Sum label={words.ranges.today} revenue={figures.today} />
              <Sum label={words.month} revenue={figures.month} />
            </dl>
            <FigureChart
              figures={figures}
              days={days}
              measure={measure}
              chooser={
                <>
                  <RangeMenu
                    base={base}
                    days={days}
                    range={range}
                    rangeIgnored={rangeIgnored}
                    measure={measure}
                  />
                  <MeasureChoice base={base} range={range} measure={measure} />
                </>
              }
            />
            {figures.unlistedPaidCount > 0 && (
              <p className="caption mt-2">{counted(words.unlisted, figures.unlistedPaidCount)}</p>
            )}
          </Card>
          {latest}
        </div>
      </div>
    </>
  );
}

/** What came in, less what was refunded. */
function Sum({ label, revenue: { net, received, refunded } }: { label: string; revenue: Revenue }) {
  return (
    <div>
      <dt className="caption">{label}</dt>
      <dd className="font-semibold text-long tracking-tight">{dollarsText(net)}</dd>
      {refunded.digits > 0n && (
        <dd className="caption">
          {fill(words.revenueNote, { received: dollarsText(received), refunded: dollarsText(refunded) })}
        </dd>
      )}
    </div>
  );
}

type ChoiceProps = Pick<Props, "base" | "range" | "measure">;

/** Of a range, or of days; the usual measure needs no word. */
function addressOf(base: string, range: Readonly<Record<string, string>>, measure: Measure): string {
  return `${base}?${new URLSearchParams(measure === "volume" ? range : { ...range, measure })}`;
}

/** The measures as links, of which one is chosen. */
function MeasureChoice({ base, range, measure }: ChoiceProps) {
  const chosenDays = range.name === null ? range.days : { range: range.name };
  return (
    <nav aria-label={words.measure} className="rounded-lg border border-line bg-well p-0.5">
      <ul className="flex flex-wrap">
        {measures.map((each) => (
          <li key={each}>
            <Link
              href={addressOf(base, chosenDays, each)}
              scroll={false}
              aria-current={each === measure ? "page" : undefined}
              className="flex min-h-8 items-center whitespace-nowrap rounded-md px-2 text-muted text-sm hover:text-ink aria-[current=page]:bg-card aria-[current=page]:font-medium aria-[current=page]:text-ink"
            >
              {words.measures[each]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The chart's days. The URL contains them, so they can be saved and shared. */
function RangeMenu(props: ChoiceProps & { days: string; rangeIgnored: boolean }) {
  const { base, days, range, rangeIgnored, measure } = props;
  const fields = [
    { name: "from", label: words.from, value: range.days.from },
    { name: "to", label: words.to, value: range.days.to },
  ];
  return (
    <Menu
      label={`${words.range}: ${days}`}
      summaryClass="min-h-9 gap-1 px-2 text-muted text-sm hover:text-ink"
      summary={
        <>
          {days}
          <ChevronDown className="size-4" aria-hidden="true" />
        </>
      }
    >
      <nav aria-label={words.range}>
        <ul>
          {rangeNames.map((name) => (
            <li key={name}>
              <Link
                href={addressOf(base, { range: name }, measure)}
                scroll={false}
                aria-current={range.name === name ? "page" : undefined}
                className="flex min-h-9 items-center rounded-lg px-2 text-sm hover:bg-well aria-[current=page]:font-medium"
              >
                {words.ranges[name]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <CheckedForm action={base} className="flex flex-col gap-2 border-line border-t p-2">
        {fields.map(({ name, label, value }) => (
          <FilterText
            key={name}
            name={name}
            type="date"
            label={label}
            value={value}
            required
            problemId={rangeIgnored ? "range-problem" : undefined}
          />
        ))}
        {measure !== "volume" && <input type="hidden" name="measure" value={measure} />}
        <button type="submit" className="button-compact button-secondary">
          {words.show}
        </button>
      </CheckedForm>
    </Menu>
  );
}
