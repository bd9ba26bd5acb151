import { Link } from "@/components/dashboard/ui/link";
import type { Role } from "@/lib/accounts/roles.rules";
import { signInWords } from "../messages/sign-in";
import { EntryCard, StepTitle } from "./entry-card";
import { AcceptForm, JoinForm, SignOutHere } from "./invitation-forms";

type Props = {
  token: string;
  /** Null for an invalid link. */
  invited: {
    projectName: string;
    email: string;
    role: Role;
    invitedBy: string | null;
    hasAccount: boolean;
  } | null;
  /** The signed-in person; null when signed out. */
  signedInAs: string | null;
};

/** The page of an invitation's link; viewing does not accept it. */
export function InvitationPage({ token, invited, signedInAs }: Props) {
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
      <StepTitle title={words.title(projectName)} explanation={words.asks(invitedBy, words.roles[role])} />
      {(signedInAs !== null || hasAccount) && (
        <p className="wrap-anywhere text-sm">
          <span className="text-muted">{words.sentTo}</span> {email}
        </p>
      )}
      {signedInAs === email ? (
        <AcceptForm token={token} />
      ) : signedInAs !== null ? (
        <>
          <p className="wrap-anywhere text-sm">{words.otherPerson(signedInAs)}</p>
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
