import { Link } from "@/components/dashboard/ui/link";
import { signInWords } from "../messages/sign-in";
import { Notice } from "../ui/notice";
import { EntryCard, StepTitle } from "./entry-card";
import { RequestResetForm, ResetPasswordForm } from "./reset-forms";

const words = signInWords.reset;

/** Requests a reset link. */
export function RequestResetPage({ sendsMail }: { sendsMail: boolean }) {
  return (
    <EntryCard>
      {sendsMail ? (
        <RequestResetForm heading={<StepTitle title={words.title} explanation={words.explanation} />} />
      ) : (
        <>
          <StepTitle title={words.title} />
          <Notice>
            <p>{words.noMail}</p>
            <code className="wrap-anywhere font-mono">{words.noMailCommand}</code>
          </Notice>
        </>
      )}
      <Link href="/dashboard/sign-in" className="text-link self-start text-sm">
        {words.back}
      </Link>
    </EntryCard>
  );
}

/** The page of a reset link. */
export function ResetPasswordPage({ token, isGood }: { token: string; isGood: boolean }) {
  return (
    <EntryCard>
      {isGood ? (
        <>
          <StepTitle title={words.setTitle} explanation={words.setExplanation} />
          <ResetPasswordForm token={token} />
        </>
      ) : (
        <>
          <StepTitle title={words.overTitle} explanation={words.over} />
          <Link href="/dashboard/reset" className="button button-primary">
            {words.anew}
          </Link>
        </>
      )}
    </EntryCard>
  );
}
