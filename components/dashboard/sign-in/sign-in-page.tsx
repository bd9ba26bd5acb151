import type { ReactNode } from "react";
import { Link } from "@/components/dashboard/ui/link";
import { ProviderButtons } from "../account/providers-card";
import type { WalletHost } from "../account/wallet/choose-wallet";
import { accountWords } from "../messages/account";
import { signInWords } from "../messages/sign-in";
import { Notice } from "../ui/notice";
import { EntryCard, StepTitle } from "./entry-card";
import { SignInForm, WalletSignIn } from "./sign-in-form";

type Props = {
  next: string;
  atSecondStep: boolean;
  isDemo: boolean;
  /** A notice about something that just happened. */
  notice: keyof typeof signInWords.notices | null;
  /** A provider's error; may be any text from the URL. */
  problem: string | null;
  /** Other ways to sign in. */
  beside?: ReactNode;
};

/** Where people sign in. */
export function SignInPage({ next, atSecondStep, isDemo, notice, problem, beside }: Props) {
  const words = signInWords.signIn;
  return (
    <EntryCard footer={isDemo ? words.demo : words.invitationOnly}>
      <SignInForm
        next={next}
        atSecondStep={atSecondStep}
        heading={
          <>
            <StepTitle title={words.title} />
            {notice !== null && <Notice kind="ok">{signInWords.notices[notice]}</Notice>}
            {problem !== null && (
              <Notice kind="bad" role="alert">
                {problemWords(problem)}
              </Notice>
            )}
          </>
        }
        beside={
          <>
            <Link href="/dashboard/reset" className="text-link self-start text-sm">
              {words.forgot}
            </Link>
            {beside}
          </>
        }
      />
    </EntryCard>
  );
}

function problemWords(problem: string): string {
  const { problems } = signInWords;
  return Object.hasOwn(problems, problem) ? problems[problem as keyof typeof problems] : problems.other;
}

type WaysProps = { providers: readonly ("google" | "github")[]; walletHost: WalletHost; next: string };

/** Other ways to sign in than by password. */
export function OtherWaysIn({ providers, walletHost, next }: WaysProps) {
  return (
    <div className="flex flex-col gap-3">
      <p className="caption flex items-center gap-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {accountWords.or}
      </p>
      <WalletSignIn host={walletHost} next={next} />
      <ProviderButtons providers={providers} next={next} />
    </div>
  );
}
