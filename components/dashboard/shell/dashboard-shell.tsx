import type { ReactNode } from "react";
import type { Theme } from "@/lib/platform/theme.rules";
import { shellWords } from "../messages/shell";
import { Badge } from "../ui/badge";
import { AccountMenu } from "./account-menu";
import { MobileMenu } from "./mobile-menu";
import { Nav } from "./nav";
import { NavigationProgress } from "./navigation-progress";
import { ProjectSwitcher, type SwitcherProject } from "./project-switcher";

type Props = {
  email: string;
  theme: Theme;
  project: SwitcherProject;
  projects: readonly SwitcherProject[];
  /** Every chain is a local one: no real money. */
  isTest: boolean;
  /** What opens the command menu. */
  search: ReactNode;
  /** What every page has to say above its own words, such as a change that waits. */
  banner: ReactNode;
  children: ReactNode;
};

/** The frame around every page of a project. */
export function DashboardShell({ email, theme, project, projects, isTest, search, banner, children }: Props) {
  const nav = <Nav projectId={project.projectId} role={project.role} isTest={isTest} />;
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="button-compact button-primary fixed top-2 left-2 z-30 not-focus-visible:sr-only"
      >
        {shellWords.skip}
      </a>
      <NavigationProgress />
      <aside className="sticky top-0 hidden h-dvh overflow-y-auto border-line border-e bg-card px-3 py-4 lg:block">
        <p className="px-3 pb-4 font-semibold text-sm">{shellWords.brand}</p>
        {nav}
      </aside>
      <div className="flex min-w-0 flex-col">
        <header className="sticky top-0 z-10 flex h-14 items-center gap-2 border-line border-b bg-card px-4">
          <MobileMenu>{nav}</MobileMenu>
          <ProjectSwitcher current={project} projects={projects} />
          {isTest ? (
            <Badge tone="warn" title={shellWords.testHint}>
              {shellWords.test}
            </Badge>
          ) : (
            <Badge tone="ok">{shellWords.live}</Badge>
          )}
          <div className="ms-auto flex items-center gap-1">
            {search}
            <AccountMenu email={email} theme={theme} />
          </div>
        </header>
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-6xl flex-1 px-4 py-6 outline-none transition-opacity duration-150 data-busy:opacity-60 md:px-6"
        >
          {banner}
          {children}
        </main>
      </div>
    </div>
  );
}
