import Link from "next/link";
import { daysOf, type OverviewRange, rangeNames } from "@/lib/insights/overview-range.rules";
import { overviewWords as words } from "../messages/overview";

/** Which days the overview tells of. They are in the address, so that it can be kept and shared. */
export function RangeChooser({ base, range }: { base: string; range: OverviewRange }) {
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
