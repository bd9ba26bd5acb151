import type { ReactNode } from "react";
import { ReauthenticateDialog } from "@/components/dashboard/account/reauthenticate-dialog";
import { LanguageProvider } from "@/components/dashboard/shell/language";
import type { KeyKind } from "@/components/docs/key-placeholders";
import { TestKey } from "@/components/docs/test-key";
import { mayDo } from "@/lib/accounts/roles.rules";
import { readSession } from "@/lib/api/auth/session";
import { proofWays, walletHost } from "@/lib/api/dashboard/page-access";
import { getProjects } from "@/lib/api/wiring/projects";

type Props = { kind: KeyKind; children: ReactNode };

/** Offers a test key to a signed-in reader who may create one; for everyone else the samples alone. */
export async function WithTestKey({ kind, children }: Props) {
  const reader = await readReader(kind);
  if (reader === null) return children;
  return (
    <TestKey kind={kind} projects={reader.projects}>
      {children}
      {/* The documentation is English. */}
      <LanguageProvider language="en">
        <ReauthenticateDialog ways={reader.ways} walletHost={walletHost()} />
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
    return projects.length === 0 ? null : { projects, ways: proofWays(signedIn) };
  } catch {
    // The documentation needs no database.
    return null;
  }
}
