import { History } from "lucide-react";
import Link from "next/link";
import { shellWords } from "../messages/shell";
import { EmptyState } from "./empty-state";

type Props = {
  /** On which side of its place in the list there is nothing. */
  side: "after" | "before";
  /** Address of the list's beginning, with its filter. */
  first: string;
};

/** A part of a list that holds nothing, though the list may: an address that was kept, or whose rows are gone. */
export function EndOfList({ side, first }: Props) {
  return (
    <EmptyState
      icon={History}
      title={side === "after" ? shellWords.nothingOlder : shellWords.nothingNewer}
      action={
        <Link href={first} className="button-compact button-secondary">
          {shellWords.showNewest}
        </Link>
      }
    />
  );
}
