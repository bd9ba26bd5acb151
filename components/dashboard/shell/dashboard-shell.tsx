import { Check, ChevronsUpDown, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { shellWords } from "@/components/dashboard/messages/shell";
import { Badge } from "@/components/dashboard/ui/card";
import { Link } from "@/components/dashboard/ui/link";
import { BrandMark } from "@/components/ui/brand-mark";
import { NotStarted } from "@/components/ui/not-started";
import { PressAgain } from "@/components/ui/press-again";
import type { Role } from "@/lib/accounts/roles.rules";
import { dashboardLanguage } from "@/lib/platform/i18n/language.rules";
import type { Theme } from "@/lib/platform/values/theme.rules";
import { LanguageProvider } from "./language";
import { Menu } from "./menu";
import { MobileMenu, Nav } from "./nav";
import { NavigationProgress } from "./navigation-progress";
import { AccountMenu } from "./plain-shell";

export type SwitcherProject = { projectId: string; name: string; logoDigest: string | null; role: Role };

/** The open project, and links to the others. */
function ProjectSwitcher({
  current,
  projects,
}: {
  current: SwitcherProject;
  projects: readonly SwitcherProject[];
}) {
  return (
    <Menu
      label={`${shellWords.switchProject}: ${current.name}`}
      summaryClass="min-h-10 gap-2 px-2"
      summary={
        <>
          <ProjectMark name={current.name} logoDigest={current.logoDigest} />
          <bdi className="min-w-0 truncate font-medium text-sm">{current.name}</bdi>
          <ChevronsUpDown className="size-4 shrink-0 text-muted" aria-hidden="true" />
        </>
      }
    >
      <ul aria-label={shellWords.projects}>
        {projects.map(({ projectId, name, logoDigest, role }) => (
          <li key={projectId}>
            <Link
              href={`/dashboard/projects/${projectId}`}
              aria-current={projectId === current.projectId ? "true" : undefined}
              className="flex min-h-10 items-center gap-2 rounded-lg px-2 text-sm hover:bg-well"
            >
              <ProjectMark name={name} logoDigest={logoDigest} />
              <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
              <span className="caption">{shellWords.roles[role]}</span>
              {projectId === current.projectId && (
                <Check className="size-4 shrink-0 text-accent" aria-hidden="true" />
              )}
            </Link>
          </li>
        ))}
      </ul>
      <Link
        href="/dashboard/projects/new"
        className="mt-1 flex min-h-10 items-center gap-2 rounded-lg border-line border-t px-2 text-sm hover:bg-well"
      >
        <Plus className="size-4" aria-hidden="true" />
        {shellWords.newProject}
      </Link>
    </Menu>
  );
}

/** A project's logo, or its initial. */
function ProjectMark({ name, logoDigest }: { name: string; logoDigest: string | null }) {
  const className = "size-6 shrink-0 rounded-md";
  if (logoDigest !== null)
    // biome-ignore lint/performance/noImgElement: a small picture of our own, made when it was uploaded.
    return <img src={`/logos/${logoDigest}`} alt="" className={`${className} object-contain`} />;
  return (
    <span
      aria-hidden="true"
      className={`${className} grid place-items-center bg-accent-soft font-medium text-accent text-sm`}
    >
      {[...name.trim()][0]?.toUpperCase() ?? "·"}
    </span>
  );
}

type Props = {
  email: string;
  theme: Theme;
  project: SwitcherProject;
  projects: readonly SwitcherProject[];
  /** All chains are local: no real money. */
  isTest: boolean;
  /** Where entries of the navigation with tabs lead. */
  lastTabs: Readonly<Record<string, string>>;
  /** Beside the inbox in the navigation. */
  inboxCount: ReactNode;
  /** Opens the command menu. */
  search: ReactNode;
  /** A message above every page, such as a pending change. */
  banner: ReactNode;
  children: ReactNode;
};

/** The frame around every page of a project. */
export function DashboardShell({
  email,
  theme,
  project,
  projects,
  isTest,
  lastTabs,
  search,
  banner,
  inboxCount,
  children,
}: Props) {
  const nav = <Nav projectId={project.projectId} lastTabs={lastTabs} inboxCount={inboxCount} />;
  return (
    <LanguageProvider language={dashboardLanguage()}>
      <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
        <a
          href="#content"
          className="button-compact button-primary fixed top-2 left-2 z-30 not-focus-visible:sr-only"
        >
          {shellWords.skip}
        </a>
        <NavigationProgress />
        <aside className="sticky top-0 hidden h-dvh overflow-y-auto border-line border-e bg-card px-3 py-4 lg:block">
          <p className="flex items-center gap-2 px-3 pb-4 font-semibold text-sm">
            <BrandMark />
            {shellWords.brand}
          </p>
          {nav}
        </aside>
        <div className="flex min-w-0 flex-col">
          <header className="sticky top-0 z-10 flex h-14 items-center gap-2 border-line border-b bg-card px-4">
            <MobileMenu inboxCount={inboxCount}>{nav}</MobileMenu>
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
            className="mx-auto w-full max-w-[100rem] flex-1 px-4 py-6 outline-none transition-opacity duration-150 data-busy:opacity-60 md:px-6"
          >
            {banner}
            {children}
          </main>
        </div>
        <PressAgain />
      </div>
      <NotStarted words={shellWords.notStarted} />
    </LanguageProvider>
  );
}
