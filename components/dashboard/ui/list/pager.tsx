import { ChevronLeft, ChevronRight, ChevronsLeft, type LucideIcon } from "lucide-react";
import Link from "next/link";
import { listWords as words } from "../../messages/lists";

type Props = {
  /** Addresses of the parts beside this one, and of the list's beginning; null where there is none. */
  newer: string | null;
  older: string | null;
  newest: string | null;
};

/** The way through a list that is read in parts, newest first. */
export function Pager({ newer, older, newest }: Props) {
  if (newer === null && older === null) return null;
  return (
    <nav
      aria-label={words.pager}
      className="flex min-h-12 flex-wrap items-center justify-end gap-2 border-line border-t px-5 py-2"
    >
      {newest !== null && (
        <span className="me-auto">
          <Step href={newest} label={words.newest} before={ChevronsLeft} />
        </span>
      )}
      {/* A list that is read forwards only goes back to its beginning alone. */}
      {(newer === null || newer !== newest) && (
        <Step href={newer} label={words.previous} before={ChevronLeft} rel="prev" />
      )}
      <Step href={older} label={words.next} after={ChevronRight} rel="next" />
    </nav>
  );
}

type StepProps = {
  href: string | null;
  label: string;
  rel?: "prev" | "next";
  before?: LucideIcon;
  after?: LucideIcon;
};

function Step({ href, label, rel, before: Before, after: After }: StepProps) {
  const inside = (
    <>
      {Before !== undefined && <Before className="size-4 rtl:rotate-180" aria-hidden="true" />}
      {label}
      {After !== undefined && <After className="size-4 rtl:rotate-180" aria-hidden="true" />}
    </>
  );
  if (href === null)
    return (
      <span aria-disabled="true" className="button-compact border-line text-muted">
        {inside}
      </span>
    );
  return (
    <Link href={href} rel={rel} className="button-compact button-secondary">
      {inside}
    </Link>
  );
}
