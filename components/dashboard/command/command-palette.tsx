"use client";

import { Command } from "cmdk";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { checkoutWords } from "@/components/dashboard/messages/checkouts";
import { shellWords, commandWords as words } from "@/components/dashboard/messages/shell";
import { counted } from "@/components/dashboard/messages/text";
import { displayText } from "@/components/dashboard/money/display-units";
import {
  auditPage,
  developerPages,
  menuPages,
  openPages,
  settingsPages,
} from "@/components/dashboard/shell/pages";
import type { OutputOf } from "@/lib/accounts/account.schema";
import type { ProjectActions } from "@/lib/api/dashboard/action-list";
import { callApi, post } from "@/lib/browser/api";
import { type CommandMenuProps, type CommandText, commandInputStyle } from "./command-input";

/** A group of items with its heading. */
const groupStyle =
  "mb-1 **:[[cmdk-group-heading]]:px-2.5 **:[[cmdk-group-heading]]:py-1.5 **:[[cmdk-group-heading]]:text-muted **:[[cmdk-group-heading]]:text-sm";

type ItemProps = {
  /** Unique among all items. */
  value: string;
  /** Search terms besides its text. */
  keywords?: string[];
  onSelect: () => void;
  children: ReactNode;
};

function CommandItem({ value, keywords = [], onSelect, children }: ItemProps) {
  const words = typeof children === "string" ? [children, ...keywords] : keywords;
  return (
    <Command.Item
      value={value}
      keywords={words}
      onSelect={onSelect}
      className="flex min-h-10 cursor-pointer items-center gap-2 rounded-lg px-2.5 text-sm aria-selected:bg-accent-soft aria-selected:text-accent"
    >
      {children}
    </Command.Item>
  );
}

type FoundCheckout = OutputOf<ProjectActions["searchCheckouts"]>["checkouts"][number];

type FoundCheckoutsProps = { found: CheckoutSearch; text: string; onOpen: (checkoutId: string) => void };

/** The checkouts that match, with the parts by which people recognise them. */
function FoundCheckouts({ found, text, onOpen }: FoundCheckoutsProps) {
  if (found.kind !== "found" || found.checkouts.length === 0) return null;
  return (
    <Command.Group heading={words.checkouts} className={groupStyle}>
      {found.checkouts.map(({ checkoutId, itemName, referenceId, price, day, status }) => {
        const [reference, item] = [displayText(referenceId), displayText(itemName)];
        const isId = text.trim().toLowerCase() === checkoutId;
        const details = [reference === null ? null : item, price, day, isId ? checkoutId : null];
        return (
          <CommandItem
            key={checkoutId}
            // Keep each result, no matter which field matched.
            keywords={[text]}
            value={itemOf(checkoutId)}
            onSelect={() => onOpen(checkoutId)}
          >
            <span className="min-w-0 flex-1">
              <bdi className="block truncate">{reference ?? item ?? checkoutId}</bdi>
              <bdi className="block truncate text-muted">
                {details.filter((detail) => detail !== null).join(" · ")}
              </bdi>
            </span>
            <span className="caption shrink-0">{checkoutWords.statuses[status]}</span>
          </CommandItem>
        );
      })}
    </Command.Group>
  );
}

const itemOf = (checkoutId: string) => `checkout ${checkoutId}`;

/** The state of the search. Beside the list: a list box holds options alone. */
function SearchState({ found, text }: Omit<FoundCheckoutsProps, "onOpen">) {
  return (
    <div className="px-2 empty:hidden">
      {found.kind !== "none" && (
        <p role="status" className="sr-only">
          {found.kind === "found" && counted(words.found, found.checkouts.length)}
          {found.kind === "failed" && words.searchFailed}
        </p>
      )}
      {found.kind === "searching" && <Note>{words.searching}</Note>}
      {found.kind === "failed" && <Note>{words.searchFailed}</Note>}
      {isMissing(found, text) && <Note>{words.noCheckout}</Note>}
      {found.kind !== "searching" && !isMissing(found, text) && (
        <Command.Empty className="caption px-2.5 py-4">{words.nothing}</Command.Empty>
      )}
    </div>
  );
}

