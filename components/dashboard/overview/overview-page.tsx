import { overviewWords as words } from "@/components/dashboard/messages/overview";
import { counted } from "@/components/dashboard/messages/text";
import { TokenAmount } from "@/components/dashboard/money/token-amount";
import { Card, PageHeader, Stat } from "@/components/dashboard/ui/card";
import { CheckedForm } from "@/components/dashboard/ui/form/action-form";
import { Link } from "@/components/dashboard/ui/link";
import { FilterText } from "@/components/dashboard/ui/list/filter-form";
import { Moment } from "@/components/dashboard/ui/moment";
import { Notice } from "@/components/dashboard/ui/notice";
import type { Chain } from "@/lib/chain/chains.rules";
import type { TokenRef } from "@/lib/chain/token.rules";
import type { Revenue } from "@/lib/insights/overview-figures.rules";
import {
  conversionOf,
  type Figures,
  growthOf,
  type OverviewFigures,
  toNumber,
} from "@/lib/insights/overview-figures.rules";
import { type Measure, measures, type OverviewRange, rangeNames } from "@/lib/insights/overview-range.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import type { Decimal } from "@/lib/platform/values/money.rules";
import { FigureChart } from "./figure-chart";
import { changeText, countText, daysText, dollarsText, durationText, shareText } from "./figure-text";

type ChoicesProps = {
  label: string;
  choices: readonly { key: string; text: string; href: string; chosen: boolean }[];
};

/** Links of which one is chosen. */
function Choices({ label, choices }: ChoicesProps) {
  return (
    <nav aria-label={label} className="rounded-lg border border-line bg-well p-0.5">
      <ul className="flex flex-wrap">
        {choices.map(({ key, text, href, chosen }) => (
          <li key={key}>
            <Link
              href={href}
              scroll={false}
              aria-current={chosen ? "page" : undefined}
              className="flex min-h-8 items-center whitespace-nowrap rounded-md px-1.5 text-muted text-sm hover:text-ink sm:px-3 aria-[current=page]:bg-card aria-[current=page]:font-medium aria-[current=page]:text-ink"
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type ChooserProps = Pick<Props, "base" | "range" | "rangeIgnored" | "measure">;

/** Of a range, or of days; the usual measure needs no word. */
function addressOf(base: string, range: Readonly<Record<string, string>>, measure: Measure): string {
  return `${base}?${new URLSearchParams(measure === "volume" ? range : { ...range, measure })}`;
}

/** The overview's range. The URL contains it, so it can be saved and shared. */
function RangeChooser({ base, range, rangeIgnored, measure }: ChooserProps) {
  const { from, to } = range.days;
  const days = [
    { name: "from", label: words.from, value: from },
    { name: "to", label: words.to, value: to },
  ];
  return (
    <div className="flex flex-wrap items-start gap-2">
      <Choices
        label={words.range}
        choices={rangeNames.map((name) => ({
          key: name,
          text: words.ranges[name],
          href: addressOf(base, { range: name }, measure),
          chosen: range.name === name,
        }))}
      />
      <details className="relative" open={range.name === null || rangeIgnored}>
        <summary className="button-compact button-secondary list-none [&::-webkit-details-marker]:hidden">
          {words.chooseDays}
        </summary>
        <CheckedForm action={base} className="mt-2 flex flex-wrap items-end gap-2">
          {days.map(({ name, label, value }) => (
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
  measure: Measure;
  figures: OverviewFigures & {
    countedAt: Date | null;
    revenue: { now: Revenue; previous: Revenue };
    held: Money;
    settled: Money;
  };
  chains: readonly Chain[];
  latest: React.ReactNode;
};

/** A project's activity over some days, and the latest checkouts. */
export function OverviewPage({ base, range, rangeIgnored, measure, figures, chains, latest }: Props) {
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
        <RangeChooser base={base} range={range} rangeIgnored={rangeIgnored} measure={measure} />
        {rangeIgnored && (
          <div id="range-problem">
            <Notice kind="warn">{words.rangeIgnored}</Notice>
          </div>
        )}
        <FigureStats
          now={figures.now}
          previous={figures.previous}
          revenue={figures.revenue}
          before={words.previous[range.name ?? "days"]}
        />
        <MoneyPlaces base={base} days={days} held={figures.held} settled={figures.settled} chains={chains} />
        {figures.unlistedPaidCount > 0 && (
          <Notice>{counted(words.unlisted, figures.unlistedPaidCount)}</Notice>
        )}
        <FigureChart
          figures={figures}
          days={days}
          measure={measure}
          chooser={
            <Choices
              label={words.measure}
              choices={measures.map((each) => ({
                key: each,
                text: words.measures[each],
                href: addressOf(base, range.name === null ? range.days : { range: range.name }, each),
                chosen: each === measure,
              }))}
            />
          }
        />
        {latest}
      </div>
    </>
  );
}

type StatsProps = {
  now: Figures;
  previous: Figures;
  revenue: { now: Revenue; previous: Revenue };
  before: string;
};

/** The four figures of a range, each compared with the previous period. */
function FigureStats({ now, previous, revenue, before }: StatsProps) {
  const compare = (value: number | null, was: number | null, text: string) => {
    const growth = growthOf(value, was);
    if (growth !== null) return fill(words.compared, { change: changeText(growth), before, value: text });
    return was === null
      ? fill(words.nothingBefore, { before })
      : fill(words.wasBefore, { before, value: text });
  };
  const { net, received, refunded } = revenue.now;
  return (
    <dl className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      <Stat
        label={words.revenue}
        value={dollarsText(net)}
        note={
          <>
            {refunded.digits > 0n && (
              <span className="block text-ink">
                {fill(words.revenueNote, {
                  received: dollarsText(received),
                  refunded: dollarsText(refunded),
                })}
              </span>
            )}
            {compare(toNumber(net), toNumber(revenue.previous.net), dollarsText(revenue.previous.net))}
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
              {fill(words.conversionOf, {
                paid: countText(now.convertedCount),
                created: countText(now.createdCount),
              })}
            </span>
            {previous.createdCount === 0
              ? fill(words.nothingBefore, { before })
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

type Money = { sums: readonly (TokenRef & { units: bigint })[]; total: Decimal; isWhole: boolean };

type PlacesProps = { base: string; days: string; held: Money; settled: Money; chains: readonly Chain[] };

/** What the deposit addresses hold now, and what the wallets got in the range, by token and network. */
function MoneyPlaces({ base, days, held, settled, chains }: PlacesProps) {
  const places = [
    { label: words.held, ...held },
    { label: fill(words.settledDays, { days }), ...settled },
  ];
  return (
    <Card
      title={words.money}
      description={words.moneyNote}
      actions={
        <Link href={`${base}/settlements`} className="text-link text-sm">
          {words.settlements}
        </Link>
      }
    >
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {places.map(({ label, sums, total, isWhole }) => (
          <div key={label} className="min-w-0">
            <dt className="caption">{label}</dt>
            <dd className="font-semibold text-long">
              {sums.length === 0
                ? words.noMoney
                : isWhole
                  ? dollarsText(total)
                  : fill(words.notWhole, { what: dollarsText(total) })}
            </dd>
            {sums.map((sum) => (
              <dd key={`${sum.chainId} ${sum.tokenAddress}`} className="text-sm">
                <TokenAmount {...sum} chains={chains} withNetwork />
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </Card>
  );
}
