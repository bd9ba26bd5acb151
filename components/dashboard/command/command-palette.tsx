"use client";

import { Command } from "cmdk";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { mayDo } from "@/lib/accounts/roles.rules";
import { commandWords as words } from "../messages/command";
import { shellWords } from "../messages/shell";
import { shellPages } from "../shell/pages";
import { chooseTheme } from "../shell/theme-choice";
import type { CommandMenuProps } from "./command-menu";
import { doings } from "./doings";
import { FoundCheckouts, isMissing } from "./found-checkouts";
import { CommandItem, groupLook } from "./item";
import { useCheckoutSearch } from "./use-checkout-search";

type Props = CommandMenuProps & { onDone: () => void };

/** Every page, project and act that a visitor has, and the checkouts that go by what is typed. */
export function CommandPalette({ projectId, role, isTest, projects, onDone }: Props) {
  const router = useRouter();
  const [text, setText] = useState("");
  const found = useCheckoutSearch(projectId, text);
  const base = `/dashboard/projects/${projectId}`;
  const open = (href: string) => {
    onDone();
    router.push(href);
  };
  const pages = shellPages
    .flatMap(({ pages }) => pages)
    .filter(({ permission, localOnly }) => mayDo(role, permission) && (isTest || localOnly === undefined));
  const others = projects.filter((project) => project.projectId !== projectId);
  return (
    <Command label={words.label} loop vimBindings={false} className="flex max-h-[80dvh] flex-col">
      <Command.Input
        autoFocus
        value={text}
        onValueChange={setText}
        placeholder={words.placeholder}
        className="min-h-14 w-full shrink-0 border-line border-b bg-card px-4 text-base text-ink outline-none placeholder:text-muted"
      />
      <Command.List className="min-h-0 overflow-y-auto overscroll-contain p-2">
        {found.kind !== "searching" && !isMissing(found, text) && (
          <Command.Empty className="caption px-2.5 py-4">{words.nothing}</Command.Empty>
        )}
        <FoundCheckouts found={found} text={text} onOpen={(id) => open(`${base}/checkouts/${id}`)} />
        <Command.Group heading={words.pages} className={groupLook}>
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
        <Command.Group heading={words.actions} className={groupLook}>
          {doings
            .filter(({ permission }) => mayDo(role, permission))
            .map(({ label, path }) => (
              <CommandItem key={path} value={`do ${path}`} onSelect={() => open(base + path)}>
                {label}
              </CommandItem>
            ))}
          <CommandItem value="do new project" onSelect={() => open("/dashboard/projects/new")}>
            {words.newProject}
          </CommandItem>
          {(["system", "light", "dark"] as const).map((theme) => (
            <CommandItem
              key={theme}
              value={`theme ${theme}`}
              onSelect={() => {
                chooseTheme(theme);
                onDone();
                router.refresh();
              }}
            >
              {words.themes[theme]}
            </CommandItem>
          ))}
        </Command.Group>
        {others.length > 0 && (
          <Command.Group heading={words.projects} className={groupLook}>
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
      <p className="caption hidden gap-4 border-line border-t px-4 py-2 md:flex" aria-hidden="true">
        <span>↑↓ {words.keys.move}</span>
        <span>↵ {words.keys.choose}</span>
        <span>Esc {words.keys.close}</span>
      </p>
    </Command>
  );
}
