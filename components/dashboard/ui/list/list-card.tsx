import {
  ChevronLeft,
  ChevronRight,
  ChevronsLeft,
  Download,
  History,
  type LucideIcon,
  SearchX,
} from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { listWords, listWords as words } from "@/components/dashboard/messages/shell";
import { Card, EmptyState } from "@/components/dashboard/ui/card";
import { Link } from "@/components/dashboard/ui/link";
import { addressOf, type CursorText, type ListPart, type Place } from "@/lib/platform/lists/list-place.rules";
import { CsvFormChoice } from "./csv-form";

type PagerProps = {
  /** URLs of the neighbouring pages and of the first page; null without one. */
  newer: string | null;
  older: string | null;
  newest: string | null;
};

/** Paging through a list, newest first. */
function Pager({ newer, older, newest }: PagerProps) {
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
      {/* A forward-only list only returns to its first page. */}
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

type Props<Item, Cursor> = Pick<ComponentProps<typeof Card>, "title" | "description" | "actions"> & {
  /** The list's path, and its filter from the URL. */
  path: string;
  query?: URLSearchParams;
  /** Where the part was asked for. */
  place: Place<Cursor>;
  part: ListPart<Item, Cursor>;
  cursors: CursorText<Cursor>;
  /** Shown for an empty list: an action on the page, or the page where its first entry begins. */
  empty: {
    icon: LucideIcon;
    title: string;
    text?: ReactNode;
    action?: ReactNode;
    next?: { href: string; label: string };
  };
  /** Above the rows, if there are any or not. */
  above?: ReactNode;
  /** Under the rows. */
  below?: ReactNode;
  /** The rows. */
  children: ReactNode;
};

/** A page of a list with links to the neighbouring pages; an empty one looks the same in every list. */
export function ListCard<Item, Cursor>(props: Props<Item, Cursor>) {
  const {
    path,
    query = new URLSearchParams(),
    place,
    part,
    cursors,
    above,
    below,
    children,
    ...rest
  } = props;
  const { empty, ...heading } = rest;
  const at = (to: Place<Cursor>) => addressOf(path, query, to, cursors);
  const isEmpty = part.items.length === 0;
  const hasMore = (place.kind === "before" ? part.newer : part.older) !== null;
  return (
    <Card flush {...heading}>
      {above}
      {!isEmpty ? (
        children
      ) : hasMore ? (
        <EmptyState icon={History} title={words.noneSoFar}>
          {words.noneSoFarHint}
        </EmptyState>
      ) : place.kind !== "first" ? (
        <EmptyState
          icon={History}
          title={place.kind === "after" ? words.nothingOlder : words.nothingNewer}
          action={<Lead href={at({ kind: "first" })}>{words.showNewest}</Lead>}
        />
      ) : query.size > 0 ? (
        <EmptyState icon={SearchX} title={words.noneFit} action={<Lead href={path}>{words.showAll}</Lead>}>
          {words.noneFitHint}
        </EmptyState>
      ) : (
        <EmptyState
          icon={empty.icon}
          title={empty.title}
          action={
            empty.next === undefined ? empty.action : <Lead href={empty.next.href}>{empty.next.label}</Lead>
          }
        >
          {empty.text}
        </EmptyState>
      )}
      <Pager
        newer={part.newer === null ? null : at(part.newer)}
        older={part.older === null ? null : at(part.older)}
        newest={place.kind === "first" ? null : at({ kind: "first" })}
      />
      {!isEmpty && below}
    </Card>
  );
}

function Lead({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="button-compact button-secondary">
      {children}
    </Link>
  );
}

/** The filtered list as a file. @param href of the file, with the list's filter */
export function ExportLink({ href }: { href: string }) {
  return (
    <>
      <CsvFormChoice />
      <a href={href} download title={listWords.exportHint} className="button-compact button-secondary">
        <Download className="size-4" aria-hidden="true" />
        {listWords.exportCsv}
      </a>
    </>
  );
}
