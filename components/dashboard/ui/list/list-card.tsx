import { History, type LucideIcon, SearchX } from "lucide-react";
import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { addressOf, type CursorText, type ListPart, type Place } from "@/lib/platform/lists/list-place.rules";
import { listWords as words } from "../../messages/lists";
import { Card } from "../card";
import { EmptyState } from "./empty-state";
import { Pager } from "./pager";

type Props<Item, Cursor> = Pick<ComponentProps<typeof Card>, "title" | "description" | "actions"> & {
  /** Of the list, and its filter as the address says it. */
  path: string;
  query?: URLSearchParams;
  /** Where the part was asked for. */
  place: Place<Cursor>;
  part: ListPart<Item, Cursor>;
  cursors: CursorText<Cursor>;
  /** What a list without anything in it says. */
  empty: { icon: LucideIcon; title: string; text?: ReactNode; action?: ReactNode };
  /** Above the rows, whatever is among them. */
  above?: ReactNode;
  /** Under the rows. */
  below?: ReactNode;
  /** The rows. */
  children: ReactNode;
};

/** A part of a list, with the way to the parts beside it; what is not there is told alike in every list. */
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
  const goesOn = (place.kind === "before" ? part.newer : part.older) !== null;
  return (
    <Card flush {...heading}>
      {above}
      {!isEmpty ? (
        children
      ) : goesOn ? (
        <EmptyState icon={History} title={words.noneSoFar}>
          {words.noneSoFarHint}
        </EmptyState>
      ) : place.kind !== "first" ? (
        <EmptyState
          icon={History}
          title={place.kind === "after" ? words.nothingOlder : words.nothingNewer}
          action={<Back href={at({ kind: "first" })}>{words.showNewest}</Back>}
        />
      ) : query.size > 0 ? (
        <EmptyState icon={SearchX} title={words.noneFit} action={<Back href={path}>{words.showAll}</Back>}>
          {words.noneFitHint}
        </EmptyState>
      ) : (
        <EmptyState icon={empty.icon} title={empty.title} action={empty.action}>
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

function Back({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="button-compact button-secondary">
      {children}
    </Link>
  );
}
