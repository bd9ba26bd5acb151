import type { ReactNode } from "react";
import { accountWords } from "../messages/account";
import { PageHeader } from "../ui/page-header";
import { Tabs } from "../ui/tabs";

/** The pages of a person's own account. */
export function AccountFrame({ children }: { children: ReactNode }) {
  const { title, tabs } = accountWords;
  return (
    <>
      <PageHeader title={title} />
      <Tabs
        label={tabs.label}
        tabs={[
          { href: "/dashboard/account", label: tabs.account },
          { href: "/dashboard/account/sessions", label: tabs.sessions },
          { href: "/dashboard/account/activity", label: tabs.activity },
        ]}
      />
      {children}
    </>
  );
}
