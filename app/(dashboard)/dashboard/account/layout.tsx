import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { ReauthenticateDialog } from "@/components/dashboard/account/reauthenticate-dialog";
import { accountWords } from "@/components/dashboard/messages/account";
import { RememberTimeZone } from "@/components/dashboard/shell/nav";
import { PlainShell } from "@/components/dashboard/shell/plain-shell";
import { PageHeader } from "@/components/dashboard/ui/card";
import { Tabs } from "@/components/dashboard/ui/link";
import { pagePerson, proofWays, requireSession, walletHost } from "@/lib/api/dashboard/page-access";
import { readersTimeZone } from "@/lib/api/dashboard/page-language";
import { getProjects } from "@/lib/api/wiring/projects";
import { readTheme } from "@/lib/platform/values/theme.rules";

export const dynamic = "force-dynamic";

export default async function AccountLayout({ children }: { children: ReactNode }) {
  const signedIn = await requireSession();
  const projects = await getProjects().memberships.list(signedIn.userId);
  const theme = readTheme((await cookies()).get("theme")?.value);
  return (
    <PlainShell email={signedIn.email} theme={theme} hasProject={projects.length > 0}>
      <AccountFrame>{children}</AccountFrame>
      <RememberTimeZone known={await readersTimeZone()} />
      <ReauthenticateDialog
        ways={proofWays(signedIn)}
        person={pagePerson(signedIn)}
        walletHost={walletHost()}
      />
    </PlainShell>
  );
}

/** The pages of a person's own account. */
function AccountFrame({ children }: { children: ReactNode }) {
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
