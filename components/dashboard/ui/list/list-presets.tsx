import Link from "next/link";

type Props = {
  /** What is chosen by them. */
  label: string;
  path: string;
  /** The list's filter, as the address says it. */
  query: URLSearchParams;
  presets: readonly { label: string; query: URLSearchParams }[];
};

/** The filters of a list that are asked for most, one click away. */
export function ListPresets({ label, path, query, presets }: Props) {
  return (
    <nav aria-label={label} className="overflow-x-auto border-line border-b px-5">
      <ul className="flex gap-5">
        {presets.map((preset) => {
          const asked = preset.query.toString();
          return (
            <li key={preset.label}>
              <Link
                href={asked === "" ? path : `${path}?${asked}`}
                scroll={false}
                aria-current={asked === query.toString() ? "page" : undefined}
                className="-mb-px flex min-h-10 items-center whitespace-nowrap border-transparent border-b-2 text-muted text-sm hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink"
              >
                {preset.label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
