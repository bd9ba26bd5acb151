import type { ReactNode } from "react";
import { PageHeader } from "@/components/dashboard/ui/card";
import { Tabs } from "@/components/dashboard/ui/link";
import type { Role } from "@/lib/accounts/roles.rules";
import { shellWords } from "../messages/shell";
import { developerPages, tabsOf } from "../shell/pages";

type Props = {
  access: { projectId: string; role: Role };
  isTest: boolean;
  description: string;
  actions?: ReactNode;
  children: ReactNode;
};

/** The shared frame of the pages for developers. */
export function DevelopersFrame({
  access: { projectId, role },
  isTest,
  description,
  actions,
  children,
}: Props) {
  const title = shellWords.pages.developers;
  return (
    <>
      <PageHeader title={title} description={description} actions={actions} />
      <Tabs
        label={title}
        tabs={[
          ...tabsOf(developerPages, { projectId, role, isTest }),
          { href: "/docs", label: shellWords.apiReference },
        ]}
      />
      {children}
    </>
  );
}
