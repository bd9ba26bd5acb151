import { mayDo, type Permission, type Role } from "@/lib/accounts/roles.rules";
import { shellWords } from "../messages/shell";

export type ShellPage = {
  name: keyof typeof shellWords.pages;
  /** Below the project's own address. */
  path: string;
  permission: Permission;
  /** Only if all chains are local. */
  localOnly?: true;
};

/** The menu. */
export const menuPages = [
  { name: "overview", path: "", permission: "project.read" },
  { name: "checkouts", path: "/checkouts", permission: "project.read" },
  { name: "inbox", path: "/inbox", permission: "project.read" },
  { name: "links", path: "/links", permission: "project.read" },
  { name: "refunds", path: "/refunds", permission: "project.read" },
  { name: "settlements", path: "/settlements", permission: "project.read" },
  { name: "developers", path: "/developers", permission: "project.read" },
  { name: "settings", path: "/settings", permission: "project.read" },
] as const satisfies readonly ShellPage[];

/** The tabs under "Developers". */
export const developerPages: readonly ShellPage[] = [
  { name: "quickstart", path: "/developers", permission: "project.read" },
  { name: "keys", path: "/developers/keys", permission: "keys.manage" },
  { name: "webhooks", path: "/developers/webhooks", permission: "webhooks.manage" },
  { name: "requests", path: "/developers/requests", permission: "requestLog.read" },
  { name: "testTools", path: "/developers/test-tools", permission: "testTools.use", localOnly: true },
];

/** The tabs under "Settings". */
export const settingsPages: readonly ShellPage[] = [
  { name: "shop", path: "/settings", permission: "project.read" },
  { name: "coins", path: "/settings/coins", permission: "project.read" },
  { name: "wallet", path: "/settings/wallet", permission: "project.read" },
  { name: "team", path: "/settings/team", permission: "team.read" },
  { name: "advanced", path: "/settings/advanced", permission: "project.read" },
];

export const auditPage: ShellPage = {
  name: "audit",
  path: "/settings/team/audit",
  permission: "audit.read",
};

type Reader = { role: Role; isTest: boolean };

/** Menu entries with tabs. Each leads to the tab that this browser opened last, which a cookie of this name keeps. */
const tabbed = [
  { menu: "/developers", cookie: "developers-tab", pages: developerPages },
  { menu: "/settings", cookie: "settings-tab", pages: settingsPages },
] as const;

/** The paths of the tabs that were opened last, by their menu entry. @param read a cookie */
export function lastTabs(
  reader: Reader,
  read: (cookie: string) => string | undefined,
): Record<string, string> {
  return Object.fromEntries(
    tabbed.flatMap(({ menu, cookie, pages }) => {
      const last = openPages(pages, reader).find(({ name }) => name === read(cookie));
      return last === undefined ? [] : [[menu, last.path]];
    }),
  );
}

/** The tab of a path, with its menu entry and cookie; null for other pages. A tab's own pages belong to it. */
export function tabOf(path: string): { menu: string; cookie: string; tab: ShellPage } | null {
  for (const { menu, cookie, pages } of tabbed) {
    const own = pages.find((page) => path === page.path);
    const tab = own ?? pages.find((page) => page.path !== menu && path.startsWith(`${page.path}/`));
    if (tab !== undefined) return { menu, cookie, tab };
  }
  return null;
}

/** The pages that someone may open. */
export function openPages<Page extends ShellPage>(
  pages: readonly Page[],
  { role, isTest }: Reader,
): readonly Page[] {
  return pages.filter(
    ({ permission, localOnly }) => mayDo(role, permission) && (isTest || localOnly === undefined),
  );
}

/** As links beside each other. */
export function tabsOf(
  pages: readonly ShellPage[],
  { projectId, ...reader }: Reader & { projectId: string },
): { href: string; label: string }[] {
  return openPages(pages, reader).map(({ name, path }) => ({
    href: `/dashboard/projects/${projectId}${path}`,
    label: shellWords.pages[name],
  }));
}
