"use client";

import {
  ArrowRightLeft,
  BookOpen,
  FlaskConical,
  House,
  Inbox,
  KeyRound,
  Link2,
  ListChecks,
  type LucideIcon,
  Menu,
  Receipt,
  Rocket,
  ScrollText,
  Settings,
  Undo2,
  Users,
  Webhook,
  X,
} from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "@/components/dashboard/ui/link";
import { mayDo, type Permission, type Role } from "@/lib/accounts/roles.rules";
import { keepPreference } from "@/lib/browser/dashboard/preference";
import { timeZoneCookie } from "@/lib/platform/i18n/time-zone.rules";
import { shellWords } from "../messages/shell";

const icons: Readonly<Record<ShellPage["name"], LucideIcon>> = {
  overview: House,
  inbox: Inbox,
  checkouts: Receipt,
  links: Link2,
  refunds: Undo2,
  settlements: ArrowRightLeft,
  quickstart: Rocket,
  keys: KeyRound,
  webhooks: Webhook,
  requests: ScrollText,
  testTools: FlaskConical,
  settings: Settings,
  team: Users,
  audit: ListChecks,
};

const linkStyle =
  "flex min-h-9 items-center gap-2.5 rounded-lg px-3 text-muted text-sm hover:bg-well hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent";

type Props = { projectId: string; role: Role; isTest: boolean; inboxCount: ReactNode };

/** The project's pages that its visitor may open. */
export function Nav({ projectId, role, isTest, inboxCount }: Props) {
  const base = `/dashboard/projects/${projectId}`;
  const current = currentPath(usePathname().slice(base.length));
  return (
    <nav aria-label={shellWords.mainNavigation} className="flex flex-col gap-4">
      {shellPages.map(({ section, pages }) => {
        const visiblePages = pages.filter(
          ({ permission, localOnly }) => mayDo(role, permission) && (isTest || localOnly === undefined),
        );
        if (visiblePages.length === 0) return null;
        return (
          <div key={section ?? "root"}>
            {section !== null && <p className="caption px-3 pb-1">{shellWords.sections[section]}</p>}
            <ul className="flex flex-col gap-0.5">
              {visiblePages.map(({ name, path }) => {
                const Icon = icons[name];
                return (
                  <li key={name}>
                    <Link
                      href={base + path}
                      aria-current={path === current ? "page" : undefined}
                      className={linkStyle}
                    >
                      <Icon className="size-4 shrink-0" aria-hidden="true" />
                      {shellWords.pages[name]}
                      {name === "inbox" && inboxCount}
                    </Link>
                  </li>
                );
              })}
              {section === "developers" && (
                <li>
                  <Link href="/docs" className={linkStyle}>
                    <BookOpen className="size-4 shrink-0" aria-hidden="true" />
                    {shellWords.apiReference}
                  </Link>
                </li>
              )}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

/** The page with the longest matching path: a checkout's own page belongs to "Checkouts". */
function currentPath(path: string): string {
  const all = shellPages.flatMap(({ pages }) => pages.map((page) => page.path));
  const open = all.filter((each) => path === each || (each !== "" && path.startsWith(`${each}/`)));
  return open.sort((a, b) => b.length - a.length)[0] ?? path;
}

/** The navigation of a narrow screen: a sheet over the page, closed by navigation. */
export function MobileMenu({ inboxCount, children }: { inboxCount: ReactNode; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const path = usePathname();

  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes because the page is another.
  useEffect(() => dialog.current?.close(), [path]);

  return (
    <>
      <button
        type="button"
        onClick={() => dialog.current?.showModal()}
        className="button-compact button-quiet relative -ms-2 size-10 px-0 lg:hidden"
        aria-label={shellWords.menu}
      >
        <Menu className="size-5" aria-hidden="true" />
        <span className="absolute start-5 top-0 whitespace-nowrap leading-4">{inboxCount}</span>
      </button>
      <dialog
        ref={dialog}
        aria-label={shellWords.menu}
        className="fixed inset-y-0 start-0 m-0 h-dvh max-h-none w-72 max-w-[85vw] border-line border-e bg-card p-4 text-ink backdrop:bg-scrim"
      >
        <div className="mb-2 flex justify-end">
          <button
            type="button"
            onClick={() => dialog.current?.close()}
            className="button-compact button-quiet size-10 px-0"
            aria-label={shellWords.closeMenu}
          >
            <X className="size-5" aria-hidden="true" />
          </button>
        </div>
        {children}
      </dialog>
    </>
  );
}

/** Remembers the open project, so that the dashboard starts there next time. */
export function RememberProject({ projectId }: { projectId: string }) {
  useEffect(() => {
    keepPreference("project", projectId, "/dashboard");
  }, [projectId]);
  return null;
}

/** Tells the server the browser's time zone, which no request names. @param known the one that it knows */
export function RememberTimeZone({ known }: { known: string }) {
  const router = useRouter();
  useEffect(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    if (timeZone === known) return;
    keepPreference(timeZoneCookie, timeZone);
    router.refresh();
  }, [known, router]);
  return null;
}

export type ShellPage = {
  name: keyof typeof shellWords.pages;
  /** Below the project's own address. */
  path: string;
  permission: Permission;
  /** Only if all chains are local. */
  localOnly?: true;
};

/** Every page of a project, as the navigation and the command menu list them. */
export const shellPages: readonly {
  section: keyof typeof shellWords.sections | null;
  pages: readonly ShellPage[];
}[] = [
  {
    section: null,
    pages: [
      { name: "overview", path: "", permission: "project.read" },
      { name: "inbox", path: "/inbox", permission: "project.read" },
    ],
  },
  {
    section: "payments",
    pages: [
      { name: "checkouts", path: "/checkouts", permission: "project.read" },
      { name: "links", path: "/links", permission: "project.read" },
      { name: "refunds", path: "/refunds", permission: "project.read" },
      { name: "settlements", path: "/settlements", permission: "project.read" },
    ],
  },
  {
    section: "developers",
    pages: [
      { name: "quickstart", path: "/developers", permission: "project.read" },
      { name: "keys", path: "/developers/keys", permission: "keys.manage" },
      { name: "webhooks", path: "/developers/webhooks", permission: "webhooks.manage" },
      { name: "requests", path: "/developers/requests", permission: "requestLog.read" },
      { name: "testTools", path: "/developers/test-tools", permission: "testTools.use", localOnly: true },
    ],
  },
  {
    section: "project",
    pages: [
      { name: "settings", path: "/settings", permission: "project.read" },
      { name: "team", path: "/settings/team", permission: "team.read" },
      { name: "audit", path: "/audit", permission: "audit.read" },
    ],
  },
];
