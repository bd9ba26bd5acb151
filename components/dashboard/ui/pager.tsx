import { ChevronLeft, ChevronRight, ChevronsLeft } from "lucide-react";
import Link from "next/link";
import { shellWords } from "../messages/shell";

type Props = {
  /** Addresses with the whole state of the list; null at an end. */
  previous: string | null;
  next: string | null;
  /** Whether `previous` leads to the beginning, in a list that is only read forwards. */
  toFirst?: boolean;
  /** What is shown, such as "more than 10,000 checkouts". */
  summary?: string;
};

/** The way through a list that is read in pages. */
export function Pager({ previous, next, toFirst = false, summary }: Props) {
  if (previous === null && next === null && summary === undefined) return null;
  return (
    <nav
      aria-label={shellWords.pager}
      className="flex min-h-12 items-center justify-between gap-3 border-line border-t px-5 py-2"
    >
      <p className="caption">{summary}</p>
      <div className="flex gap-2">
        <Step
          href={previous}
          label={toFirst ? shellWords.newest : shellWords.previous}
          direction="previous"
          toFirst={toFirst}
        />
        <Step href={next} label={shellWords.next} direction="next" />
      </div>
    </nav>
  );
}

function Step({
  href,
  label,
  direction,
  toFirst = false,
}: {
  href: string | null;
  label: string;
  direction: "previous" | "next";
  toFirst?: boolean;
}) {
  const Backwards = toFirst ? ChevronsLeft : ChevronLeft;
  const inside = (
    <>
      {direction === "previous" && <Backwards className="size-4 rtl:rotate-180" aria-hidden="true" />}
      {label}
      {direction === "next" && <ChevronRight className="size-4 rtl:rotate-180" aria-hidden="true" />}
    </>
  );
  if (href === null)
    return (
      <span aria-disabled="true" className="button-compact border-line text-muted">
        {inside}
      </span>
    );
  return (
    <Link
      href={href}
      rel={toFirst ? undefined : direction === "previous" ? "prev" : "next"}
      className="button-compact button-secondary"
    >
      {inside}
    </Link>
  );
}
