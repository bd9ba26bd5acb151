import "server-only";
import { permanentRedirect } from "next/navigation";
import { type ProjectPage, requireProject } from "./page-access";

/** A page at an address of an earlier release, in bookmarks and e-mails. @param path in the project */
export function movedTo(path: string, query: Readonly<Record<string, string>> = {}) {
  return async ({ params, searchParams }: ProjectPage): Promise<never> => {
    const { projectId } = await requireProject((await params).projectId);
    const kept = new URLSearchParams(query);
    for (const [name, value] of Object.entries(await searchParams))
      for (const each of [value ?? []].flat()) kept.append(name, each);
    permanentRedirect(`/dashboard/projects/${projectId}${path}${kept.size === 0 ? "" : `?${kept}`}`);
  };
}
