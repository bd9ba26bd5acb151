import { signInWords } from "@/components/dashboard/messages/sign-in";
import { EntryCard, StepTitle } from "@/components/dashboard/sign-in/entry-card";
import { ResetPasswordForm } from "@/components/dashboard/sign-in/reset-forms";
import { Link } from "@/components/dashboard/ui/link";
import { isResetLinkGood } from "@/lib/accounts/password/reset-password";
import { openLanguage, titled } from "@/lib/api/dashboard/page-language";
import { getAccounts } from "@/lib/api/wiring/accounts";

const words = signInWords.reset;

export const generateMetadata = titled(() => words.setTitle);

/** The page of a reset link. */
export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  await openLanguage();
  const { token } = await params;
  const isGood = await isResetLinkGood(getAccounts(), token);
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
