import type { ReactNode } from "react";
import { accountWords } from "@/components/dashboard/messages/account";
import { PageHeader } from "@/components/dashboard/ui/page-header";
import { Tabs } from "@/components/dashboard/ui/tabs";

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
