import { cookies } from "next/headers";
import { cache, type ReactNode, Suspense } from "react";
import { ReauthenticateDialog } from "@/components/dashboard/account/reauthenticate-dialog";
import { CommandMenu } from "@/components/dashboard/command/command-menu";
import { settingsWords } from "@/components/dashboard/messages/settings";
import { shellWords } from "@/components/dashboard/messages/shell";
import { DashboardShell } from "@/components/dashboard/shell/dashboard-shell";
import { RememberProject, RememberTimeZone } from "@/components/dashboard/shell/nav";
import { lastTabs } from "@/components/dashboard/shell/pages";
import { Link } from "@/components/dashboard/ui/link";
import { Moment } from "@/components/dashboard/ui/moment";
import { Notice } from "@/components/dashboard/ui/notice";
import { pagePerson, proofWays, requireProject, walletHost } from "@/lib/api/dashboard/page-access";
import { readersTimeZone } from "@/lib/api/dashboard/page-language";
import { getMerchant } from "@/lib/api/wiring/merchant";
import { getProjects } from "@/lib/api/wiring/projects";
import { waitingMost } from "@/lib/insights/inbox/inbox.rules";
import { countWaiting } from "@/lib/insights/inbox/read-inbox";
import { fill } from "@/lib/platform/i18n/message.rules";
import { withChecksums } from "@/lib/platform/values/checksum.rules";
import { shortHex } from "@/lib/platform/values/hex.rules";
import { readTheme } from "@/lib/platform/values/theme.rules";

export const dynamic = "force-dynamic";

type Props = { params: Promise<{ projectId: string }>; children: ReactNode };

export default async function ProjectLayout({ params, children }: Props) {
  const { projectId, projectName, logoDigest, role, userId, signedIn } = await requireProject(
    (await params).projectId,
  );
  const { memberships, walletChanges, chains } = getProjects();
  const [projects, waiting] = await Promise.all([memberships.list(userId), walletChanges.waiting(projectId)]);
  const isTest = chains.every(({ local }) => local);
  const preferences = await cookies();
  const theme = readTheme(preferences.get("theme")?.value);
  return (
    <DashboardShell
      email={signedIn.email}
      theme={theme}
      project={{ projectId, name: projectName, logoDigest, role }}
      projects={projects}
      isTest={isTest}
      lastTabs={lastTabs({ role, isTest }, (cookie) => preferences.get(cookie)?.value)}
      search={<CommandMenu projectId={projectId} role={role} isTest={isTest} projects={projects} />}
      inboxCount={
        <Suspense>
          <InboxCount projectId={projectId} />
        </Suspense>
      }
      banner={waiting !== null && <WaitingWalletBanner {...waiting} />}
    >
      {children}
      <RememberProject projectId={projectId} />
      <RememberTimeZone known={await readersTimeZone()} />
      <ReauthenticateDialog
        ways={proofWays(signedIn)}
        person={pagePerson(signedIn)}
        walletHost={walletHost()}
      />
    </DashboardShell>
  );
}

/** Once for a page, which shows it in several places. */
const waitingIn = cache(async (projectId: string) =>
  countWaiting(getMerchant(), await requireProject(projectId)),
);

/** Streamed behind the page, which doesn't wait for it. */
async function InboxCount({ projectId }: { projectId: string }) {
  const counts = await waitingIn(projectId);
  const sum = Object.values(counts).reduce((total, count) => total + count, 0);
  if (sum === 0) return null;
  const text = sum >= waitingMost ? `${waitingMost}+` : `${sum}`;
  return (
    <span className="ms-auto rounded-full bg-well px-2 text-ink text-sm tabular-nums">
      <span aria-hidden="true">{text}</span>
      <span className="sr-only">{fill(shellWords.waiting, { count: text })}</span>
    </span>
  );
}

type WaitingWalletBannerProps = { projectId: string; toWallet: string; effectiveAt: Date };

/** Above every page while a settlement wallet is pending, so that no one misses it. */
function WaitingWalletBanner({ projectId, toWallet, effectiveAt }: WaitingWalletBannerProps) {
  return (
    <div className="mb-5">
      <Notice kind="warn">
        {fill(settingsWords.bannerText, { wallet: shortHex(withChecksums(toWallet)) })}{" "}
        {settingsWords.bannerAt} <Moment at={effectiveAt} />.{" "}
        <Link href={`/dashboard/projects/${projectId}/settings/wallet`} className="font-medium underline">
          {settingsWords.bannerLink}
        </Link>
      </Notice>
    </div>
  );
}
