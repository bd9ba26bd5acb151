import { X } from "lucide-react";
import { listWords as words } from "@/components/dashboard/messages/shell";
import { Link } from "@/components/dashboard/ui/link";
import { fill } from "@/lib/platform/i18n/message.rules";

/** One part of a filter in words, and the list's query without it. */
export type Chip = { label: string; without: URLSearchParams };

/** The filter in words, each part of it removable by one press. */
export function FilterChips({ path, chips }: { path: string; chips: readonly Chip[] }) {
  if (chips.length === 0) return null;
  return (
    <ul aria-label={words.chips} className="flex min-w-0 max-w-full flex-wrap gap-2">
      {chips.map(({ label, without }) => (
        <li key={label} className="min-w-0 max-w-full">
          <Link
            href={without.size === 0 ? path : `${path}?${without}`}
            aria-label={fill(words.removeFilter, { filter: label })}
            className="flex min-h-8 max-w-full items-center gap-1.5 rounded-full border border-line-strong bg-card ps-3 pe-2 text-sm hover:bg-well"
          >
            <span className="truncate">{label}</span>
            <X className="size-3.5 shrink-0 text-muted" aria-hidden="true" />
          </Link>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Link href={path} className="text-link flex min-h-8 items-center px-1 text-sm">
            {words.removeAll}
          </Link>
        </li>
      )}
    </ul>
  );
}

/**
 * A chip for each parameter of a list's query.
 *
 * @param labels a parameter's value in words
 */
export function chipsOf(
  query: URLSearchParams,
  labels: Readonly<Record<string, (value: string) => string>>,
): Chip[] {
  return [...query].map(([name, value]) => {
    const without = new URLSearchParams(query);
    without.delete(name);
    return { label: labels[name]?.(value) ?? value, without };
  });
}

/** The words of a filter by days, in every list. */
export const dayChips = {
  from: (day: string) => fill(words.fromDay, { day }),
  to: (day: string) => fill(words.toDay, { day }),
};
