import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { AccountFrame } from "@/components/dashboard/account/account-frame";
import { ReauthenticateDialog } from "@/components/dashboard/account/reauthenticate-dialog";
import { PlainShell } from "@/components/dashboard/shell/plain-shell";
import { requireSession } from "@/lib/api/dashboard/page-access";
import { proofWays, walletHost } from "@/lib/api/dashboard/wallet-host";
import { getDeps } from "@/lib/api/deps";
import { readTheme } from "@/lib/platform/values/theme.rules";

export const dynamic = "force-dynamic";

export default async function AccountLayout({ children }: { children: ReactNode }) {
  const signedIn = await requireSession();
  const projects = await getDeps().memberships.list(signedIn.userId);
  const theme = readTheme((await cookies()).get("theme")?.value);
  return (
    <PlainShell email={signedIn.email} theme={theme} hasProject={projects.length > 0}>
      <AccountFrame>{children}</AccountFrame>
      <ReauthenticateDialog ways={proofWays(signedIn)} walletHost={walletHost()} />
    </PlainShell>
  );
}
