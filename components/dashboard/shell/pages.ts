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
