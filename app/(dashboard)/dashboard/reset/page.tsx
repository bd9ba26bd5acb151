import { signInWords } from "@/components/dashboard/messages/sign-in";
import { EntryCard, StepTitle } from "@/components/dashboard/sign-in/entry-card";
import { RequestResetForm } from "@/components/dashboard/sign-in/reset-forms";
import { Link } from "@/components/dashboard/ui/link";
import { Notice } from "@/components/dashboard/ui/notice";
import { openLanguage, titled } from "@/lib/api/dashboard/page-language";
import { getAccounts } from "@/lib/api/wiring/accounts";

const words = signInWords.reset;

export const generateMetadata = titled(() => words.title);
// What the settings say is known only when the service runs.
export const dynamic = "force-dynamic";

/** Requests a reset link. */
export default async function Page() {
  await openLanguage();
  return (
    <EntryCard>
      {getAccounts().mail !== null ? (
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
