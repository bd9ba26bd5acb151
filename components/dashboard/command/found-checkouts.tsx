"use client";

import { Command } from "cmdk";
import { checkoutWords } from "../messages/checkouts";
import { commandWords as words } from "../messages/command";
import { shownText } from "../money/shown-text";
import { CommandItem, groupLook } from "./item";
import type { CheckoutSearch } from "./use-checkout-search";

type Props = { found: CheckoutSearch; text: string; onOpen: (checkoutId: string) => void };

/** The checkouts that go by what is typed, or how far the search is. */
export function FoundCheckouts({ found, text, onOpen }: Props) {
  if (found.kind === "none") return null;
  return (
    <>
      <p role="status" className="sr-only">
        {found.kind === "found" && words.found(found.checkouts.length)}
        {found.kind === "failed" && words.searchFailed}
      </p>
      {found.kind === "searching" && <Note>{words.searching}</Note>}
      {found.kind === "failed" && <Note>{words.searchFailed}</Note>}
      {isMissing(found, text) && <Note>{words.noCheckout}</Note>}
      {found.kind === "found" && found.checkouts.length > 0 && (
        <Command.Group heading={words.checkouts} className={groupLook}>
          {found.checkouts.map(({ checkoutId, itemName, referenceId, status }) => (
            <CommandItem
              key={checkoutId}
              // Whatever it was found by, it stays in the list for what is typed.
              keywords={[text]}
              value={`checkout ${checkoutId}`}
              onSelect={() => onOpen(checkoutId)}
            >
              <span className="min-w-0 flex-1">
                <bdi className="block truncate">
                  {shownText(referenceId) ?? shownText(itemName) ?? checkoutId}
                </bdi>
                <span className="block truncate font-mono text-muted">{checkoutId}</span>
              </span>
              <span className="caption shrink-0">{checkoutWords.statuses[status]}</span>
            </CommandItem>
          ))}
        </Command.Group>
      )}
    </>
  );
}

/** Something typed that can only be a checkout's, and no checkout is found by it. */
export function isMissing(found: CheckoutSearch, text: string): boolean {
  return found.kind === "found" && found.checkouts.length === 0 && /^(?:chk_|0x)/i.test(text.trim());
}

function Note({ children }: { children: string }) {
  return <p className="caption px-2.5 py-2">{children}</p>;
}
