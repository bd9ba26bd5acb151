import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { ReauthenticateDialog } from "@/components/dashboard/account/reauthenticate-dialog";
import { CommandMenu } from "@/components/dashboard/command/command-menu";
import { RememberProject } from "@/components/dashboard/projects/remember-project";
import { WaitingWalletBanner } from "@/components/dashboard/settings/wallet-card";
import { DashboardShell } from "@/components/dashboard/shell/dashboard-shell";
import { requireProject } from "@/lib/api/dashboard/page-access";
import { proofWays, walletHost } from "@/lib/api/dashboard/wallet-host";
import { getDeps } from "@/lib/api/deps";
import { readTheme } from "@/lib/platform/values/theme.rules";

export const dynamic = "force-dynamic";

type Props = { params: Promise<{ projectId: string }>; children: ReactNode };

export default async function ProjectLayout({ params, children }: Props) {
  const { projectId, projectName, logoDigest, role, userId, signedIn } = await requireProject(
    (await params).projectId,
  );
  const { memberships, walletChanges, chains } = getDeps();
  const [projects, waiting] = await Promise.all([memberships.list(userId), walletChanges.waiting(projectId)]);
  const isTest = chains.every(({ local }) => local);
  const theme = readTheme((await cookies()).get("theme")?.value);
  return (
    <DashboardShell
      email={signedIn.email}
      theme={theme}
      project={{ projectId, name: projectName, logoDigest, role }}
      projects={projects}
      isTest={isTest}
      search={<CommandMenu projectId={projectId} role={role} isTest={isTest} projects={projects} />}
      banner={waiting !== null && <WaitingWalletBanner {...waiting} />}
    >
      {children}
      <RememberProject projectId={projectId} />
      <ReauthenticateDialog ways={proofWays(signedIn)} walletHost={walletHost()} />
    </DashboardShell>
  );
}
