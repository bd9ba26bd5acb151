import type { Permission } from "@/lib/accounts/roles.rules";
import type { shellWords } from "../messages/shell";

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
