import { redirect } from "next/navigation";
import { ProviderButtons } from "@/components/dashboard/account/providers-card";
import { signInWords } from "@/components/dashboard/messages/sign-in";
import { known } from "@/components/dashboard/messages/text";
import { EntryCard, StepTitle } from "@/components/dashboard/sign-in/entry-card";
import { SignInForm, WalletSignIn } from "@/components/dashboard/sign-in/sign-in-form";
import { Link } from "@/components/dashboard/ui/link";
import { Notice, Problem } from "@/components/dashboard/ui/notice";
import { passkeyHost } from "@/lib/accounts/browser.rules";
import { providerNames } from "@/lib/api/auth/oauth";
import { readSecondStep, readSession } from "@/lib/api/auth/session";
import { walletHost } from "@/lib/api/dashboard/page-access";
import { openLanguage, titled } from "@/lib/api/dashboard/page-language";
import { getAccounts } from "@/lib/api/wiring/accounts";
import { returnPath } from "@/lib/platform/values/url.rules";
import { env } from "@/lib/settings/env";

export const generateMetadata = titled(() => signInWords.signIn.title);

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Where people sign in. */
export default async function Page({ searchParams }: Props) {
  await openLanguage();
  const { next, step, error, notice } = await searchParams;
  const path = returnPath(text(next));
  const problem = text(error);
  if ((await readSession()) !== null)
    // Someone who is in was on the way to link the other service.
    redirect(problem === null ? path : "/dashboard/account?error=provider");
  if (!(await getAccounts().people.exist())) redirect("/dashboard/setup");
  const words = signInWords.signIn;
  return (
    <EntryCard footer={env().APP_MODE === "demo" ? words.demo : words.invitationOnly}>
      <SignInForm
        next={path}
        hasPasskeys={passkeyHost(env().BASE_URL) !== null}
        atSecondStep={step === "code" && (await readSecondStep()) !== null}
        heading={
          <>
            <StepTitle title={words.title} />
            {(notice === "reset" || notice === "signedOut") && (
              <Notice kind="ok">{signInWords.notices[notice]}</Notice>
            )}
            <Problem text={problem && problemWords(problem)} />
          </>
        }
        forgot={
          <Link href="/dashboard/reset" className="text-link self-start text-sm">
            {words.forgot}
          </Link>
        }
        others={
          <>
            <WalletSignIn host={walletHost()} next={path} />
            <ProviderButtons providers={providerNames(env())} next={path} />
          </>
        }
      />
    </EntryCard>
  );
}

function text(value: string | string[] | undefined): string | null {
  return typeof value === "string" ? value : null;
}

function problemWords(problem: string): string {
  const { problems } = signInWords;
  return known(problems, problem) ?? problems.other;
}
