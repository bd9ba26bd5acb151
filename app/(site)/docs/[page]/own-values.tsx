import { headers } from "next/headers";
import type { ReactNode } from "react";
import { ReauthenticateDialog } from "@/components/dashboard/account/reauthenticate-dialog";
import { LanguageProvider } from "@/components/dashboard/shell/language";
import { OwnValues } from "@/components/docs/sample-values";
import { TestKey } from "@/components/docs/test-key";
import { mayDo } from "@/lib/accounts/roles.rules";
import { readSession } from "@/lib/api/auth/session";
import { pagePerson, proofWays, walletHost } from "@/lib/api/dashboard/page-access";
import { readSiteLanguage } from "@/lib/api/http/page-request";
import { demoValues } from "@/lib/api/pages/demo-values";
import { getProjects } from "@/lib/api/wiring/projects";
import type { KeyKind } from "@/lib/docs/placeholders";
import { env } from "@/lib/settings/env";

type Props = { kind: KeyKind | null; children: ReactNode };

/** Samples with a demo's own values, and with the test key that a signed-in reader may create. */
export async function WithOwnValues({ kind, children }: Props) {
  return (
    <OwnValues values={demoValues(env(), await headers())}>
      <WithTestKey kind={kind}>{children}</WithTestKey>
    </OwnValues>
  );
}

/** Offers a test key to a signed-in reader who may create one; for everyone else the samples alone. */
async function WithTestKey({ kind, children }: Props) {
  const reader = kind === null ? null : await readReader(kind);
  if (kind === null || reader === null) return children;
  const language = await readSiteLanguage();
  return (
    <TestKey kind={kind} projects={reader.projects} language={language}>
      {children}
      <LanguageProvider language={language}>
        <ReauthenticateDialog ways={reader.ways} person={reader.person} walletHost={walletHost()} />
      </LanguageProvider>
    </TestKey>
  );
}

async function readReader(kind: KeyKind) {
  try {
    const signedIn = await readSession();
    if (signedIn === null) return null;
    const memberships = await getProjects().memberships.list(signedIn.userId);
    const permission = kind === "server" ? "keys.manageServer" : "keys.manage";
    const projects = memberships
      .filter(({ role }) => mayDo(role, permission))
      .map(({ projectId, name }) => ({ projectId, name }));
    return projects.length === 0
      ? null
      : { projects, ways: proofWays(signedIn), person: pagePerson(signedIn) };
  } catch {
    // The documentation needs no database.
    return null;
  }
}
