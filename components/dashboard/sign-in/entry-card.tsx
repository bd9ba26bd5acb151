import type { ReactNode } from "react";
import { shellWords } from "@/components/dashboard/messages/shell";
import { signInWords } from "@/components/dashboard/messages/sign-in";
import { LanguageChoice, LanguageProvider } from "@/components/dashboard/shell/language";
import { NotStarted } from "@/components/ui/not-started";
import { PressAgain } from "@/components/ui/press-again";
import { SingleCard } from "@/components/ui/single-card";
import { signInBy } from "@/lib/browser/dashboard/entry";
import { dashboardLanguage } from "@/lib/platform/i18n/language.rules";

/** The card of the sign-in pages, with an optional line below. */
export function EntryCard({ footer, children }: { footer?: ReactNode; children: ReactNode }) {
  return (
    <LanguageProvider language={dashboardLanguage()}>
      <SingleCard
        footer={
          <>
            {footer !== undefined && <p className="caption text-center">{footer}</p>}
            <div className="mx-auto w-56">
              <LanguageChoice />
            </div>
          </>
        }
      >
        <div className="flex flex-col gap-5 py-3">
          {children}
          <noscript>{signInWords.needsScript}</noscript>
        </div>
        <PressAgain />
      </SingleCard>
      <NotStarted words={shellWords.notStarted} />
    </LanguageProvider>
  );
}

/** The title of a sign-in step. */
export function StepTitle({ title, explanation }: { title: string; explanation?: ReactNode }) {
  return (
    <header className="flex flex-col gap-1">
      <p className="caption">{signInWords.brand}</p>
      <h1 id="screen-title" className="wrap-anywhere font-semibold text-long tracking-tight">
        {title}
      </h1>
      {explanation !== undefined && <p className="text-muted text-sm">{explanation}</p>}
    </header>
  );
}

/** Signs a person in with the password that they just chose; if that fails, they sign in themselves. */
export async function enterAs(email: string, password: string, next: string): Promise<void> {
  const answer = await signInBy("password", { email, password });
  location.assign(answer.ok ? next : `/dashboard/sign-in?next=${encodeURIComponent(next)}`);
}
