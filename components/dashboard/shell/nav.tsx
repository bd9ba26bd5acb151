"use client";

import {
  ArrowRightLeft,
  Code,
  House,
  Inbox,
  Link2,
  type LucideIcon,
  Menu,
  Receipt,
  Settings,
  Undo2,
  X,
} from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "@/components/dashboard/ui/link";
import { keepPreference } from "@/lib/browser/dashboard/preference";
import { timeZoneCookie } from "@/lib/platform/i18n/time-zone.rules";
import { shellWords } from "../messages/shell";
import { menuPages, tabOf } from "./pages";

const icons: Readonly<Record<(typeof menuPages)[number]["name"], LucideIcon>> = {
  overview: House,
  inbox: Inbox,
  checkouts: Receipt,
  links: Link2,
  refunds: Undo2,
  settlements: ArrowRightLeft,
  developers: Code,
  settings: Settings,
};

const linkStyle =
  "flex min-h-9 items-center gap-2.5 rounded-lg px-3 text-muted text-sm hover:bg-well hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent";

type Props = {
  projectId: string;
  /** Where entries with tabs lead, by their path. */
  lastTabs: Readonly<Record<string, string>>;
  inboxCount: ReactNode;
};

/** The menu of a project: everyone in it may open these pages. */
export function Nav({ projectId, lastTabs, inboxCount }: Props) {
  const base = `/dashboard/projects/${projectId}`;
  const path = usePathname().slice(base.length);
  const [tabs, setTabs] = useState(lastTabs);
  useEffect(() => {
    const open = tabOf(path);
    if (open === null) return;
    keepPreference(open.cookie, open.tab.name, "/dashboard");
    setTabs((before) => ({ ...before, [open.menu]: open.tab.path }));
  }, [path]);
  return (
    <nav aria-label={shellWords.mainNavigation}>
      <ul className="flex flex-col gap-0.5">
        {menuPages.map((page) => {
          const Icon = icons[page.name];
          return (
            <li key={page.name}>
              <Link
                href={base + (tabs[page.path] ?? page.path)}
                aria-current={currentOf(page.path, path)}
                className={linkStyle}
              >
                <Icon className="size-4 shrink-0" aria-hidden="true" />
                {shellWords.pages[page.name]}
                {page.name === "inbox" && inboxCount}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** A checkout's own page belongs to "Checkouts". */
function currentOf(menu: string, path: string): "page" | undefined {
  return path === menu || (menu !== "" && path.startsWith(`${menu}/`)) ? "page" : undefined;
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
      >
        <span className="sr-only">{shellWords.menu}</span>
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
