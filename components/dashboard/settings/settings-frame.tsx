import type { ReactNode } from "react";
import { PageHeader } from "@/components/dashboard/ui/card";
import type { Role } from "@/lib/accounts/roles.rules";
import { shellWords } from "../messages/shell";
import { settingsPages, tabsOf } from "../shell/pages";
import { Tabs } from "../ui/link";
import { Notice } from "../ui/notice";

type Props = {
  access: { projectId: string; role: Role };
  /** Shown above when the visitor can only read. */
  readOnly?: string | null;
  actions?: ReactNode;
  children: ReactNode;
};

/** The shared frame of a project's settings. */
export function SettingsFrame({ access: { projectId, role }, readOnly = null, actions, children }: Props) {
  const title = shellWords.pages.settings;
  return (
    <div className="max-w-6xl">
      <PageHeader title={title} actions={actions} />
      <Tabs label={title} tabs={tabsOf(settingsPages, { projectId, role, isTest: false })} />
      <div className="flex flex-col gap-5">
        {readOnly !== null && <Notice>{readOnly}</Notice>}
        {children}
      </div>
    </div>
  );
}
