import { signInWords } from "@/components/dashboard/messages/sign-in";
import { EntryCard, StepTitle } from "@/components/dashboard/sign-in/entry-card";
import { AcceptForm, JoinForm, SignOutHere } from "@/components/dashboard/sign-in/invitation-forms";
import { Link } from "@/components/dashboard/ui/link";
import { viewInvitation } from "@/lib/accounts/new-account";
import { readSession } from "@/lib/api/auth/session";
import { openLanguage, titled } from "@/lib/api/dashboard/page-language";
import { getAccounts } from "@/lib/api/wiring/accounts";
import { fill } from "@/lib/platform/i18n/message.rules";

export const generateMetadata = titled(() => signInWords.invitation.page);

/** The page of an invitation's link; viewing does not accept it. */
export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  await openLanguage();
  const { token } = await params;
  const [invited, signedIn] = await Promise.all([viewInvitation(getAccounts(), token), readSession()]);
  const signedInAs = signedIn?.email ?? null;
  const words = signInWords.invitation;
  if (invited === null)
    return (
      <EntryCard>
        <StepTitle title={words.overTitle} explanation={words.over} />
        <Link href="/dashboard" className="button button-secondary">
          {signInWords.reset.back}
        </Link>
      </EntryCard>
    );
  const { projectName, email, role, invitedBy, hasAccount } = invited;
  const here = `/dashboard/invitations/${token}`;
  return (
    <EntryCard>
      <StepTitle
        title={fill(words.title, { project: projectName })}
        explanation={
          invitedBy === null
            ? fill(words.asksUnnamed, { role: words.roles[role] })
            : fill(words.asks, { by: invitedBy, role: words.roles[role] })
        }
      />
      {(signedInAs !== null || hasAccount) && (
        <p className="wrap-anywhere text-sm">
          <span className="text-muted">{words.sentTo}</span> {email}
        </p>
      )}
      {signedInAs === email ? (
        <AcceptForm token={token} />
      ) : signedInAs !== null ? (
        <>
          <p className="wrap-anywhere text-sm">{fill(words.otherPerson, { email: signedInAs })}</p>
          <SignOutHere />
        </>
      ) : hasAccount ? (
        <>
          <p className="text-sm">{words.signInFirst}</p>
          <Link
            href={`/dashboard/sign-in?next=${encodeURIComponent(here)}`}
            className="button button-primary"
          >
            {words.signIn}
          </Link>
        </>
      ) : (
        <JoinForm token={token} email={email} />
      )}
    </EntryCard>
  );
}
