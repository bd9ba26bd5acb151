import { Check, ChevronsUpDown, Plus } from "lucide-react";
import Link from "next/link";
import type { Role } from "@/lib/accounts/roles.rules";
import { shellWords } from "../messages/shell";
import { Menu } from "./menu";

export type SwitcherProject = { projectId: string; name: string; logoDigest: string | null; role: Role };

/** Which project is open, and the way to the others. */
export function ProjectSwitcher({
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