/** The text can only be a checkout's, and none was found. */
function isMissing(found: CheckoutSearch, text: string): boolean {
  return found.kind === "found" && found.checkouts.length === 0 && /^(?:chk_|0x)/i.test(text.trim());
}

function Note({ children }: { children: string }) {
  return <p className="caption px-2.5 py-2">{children}</p>;
}

const allPages = [...menuPages, ...developerPages, ...settingsPages, auditPage];

type Props = CommandMenuProps & CommandText & { onDone: () => void };

/** All pages and projects of a visitor, and the matching checkouts. */
export function CommandPalette({ projectId, role, isTest, projects, text, onText, onDone }: Props) {
  const router = useRouter();
  const found = useCheckoutSearch(projectId, text);
  const [chosen, setChosen] = useState("");
  const [first] = found.kind === "found" ? found.checkouts : [];
  const firstId = first?.checkoutId ?? null;
  // Checkouts come after the pages, and stand above them: Enter opens what is on top.
  useEffect(() => {
    if (firstId !== null) setChosen(itemOf(firstId));
  }, [firstId]);
  const base = `/dashboard/projects/${projectId}`;
  const open = (href: string) => {
    onDone();
    router.push(href);
  };
  const pages = openPages(allPages, { role, isTest });
  const others = projects.filter((project) => project.projectId !== projectId);
  return (
    <Command
      label={words.open}
      value={chosen}
      onValueChange={setChosen}
      loop
      vimBindings={false}
      className="flex max-h-[80dvh] flex-col"
    >
      <Command.Input
        autoFocus
        value={text}
        onValueChange={onText}
        placeholder={words.placeholder}
        className={commandInputStyle}
      />
      <SearchState found={found} text={text} />
      <Command.List className="min-h-0 overflow-y-auto overscroll-contain p-2">
        <FoundCheckouts found={found} text={text} onOpen={(id) => open(`${base}/checkouts/${id}`)} />
        <Command.Group heading={words.pages} className={groupStyle}>
          {pages.map(({ name, path }) => (
            <CommandItem key={name} value={`page ${name}`} onSelect={() => open(base + path)}>
              {shellWords.pages[name]}
            </CommandItem>
          ))}
          <CommandItem value="page account" onSelect={() => open("/dashboard/account")}>
            {words.account}
          </CommandItem>
          <CommandItem value="page docs" onSelect={() => open("/docs")}>
            {words.docs}
          </CommandItem>
        </Command.Group>
        {others.length > 0 && (
          <Command.Group heading={words.projects} className={groupStyle}>
            {others.map((project) => (
              <CommandItem
                key={project.projectId}
                value={`project ${project.projectId}`}
                keywords={[project.name]}
                onSelect={() => open(`/dashboard/projects/${project.projectId}`)}
              >
                <bdi className="truncate">{project.name}</bdi>
              </CommandItem>
            ))}
          </Command.Group>
        )}
      </Command.List>
    </Command>
  );
}

export type CheckoutSearch =
  | { kind: "none" }
  | { kind: "searching" }
  | { kind: "found"; checkouts: readonly FoundCheckout[] }
  | { kind: "failed" };

/** Waits until typing pauses. */
const typingMs = 250;
const shortest = 3;

/** The project's checkouts that match; late answers are dropped. */
function useCheckoutSearch(projectId: string, typed: string): CheckoutSearch {
  const text = typed.trim();
  const [answered, setAnswered] = useState<{ text: string; search: CheckoutSearch } | null>(null);

  useEffect(() => {
    if (text.length < shortest) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const path = `/api/dashboard/projects/${projectId}/actions/searchCheckouts`;
      const answer = await callApi<{ checkouts: FoundCheckout[] }>(path, post({ text: text.slice(0, 200) }));
      if (!isCurrent) return;
      const search: CheckoutSearch = answer.ok
        ? { kind: "found", checkouts: answer.data.checkouts }
        : { kind: "failed" };
      setAnswered({ text, search });
    }, typingMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [projectId, text]);

  if (text.length < shortest) return { kind: "none" };
  return answered?.text === text ? answered.search : { kind: "searching" };
}
