import { ArrowLeft, CircleUserRound, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "@/components/dashboard/ui/link";
import { BrandMark } from "@/components/ui/brand-mark";
import { NotStarted } from "@/components/ui/not-started";
import { PressAgain } from "@/components/ui/press-again";
import { dashboardLanguage } from "@/lib/platform/i18n/language.rules";
import type { Theme } from "@/lib/platform/values/theme.rules";
import { shellWords } from "../messages/shell";
import { LanguageChoice, LanguageProvider } from "./language";
import { Menu, SignOutButton, ThemeChoice } from "./menu";

type Props = {
  email: string;
  theme: Theme;
  /** Whether there is a project to return to. */
  hasProject: boolean;
  children: ReactNode;
};

/** The frame of pages outside a project: a person's account, a new project. */
export function PlainShell({ email, theme, hasProject, children }: Props) {
  return (
    <LanguageProvider language={dashboardLanguage()}>
      <div className="flex min-h-dvh flex-col">
        <a
          href="#content"
          className="button-compact button-primary fixed top-2 left-2 z-30 not-focus-visible:sr-only"
        >
          {shellWords.skip}
        </a>
        <header className="sticky top-0 z-10 flex h-14 items-center gap-2 border-line border-b bg-card px-4">
          <Link
            href="/dashboard"
            className="flex items-center gap-2 rounded-lg px-2 py-2 font-semibold text-sm hover:bg-well"
          >
            <BrandMark />
            {shellWords.brand}
          </Link>
          <div className="ms-auto flex items-center gap-1">
            <AccountMenu email={email} theme={theme} />
          </div>
        </header>
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-3xl flex-1 px-4 py-6 outline-none md:px-6"
        >
          {hasProject && (
            <Link href="/dashboard" className="text-link mb-2 text-sm">
              <ArrowLeft className="size-4 rtl:rotate-180" aria-hidden="true" />
              {shellWords.backToProject}
            </Link>
          )}
          {children}
        </main>
        <PressAgain />
      </div>
      <NotStarted words={shellWords.notStarted} />
    </LanguageProvider>
  );
}

/** The signed-in person, the theme, and sign-out. */
export function AccountMenu({ email, theme }: { email: string; theme: Theme }) {
  return (
    <Menu
      label={shellWords.accountMenu}
      align="end"
      summaryClass="size-10 justify-center"
      summary={<CircleUserRound className="size-5" aria-hidden="true" />}
    >
      <p className="caption truncate px-2.5 py-1.5">{email}</p>
      <Link
        href="/dashboard/account"
        className="flex min-h-10 items-center gap-2 rounded-lg px-2.5 text-sm hover:bg-well"
      >
        <UserRound className="size-4" aria-hidden="true" />
        {shellWords.account}
      </Link>
      <ThemeChoice initial={theme} />
      <div className="px-2.5 py-2">
        <p className="caption mb-1.5">{shellWords.language}</p>
        <LanguageChoice />
      </div>
      <SignOutButton />
    </Menu>
  );
}
